"""The .deb starts a machine into the kiosk: built and installed in fresh Debians, started by QEMU, looked at.

The machine is emulated in software, a hundred times slower than a real one, so that its start may take longer
than the unit allows a Pi.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import numpy as np
import pytest

from tests.machines.booted import SCREEN, Booted, boot
from tests.machines.fresh import DEBIAN_13, FreshMachine

pytestmark = pytest.mark.slow

KERNEL = ("linux-image-amd64", "initramfs-tools", "systemd-sysv", "udev", "dbus")
PATIENCE = "[Service]\nTimeoutStartSec=1200\nWatchdogSec=0\n"
LONGEST_S = 1200
NEW_NIGHT = (400, 140)
"""Where the largest button of the home screen is."""
FEWEST_COLOURS = 50
"""A black screen and a text console have fewer."""


def test_the_deb_boots_into_the_kiosk(tmp_path: Path) -> None:
    builder = FreshMachine(tmp_path / "builder", DEBIAN_13, "git")
    builder.must("/project/scripts/bootstrap")
    builder.must("git", "config", "--global", "--add", "safe.directory", "*")
    builder.must("/project/.venv/bin/python", "/project/scripts/release", "--to", "/dist")
    (package,) = (builder.root / "dist").glob("*.deb")

    machine = FreshMachine(tmp_path / "machine", DEBIAN_13, *KERNEL)
    shutil.rmtree(machine.root / "project")
    shutil.copy(package, machine.root / "tabletop.deb")
    builder.remove()
    machine.install("/tabletop.deb")
    slow = machine.root / "etc/systemd/system/tabletop-kiosk.service.d/slow.conf"
    slow.parent.mkdir(exist_ok=True)
    slow.write_text(PATIENCE)

    with boot(machine.root, tmp_path) as booted:
        machine.remove()
        # The unit is started when the companion says that its first frame stands.
        booted.wait_for("Started tabletop-kiosk.service", seconds=LONGEST_S)
        home = _steady_picture(booted, "home")
        assert home.shape[:2] == SCREEN[::-1]
        booted.touch(*NEW_NIGHT)
        after = _steady_picture(booted, "touched", unlike=home)
    share = np.mean(np.any(home != after, axis=2))
    print(f"home, then a touch changed {share:.0%} of the screen; pictures in {tmp_path}")
    assert share > 0.05


def _steady_picture(booted: Booted, name: str, unlike: np.ndarray | None = None) -> np.ndarray:
    """Waits until the screen is drawn, no longer changes, and is not as it was."""
    end = time.monotonic() + LONGEST_S
    last = booted.look(name)
    while time.monotonic() < end:
        time.sleep(10)
        now = booted.look(name)
        is_drawn = len(np.unique(now.reshape(-1, 3), axis=0)) > FEWEST_COLOURS
        if is_drawn and np.array_equal(now, last) and not np.array_equal(now, unlike):
            return now
        last = now
    raise AssertionError(f"no steady picture came: {name}")
