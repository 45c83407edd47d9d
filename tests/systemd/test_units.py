"""The units as systemd itself judges them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent.parent / "systemd"
UNITS = sorted(FOLDER.glob("*.service"))
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")


def test_there_are_units_to_judge() -> None:
    names = {"tabletop-kiosk.service", "tabletop-phones.service", "tabletop-vision.service"}
    assert {unit.name for unit in UNITS} == names


@needs_systemd
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # The programs are where the installer puts them; here any program stands for them.
        text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit.name) for unit in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "tabletop" in line]
    assert complaints == []
    assert done.returncode == 0


@needs_systemd
def test_a_mistake_in_a_unit_would_be_found(tmp_path: Path) -> None:
    bad = tmp_path / "tabletop-bad.service"
    bad.write_text("[Service]\nExecStart=/bin/true\nNoNewPrivilege=yes\n")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(bad)], capture_output=True, text=True, check=False
    )
    assert "NoNewPrivilege" in done.stderr


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_exposure_is_ok_or_better(unit: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    verdict = re.search(r"exposure level for \S+: ([\d.]+) (\w+)", done.stdout)
    assert verdict, done.stdout + done.stderr
    print(f"{unit.name}: {verdict[1]} {verdict[2]}")
    assert float(verdict[1]) < 2.0
    assert verdict[2] in ("OK", "SAFE")


def _settings(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_each_unit_restarts_with_limits_and_is_watched(unit: Path) -> None:
    settings = _settings(unit)
    assert settings["Restart"][0] in ("always", "on-failure")
    for name in ("WatchdogSec", "StartLimitBurst", "MemoryMax", "TasksMax"):
        assert settings[name]
    assert settings["Type"] == ["notify"]
    assert settings["User"] == ["tabletop"]


def test_the_screen_does_not_depend_on_the_camera() -> None:
    settings = _settings(FOLDER / "tabletop-kiosk.service")
    for hard in ("Requires", "BindsTo", "Requisite", "PartOf"):
        assert "tabletop-vision" not in " ".join(settings.get(hard, []))
        assert "tabletop-phones" not in " ".join(settings.get(hard, []))


def test_phones_reach_the_home_network_alone_and_never_the_nights() -> None:
    settings = _settings(FOLDER / "tabletop-phones.service")
    assert settings["IPAddressDeny"] == ["any"]
    allowed = settings["IPAddressAllow"][0].split()
    assert allowed == ["localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]
    assert settings["InaccessiblePaths"] == ["/var/lib/tabletop"]
    kiosk = _settings(FOLDER / "tabletop-kiosk.service")
    assert "XDG_RUNTIME_DIR=/run/tabletop-kiosk" in " ".join(kiosk["Environment"])
    assert "/run/tabletop-kiosk/phones.sock" in settings["ExecStart"][0]


def test_the_scripts_are_sound_shell() -> None:
    for script in ("install", "kiosk-session"):
        subprocess.run(["bash", "-n", str(FOLDER / script)], check=True)
        if shutil.which("shellcheck"):
            subprocess.run(["shellcheck", str(FOLDER / script)], check=True)


def test_the_commands_of_the_units_exist() -> None:
    from companion.cli import COMMANDS

    called = [
        match
        for unit in UNITS
        for match in re.findall(r"(?m)^ExecStart=.*/companion (\w+)", unit.read_text())
    ]
    called += re.findall(r"(?m)^exec .*companion\" (\w+) --resume$", (FOLDER / "kiosk-session").read_text())
    assert sorted(called) == ["kiosk", "serve", "watch"]
    assert set(called) <= set(COMMANDS)
