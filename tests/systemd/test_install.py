"""The installer: rehearsed anywhere, its parts on a made-up account, and for real in a fresh Debian."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machines.fresh import DEBIAN_12, FreshMachine

ROOT = Path(__file__).parent.parent.parent
INSTALL = ROOT / "systemd" / "install"


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(INSTALL), *args], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not shutil.which("apt-get"), reason="no Debian here")
def test_a_rehearsal_says_everything_and_changes_nothing() -> None:
    before = sorted(Path("/etc/systemd/system").iterdir())
    done = run("--dry-run")
    assert done.returncode == 0
    assert "would write /etc/systemd/system/tabletop-kiosk.service" in done.stdout
    assert "nothing was changed" in done.stdout
    assert sorted(Path("/etc/systemd/system").iterdir()) == before


@pytest.mark.parametrize("wrong", [("--rotate", "45"), ("--frobnicate",), ("--purge",)])
def test_wrong_options_are_refused_in_one_line(wrong: tuple[str, ...]) -> None:
    done = run("--dry-run", *wrong)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or not Path("/usr/bin/python3").exists(), reason="needs root and Debian's Python"
)


@pytest.fixture
def account_folder() -> Iterator[Path]:
    """A folder that belongs to nobody, whom the installer is told is the kiosk's account."""
    folder = Path(tempfile.mkdtemp(prefix="account-", dir="/tmp"))
    shutil.chown(folder, "nobody", "nogroup")
    yield folder
    shutil.rmtree(folder)


