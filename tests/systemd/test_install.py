"""The installer: rehearsed anywhere, and for real in a fresh Debian."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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


Inside = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """Runs commands in a fresh Debian with a copy of the project and a Pi's boot files."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("needs root and debootstrap")
    fresh = tmp_path_factory.mktemp("debian") / "root"
    subprocess.run(
        [
            "debootstrap",
            "--variant=minbase",
            "--include=systemd,systemd-sysv,init-system-helpers",
            "bookworm",
            str(fresh),
        ],
        check=True,
        capture_output=True,
    )
    excluded = [f"--exclude={name}" for name in ("./.git", "./.venv", "./out", "__pycache__", "*.egg-info")]
    tar = subprocess.run(
        ["tar", "-C", str(ROOT), *excluded, "-cf", "-", "."], capture_output=True, check=True
    )
    (fresh / "project").mkdir()
    subprocess.run(["tar", "-C", str(fresh / "project"), "-xf", "-"], input=tar.stdout, check=True)
    (fresh / "boot/firmware").mkdir(parents=True)
    (fresh / "boot/firmware/cmdline.txt").write_text("console=tty1 root=PARTUUID=1 rootwait\n")
    (fresh / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    # This machine's own way to the package registries, whatever that is.
    environment = {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "http", "https"))
    }
    certificates = Path("/etc/ssl/certs/ca-certificates.crt")
    if certificates.exists():
        shutil.copy(certificates, fresh / "etc/host-certificates.crt")
        environment["PIP_CERT"] = "/etc/host-certificates.crt"
    for name in ("/etc/resolv.conf", "/etc/pip.conf"):
        if Path(name).exists():
            shutil.copy(name, fresh / name.lstrip("/"))
    mounts = f"mount -t proc proc {fresh}/proc"
    wheels = Path(environment.get("PIP_FIND_LINKS", ""))
    if wheels.is_absolute() and wheels.is_dir():
        (fresh / wheels.relative_to("/")).mkdir(parents=True, exist_ok=True)
        mounts += f" && mount --bind {wheels} {fresh}{wheels}"
    environment |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}

    def inside(*command: str) -> subprocess.CompletedProcess[str]:
        script = f'{mounts} && exec chroot {fresh} "$@"'
        return subprocess.run(
            ["unshare", "--mount", "/bin/sh", "-c", script, "sh", *command],
            capture_output=True,
            text=True,
            env=environment,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    yield inside
    shutil.rmtree(fresh, ignore_errors=True)


@pytest.mark.slow
def test_the_installer_in_a_fresh_debian(inside: Inside) -> None:
    def see(path: str) -> str:
        return inside("cat", path).stdout

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
