"""The doctor on machines laid out in a folder: what is well is ok, what is not comes with what to do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import doctor
from companion.core.message import Message
from companion.doctor.machine import Finding, Machine
from companion.i18n import words

TOUCH = """I: Bus=0003 Vendor=0eef Product=0005 Version=0111
N: Name="Waveshare touch"
B: PROP=2
B: ABS=2608000 3

I: Bus=0019
N: Name="pwr_button"
B: KEY=10000000000000 0
"""


def lay(root: Path, files: dict[str, str]) -> Machine:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Machine(root, {})


@pytest.fixture
def healthy(tmp_path: Path) -> dict[str, str]:
    return {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "sys/class/drm/card1-HDMI-A-1/status": "connected\n",
        "proc/bus/input/devices": TOUCH.replace("2608000 3", "260800000000003"),
        "dev/gpiochip0": "",
        "dev/video0": "",
        "dev/rtc0": "",
        "sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
        "sys/class/thermal/thermal_zone0/temp": "51234\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    }


def examine(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> dict[str, Finding]:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("companion.doctor.devices.GROUPS", ())
    monkeypatch.setattr("companion.doctor.devices.find_spec", lambda name: name)
    return {finding.part: finding for finding in doctor.examine(machine)}


def test_a_healthy_pi_has_nothing_to_do(
    tmp_path: Path, healthy: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = examine(lay(tmp_path, healthy), monkeypatch)
    assert len(findings) == len(doctor.EXAMINATIONS)
    assert [finding for finding in findings.values() if finding.todo] == []


@pytest.mark.parametrize(
    ("broken", "part"),
    [
        ({"sys/class/drm/card1-HDMI-A-1/status": "disconnected\n"}, "display"),
        ({"proc/bus/input/devices": 'N: Name="keyboard"\nB: ABS=3\n'}, "touch"),
        ({"sys/fs/ext4/mmcblk0p2/errors_count": "3\n"}, "disk_health"),
        ({"sys/block/mmcblk0/device/life_time": "0x01 0x0b\n"}, "disk_health"),
        ({"sys/class/thermal/thermal_zone0/temp": "84000\n"}, "temperature"),
        ({"sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n"}, "power"),
        ({"sys/devices/platform/soc/soc:firmware/get_throttled": "4\n"}, "power"),
        ({"sys/fs/ext4/mmcblk0p2/errors_count": "rubbish"}, "disk_health"),
    ],
)
def test_each_fault_is_found_and_only_that_one(
    tmp_path: Path,
    healthy: dict[str, str],
    broken: dict[str, str],
    part: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    findings = examine(lay(tmp_path, healthy | broken), monkeypatch)
    assert [finding.part for finding in findings.values() if finding.todo] == [part]


@pytest.mark.parametrize(
    ("missing", "part"), [("dev/gpiochip0", "gpio"), ("dev/video0", "camera"), ("dev/rtc0", "clock")]
)
def test_what_is_not_there_is_missed_on_a_pi_only(
    tmp_path: Path, healthy: dict[str, str], missing: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del healthy[missing]
    findings = examine(lay(tmp_path / "pi", healthy), monkeypatch)
    assert [finding.part for finding in findings.values() if finding.todo] == [part]
    del healthy["proc/device-tree/model"]
    findings = examine(lay(tmp_path / "desk", healthy), monkeypatch)
    assert not any(finding.todo for finding in findings.values())


def test_pins_without_their_library_are_found(
    tmp_path: Path, healthy: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.doctor import devices

    machine = lay(tmp_path, healthy)
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    (finding,) = devices.gpio(machine)
    assert finding.todo is not None
    assert "python3-lgpio" in words(finding.todo, "en")


def test_a_data_folder_that_cannot_be_written_is_found(
    tmp_path: Path, healthy: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.doctor.health._can_write", lambda folder: False)
    findings = examine(lay(tmp_path, healthy), monkeypatch)
    assert [finding.part for finding in findings.values() if finding.todo] == ["disk"]


def test_a_clock_that_was_never_set_is_found(
    tmp_path: Path, healthy: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.doctor import health

    monkeypatch.setattr(health.time, "localtime", lambda: health.time.gmtime(0))
    findings = examine(lay(tmp_path, healthy), monkeypatch)
    assert findings["clock"].todo is not None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_line_has_words(tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for finding in examine(lay(tmp_path, {}), monkeypatch).values():
        said: list[Message] = [finding.found] + ([finding.todo] if finding.todo else [])
        assert all("doctor." not in words(message, language) for message in said)


def test_the_command_prints_json_and_loads_nothing_heavy() -> None:
    script = (
        "import sys\nfrom companion.cli import main\n"
        "try: main(['doctor', '--json'])\n"
        "except SystemExit as end: code = end.code\n"
        "print(sorted({'cv2', 'numpy', 'kivy', 'gpiozero', 'serial', 'sqlite3'} & set(sys.modules)), code)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    report, loaded = done.stdout.splitlines()
    answer = json.loads(report)
    assert answer["format"] == "doctor/1"
    assert loaded == f"[] {0 if answer['ok'] else 1}"
    assert all(line["ok"] == (line["todo"] == "") for line in answer["lines"])


@pytest.mark.parametrize(("grey", "word"), [(5, "dark"), (128, ""), (250, "bright")])
def test_a_test_picture_is_taken_and_its_light_judged(
    tmp_path: Path, grey: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cv2
    import numpy as np

    from companion.doctor import devices

    video = str(tmp_path / "camera.avi")
    writer = cv2.VideoWriter(video, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(10):
        writer.write(np.full((48, 64, 3), grey, np.uint8))
    writer.release()
    real_run = subprocess.run
    monkeypatch.setattr(
        devices.subprocess, "run", lambda command, **kwargs: real_run([*command, video], **kwargs)
    )
    (finding,) = devices.picture(Machine())
    assert finding.found.params["light"] == pytest.approx(grey / 2.55, abs=2)
    assert (finding.todo.key if finding.todo else "") == (f"doctor.picture.{word}" if word else "")


def test_a_camera_that_gives_no_picture_is_found() -> None:
    from companion.doctor import devices

    (finding,) = devices.picture(Machine())
    assert finding.todo is not None


def test_a_camera_that_does_not_exist_gives_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.doctor import devices

    monkeypatch.setenv("COMPANION_CAMERA", "nowhere")
    (finding,) = devices.picture(Machine())
    assert finding.found.key == "doctor.picture.none", "it is known which camera was meant"


@pytest.mark.parametrize(
    ("files", "said", "has_todo"),
    [
        ({"sys/class/net/eth0/operstate": "up\n"}, "over eth0; no hotspot", False),
        (
            {
                "sys/class/net/wlan0/operstate": "up\n",
                "sys/class/net/wlan0/wireless/x": "",
                "usr/bin/nmcli": "",
                "usr/sbin/dnsmasq": "",
            },
            "over wlan0, or by a hotspot",
            False,
        ),
        (
            {
                "sys/class/net/wlan0/operstate": "down\n",
                "sys/class/net/wlan0/wireless/x": "",
                "usr/bin/nmcli": "",
                "usr/sbin/dnsmasq": "",
            },
            "phones can join by a hotspot",
            False,
        ),
        (
            {
                "sys/class/net/wlan0/operstate": "up\n",
                "sys/class/net/wlan0/wireless/x": "",
                "usr/bin/nmcli": "",
            },
            "no hotspot of its own (Wi-Fi, NetworkManager and dnsmasq-base",
            False,
        ),
        ({"sys/class/net/lo/operstate": "unknown\n"}, "phones cannot join", False),
        (
            {
                "etc/systemd/system/tabletop-kiosk.service": "",
                "etc/systemd/system/tabletop-phones.service": "",
            },
            "phones cannot join",
            True,
        ),
        ({"etc/systemd/system/tabletop-kiosk.service": ""}, "install --phones", False),
    ],
)
def test_whether_phones_can_join(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], said: str, has_todo: bool
) -> None:
    found = examine(lay(tmp_path, files), monkeypatch)["phones"]
    assert said in words(found.found, "en")
    assert (found.todo is not None) is has_todo