def call(function: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Calls one part of the installer, with nobody for the kiosk's account."""
    program = folder.parent / f"{folder.name}-program"
    python = program / ".venv/bin/python"
    python.parent.mkdir(parents=True, exist_ok=True)
    program.chmod(0o755)
    if not python.exists():
        python.symlink_to("/usr/bin/python3")
    script = f'. {INSTALL}; ACCOUNT=nobody DATA={folder} PROGRAM={program}; "$@"'
    try:
        return subprocess.run(
            ["bash", "-c", script, "bash", function, *args], capture_output=True, text=True, check=False
        )
    finally:
        shutil.rmtree(program)


@needs_root
def test_preferences_are_set_and_read(account_folder: Path) -> None:
    assert call("preference", account_folder, "rotation", "90").returncode == 1
    assert call("prefer", account_folder, "rotation", "90").returncode == 0
    assert call("prefer", account_folder, "camera_source", '"watch"').returncode == 0
    assert call("preference", account_folder, "rotation", "90").returncode == 0
    assert call("preference", account_folder, "rotation", "180").returncode == 1
    assert call("preference", account_folder, "camera_source").returncode == 0
    written = account_folder / "kiosk.json"
    assert (written.owner(), written.stat().st_mode & 0o777) == ("nobody", 0o600)


@needs_root
@pytest.mark.parametrize("bad", [b"[1]", b'{"language":"e\xff"}', b'{"a":' * 100_000])
def test_preferences_that_cannot_be_read_are_set_aside(account_folder: Path, bad: bytes) -> None:
    (account_folder / "kiosk.json").write_bytes(bad)
    shutil.chown(account_folder / "kiosk.json", "nobody", "nogroup")
    assert call("prefer", account_folder, "rotation", "90").returncode == 0
    assert (account_folder / "kiosk.damaged").read_bytes() == bad
    assert (account_folder / "kiosk.json").read_text() == '{"rotation": 90}'


@needs_root
def test_links_in_the_accounts_folder_lead_root_nowhere(account_folder: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    forbidden = tmp_path / "loaded-by-root"
    (account_folder / "kiosk.json").symlink_to(forbidden)
    config = account_folder / ".config/tabletop-companion"
    config.mkdir(parents=True)
    (config / "devices.toml").symlink_to(forbidden)
    for folder in (config, config.parent):
        shutil.chown(folder, "nobody", "nogroup")
    assert call("prefer", account_folder, "rotation", "90").returncode == 0
    assert call("write_devices", account_folder).returncode == 0
    assert not forbidden.exists()
    for written in (account_folder / "kiosk.json", config / "devices.toml"):
        assert not written.is_symlink()
        assert written.owner() == "nobody"


@needs_root
def test_the_account_gets_no_hand_on_roots_terminal(account_folder: Path) -> None:
    session = "import os; print(os.getsid(0))"
    done = call("as_account", account_folder, "python3", "-c", session)
    assert done.returncode == 0
    assert int(done.stdout) != os.getsid(0)


@needs_root
def test_a_program_that_no_longer_runs_is_installed_again(account_folder: Path) -> None:
    said = "source_digest() { echo same; }; mkdir -p $PROGRAM; echo same > $PROGRAM/.installed-from; "
    for end, code in ((0, 0), (1, 1)):
        companion = f"printf '#!/bin/sh\\nexit {end}\\n' > $PROGRAM/.venv/bin/companion; "
        runs = "chmod 755 $PROGRAM/.venv/bin/companion; is_installed"
        assert call("eval", account_folder, said + companion + runs).returncode == code


@needs_root
def test_a_pipe_for_a_file_does_not_hold_the_installer_up(account_folder: Path) -> None:
    for name in ("kiosk.json", "kiosk.json.new"):
        os.mkfifo(account_folder / name, 0o666)
        shutil.chown(account_folder / name, "nobody", "nogroup")
    assert call("preference", account_folder, "rotation").returncode == 1
    assert call("prefer", account_folder, "rotation", "90").returncode == 0


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FreshMachine]:
    """A fresh Debian with a Pi's boot files."""
    include = ("systemd", "systemd-sysv", "init-system-helpers")
    fresh = FreshMachine(tmp_path_factory.mktemp("debian"), DEBIAN_12, *include)
    firmware = fresh.root / "boot/firmware"
    firmware.mkdir(parents=True)
    (firmware / "cmdline.txt").write_text("console=tty1 root=PARTUUID=1 rootwait\n")
    (firmware / "config.txt").write_text("dtparam=audio=on\n")
    yield fresh
    fresh.remove()


@pytest.mark.slow
def test_the_installer_in_a_fresh_debian(machine: FreshMachine) -> None:
    inside, see = machine.run, machine.see
    boot_before = see("/boot/firmware/cmdline.txt"), see("/boot/firmware/config.txt")
    rehearsal = inside("/project/systemd/install", "--dry-run")
    assert rehearsal.returncode == 0, rehearsal.stderr
    assert inside("id", "tabletop").returncode != 0

    unasked = inside("/project/systemd/install")
    assert unasked.returncode == 1
    assert "Nothing was changed" in unasked.stdout

    broken = inside("env", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=", "/project/systemd/install", "--yes")
    assert broken.returncode == 2, "a failure in the middle stops it"
    assert inside("test", "-e", "/opt/tabletop-companion/.installed-from").returncode == 1

    first = inside("/project/systemd/install", "--yes", "--rotate", "180")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "changes made" in first.stdout
    assert "Python 3.11" in first.stdout, "the doctor reports at the end"
    groups = set(inside("id", "-nG", "tabletop").stdout.split())
    assert {"video", "render", "input", "gpio", "dialout"} <= groups
    assert inside("test", "-x", "/opt/tabletop-companion/.venv/bin/companion").returncode == 0
    assert inside("systemctl", "is-enabled", "tabletop-kiosk.service").stdout.strip() == "enabled"
    assert "consoleblank=0" in see("/boot/firmware/cmdline.txt")
    assert see("/boot/firmware/cmdline.txt").count("\n") == 1
    assert '"rotation": 180' in see("/var/lib/tabletop/kiosk.json")
    assert '"camera_source": "watch"' in see("/var/lib/tabletop/kiosk.json")
    assert "companion" in inside("/usr/local/bin/companion", "--version").stdout
    as_user = inside("runuser", "-u", "tabletop", "--", "/usr/local/bin/companion", "doctor", "--json")
    assert '"format":"doctor/1"' in as_user.stdout, as_user.stderr
    verified = inside("systemd-analyze", "verify", "/etc/systemd/system/tabletop-kiosk.service")
    assert "tabletop" not in verified.stderr, verified.stderr

    assert inside("test", "-e", "/opt/tabletop-companion/.venv/bin/pytest").returncode == 1

    secret = "rtsp://ana:s3cret@camera.example/table"
    stream = inside("/project/systemd/install", "--yes", "--rotate", "180", "--camera", secret)
    assert "s3cret" not in stream.stdout + stream.stderr
    assert see("/etc/tabletop-companion/camera") == secret + "\n"
    mode = inside("stat", "-c", "%a %U:%G", "/etc/tabletop-companion/camera").stdout.split()
    assert mode == ["640", "root:tabletop"]
    assert inside("runuser", "-u", "tabletop", "--", "cat", "/etc/tabletop-companion/camera").returncode == 0
    assert inside("runuser", "-u", "nobody", "--", "cat", "/etc/tabletop-companion/camera").returncode == 1
    allowed = "/etc/systemd/system/tabletop-vision.service.d/stream.conf"
    assert "PrivateNetwork=no" in see(allowed)
    assert inside("/project/systemd/install", "--yes", "--camera", "0").returncode == 0
    assert inside("test", "-e", allowed).returncode == 1, "a camera of its own needs no network"

    second = inside("/project/systemd/install", "--yes", "--rotate", "180")
    assert second.returncode == 0
    assert "Nothing to change." in second.stdout, second.stdout

    inside("touch", "/var/lib/tabletop/precious.night")
    gone = inside("/project/systemd/install", "--uninstall", "--yes")
    assert gone.returncode == 0, gone.stdout + gone.stderr
    for path in (
        "/opt/tabletop-companion",
        "/etc/systemd/system/tabletop-kiosk.service",
        "/usr/local/bin/companion",
    ):
        assert inside("test", "-e", path).returncode == 1, path
    assert (
        see("/boot/firmware/cmdline.txt"),
        see("/boot/firmware/config.txt").rstrip() + "\n",
    ) == boot_before
    assert inside("test", "-e", "/var/lib/tabletop/precious.night").returncode == 0
    assert "Nothing to change." in inside("/project/systemd/install", "--uninstall", "--yes").stdout

    inside("/project/systemd/install", "--uninstall", "--purge", "--yes")
    assert inside("id", "tabletop").returncode != 0
    assert inside("test", "-e", "/var/lib/tabletop").returncode == 1
