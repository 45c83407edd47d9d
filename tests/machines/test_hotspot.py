"""The hotspot, by a real NetworkManager over simulated radios, in a machine that QEMU starts.

The table's side runs in the kiosk's own unit beside the phones' own service, as they are installed; the phone
is a second radio in a network of its own, which knows nothing but the two codes.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.machines.booted import boot
from tests.machines.fresh import DEBIAN_13, FreshMachine

pytestmark = pytest.mark.slow

KERNEL = ("linux-image-amd64", "initramfs-tools", "systemd-sysv", "udev", "dbus")
NETWORK = ("network-manager", "wpasupplicant", "polkitd", "nftables", "iproute2", "iw", "udhcpc")
NOT_NEEDED = (
    "systemd-udev-trigger.service",
    "serial-getty@ttyS0.service",
    "getty@tty1.service",
    "seatd.service",
    "udisks2.service",
    "apt-daily.timer",
    "apt-daily-upgrade.timer",
    "e2scrub_reap.service",
    "keyboard-setup.service",
    "console-setup.service",
)
"""What a machine with a screen starts, and this one does not."""
LONGEST_S = 3600
"""The machine is emulated in software."""
UNITS = Path("etc/systemd/system")
PYTHON = "/opt/tabletop-companion/.venv/bin/python"
FILES = {
    "etc/udev/udev.conf": "event_timeout=1200\n",
    # Emulated, every driver costs seconds: the disk's is enough to begin with.
    "etc/initramfs-tools/conf.d/few.conf": "MODULES=list\nCOMPRESS=gzip\n",
    "etc/initramfs-tools/modules": "virtio_pci\nvirtio_blk\next4\n",
    # The second radio leaves before NetworkManager comes.
    "etc/systemd/system/other-radio.service": """
[Unit]
Before=NetworkManager.service
[Service]
Type=oneshot
RemainAfterExit=yes
TimeoutStartSec=1200
ExecStart=modprobe mac80211_hwsim radios=2
ExecStart=ip netns add phone
ExecStart=sh -c "iw phy $$(cat /sys/class/net/wlan1/phy80211/name) set netns name phone"
[Install]
WantedBy=multi-user.target
""",
    "etc/systemd/system/phone.service": f"""
[Unit]
After=other-radio.service
[Service]
Environment=PYTHONPATH=/opt/tabletop-companion
ExecStart=/sbin/ip netns exec phone {PYTHON} -m tests.machines.hotspot.phone
[Install]
WantedBy=multi-user.target
""",
    "etc/systemd/system/tabletop-kiosk.service.d/hotspot.conf": f"""
[Unit]
Wants=polkit.service
After=NetworkManager.service polkit.service
[Service]
Environment=PYTHONPATH=/opt/tabletop-companion
ExecStart=
ExecStart={PYTHON} -m tests.machines.hotspot.table
TimeoutStartSec=1200
WatchdogSec=0
Restart=no
""",
    "etc/systemd/system/tabletop-phones.service.d/slow.conf": """
[Service]
TimeoutStartSec=1200
WatchdogSec=0
""",
}


def test_a_phone_joins_the_hotspot_by_its_codes(tmp_path: Path) -> None:
    machine = FreshMachine(tmp_path / "machine", DEBIAN_13, *KERNEL, *NETWORK)
    machine.must("/project/systemd/install", "--yes", "--phones", "--no-camera", "--no-boot")
    shutil.rmtree(machine.root / "project")
    dress(machine.root)
    machine.must("update-initramfs", "-u")
    with boot(machine.root, tmp_path, processors=1) as booted:
        machine.remove()
        booted.wait_for("PHONE: DONE", "FAILED: ", "Kernel panic", seconds=LONGEST_S)
        said = [line for line in booted.log().splitlines() if "PHONE: " in line or "TABLE: " in line]
    print("\n".join(said))
    assert "PHONE: DONE" in said[-1]


def dress(root: Path) -> None:
    """Gives a machine two radios, and a phone for one of them."""
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    wanted = root / UNITS / "multi-user.target.wants"
    for unit in ("other-radio.service", "phone.service"):
        (wanted / unit).symlink_to(f"/{UNITS}/{unit}")
    for unit in NOT_NEEDED:
        (root / UNITS / unit).symlink_to("/dev/null")
