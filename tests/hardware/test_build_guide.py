"""The build guide agrees with the code and with its own arithmetic."""

from __future__ import annotations

import re
from math import ceil, radians, tan
from pathlib import Path
from xml.etree import ElementTree

import msgspec

from hardware.config import ButtonConfig, DeviceConfig
from hardware.press import PressTimes

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs/build.md").read_text()
DRAWING = ElementTree.parse(ROOT / "docs/wiring.svg")
BOARDS = ((600, 400), (880, 600), (1000, 700))


def test_the_heights_follow_from_the_formula() -> None:
    rows = re.findall(r"\| ([\d.]+)° × ([\d.]+)° \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \|", GUIDE)
    assert len(rows) == 4
    for row in rows:
        across, down = radians(float(row[0])), radians(float(row[1]))
        heights = [
            ceil(max(1.1 * w / (2 * tan(across / 2)), 1.1 * d / (2 * tan(down / 2))) / 10) * 10
            for w, d in BOARDS
        ]
        assert [int(height) for height in row[2:5]] == heights
        assert float(row[5]) == round(1920 / (2 * heights[1] * tan(across / 2)), 1)


def test_the_example_configuration_is_valid() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    config = msgspec.toml.decode(example, type=DeviceConfig)
    assert [len(config.button), len(config.box), len(config.key)] == [1, 2, 1]
    assert config.button[0].pin == ButtonConfig().pin == 17
    assert f"{PressTimes().long_press_s} s" in GUIDE
    assert f"{PressTimes().stuck_s:.0f} s" in GUIDE


def test_the_drawing_names_the_pins_of_the_code() -> None:
    drawn = " ".join(DRAWING.getroot().itertext())
    installer = (ROOT / "systemd/install").read_text()
    firmware = (ROOT / "hardware/firmware/main.py").read_text()
    for pin in re.findall(r"(?m)^(?:led_)?pin = (\d+)$", installer):
        assert f"GPIO{pin}" in drawn
    pins = re.findall(r"Pin\((\d+)", firmware)
    assert sorted(pins) == ["13", "14", "15"]
    for pin in pins:
        assert f"GP{pin}" in drawn


def test_the_options_of_the_installer_are_all_explained() -> None:
    installer = (ROOT / "systemd/install").read_text()
    options = re.findall(r"(?m)^      (--[a-z0-9-]+)\)", installer)
    assert len(options) >= 8
    for option in options:
        assert option in GUIDE + installer.split("set -eu")[0]


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", GUIDE)
    assert links
    assert all((ROOT / "docs" / link).exists() for link in links)
