"""A release: everything that the program needs is in the wheel, and version and changelog agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import __version__
from tests.machines.fresh import DEBIAN_12, DEBIAN_13, FreshMachine

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("companion", "hardware", "kiosk", "vision")


def release(*args: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "scripts/release"), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = release("--no-deb", "--no-compile", "--to", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_the_wheel_holds_the_whole_program(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    files = tracked(*ROOMS)
    catalogues = {name.removesuffix(".po") + ".mo" for name in files if name.endswith(".po")}
    assert catalogues
    assert sorted((files | catalogues) - held) == []
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        shipped = {name.partition("/")[2] for name in archive.getnames()}
    wanted = tracked("run", "test", "scripts", "systemd", "tests", "docs", "requirements.lock")
    assert sorted((wanted | files | catalogues) - shipped) == []


def test_the_wheel_works_far_from_the_checkout(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); from companion.cli import main; main()"

    def companion(*args: str) -> str:
        command = [sys.executable, "-I", "-c", start, str(tmp_path / "site"), *args]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert __version__ in companion("--version")
    assert "rayman-sample" in companion("packs", "list")
    assert "Lister" in companion("--language", "fr", "--help")


def test_version_and_changelog_agree() -> None:
    first = re.search(r"(?m)^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert first is not None
    assert first[1] == __version__


def test_a_machine_without_git_is_told_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts/release"), "--no-deb", "--to", str(tmp_path)],
        capture_output=True,
        text=True,
        env={"PATH": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "release: git is needed, to know which files belong to the project\n"


def test_a_deb_does_not_ask_for_packages_while_dpkg_is_busy() -> None:
    assert "--no-packages" in (ROOT / "systemd/debian/postinst").read_text()
    said = subprocess.run(
        [str(ROOT / "systemd/install"), "--dry-run", "--no-packages", "--x11"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert "Debian packages" not in said
    assert "would" in said


def test_a_release_writes_version_and_date(tmp_path: Path) -> None:
    for name in ("scripts/release", "CHANGELOG.md", "companion/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.1.0 (unreleased)\n\n- Everything.\n")
    assert release("--cut", "one", folder=tmp_path).stderr.count("\n") == 1
    release("--cut", "7.8.9", folder=tmp_path)  # cannot build here, where nothing else is
    assert '__version__ = "7.8.9"' in (tmp_path / "companion/__init__.py").read_text()
    assert re.search(r"(?m)^## 7\.8\.9 \(\d{4}-\d\d-\d\d\)$", (tmp_path / "CHANGELOG.md").read_text())
    refused = release("--cut", "7.9.0", folder=tmp_path)
    assert refused.returncode == 1
    assert "unreleased" in refused.stderr


@pytest.fixture(scope="module", params=[DEBIAN_12, DEBIAN_13], ids=["debian-12", "debian-13"])
def machine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FreshMachine]:
    include = ("systemd", "systemd-sysv", "init-system-helpers", "git")
    fresh = FreshMachine(tmp_path_factory.mktemp("release"), request.param, *include)
    yield fresh
    fresh.remove()


@pytest.mark.slow
def test_the_wheel_and_the_deb_install_on_a_fresh_debian(machine: FreshMachine, built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    shutil.copy(wheel, machine.root / "srv" / wheel.name)
    machine.must("/project/scripts/bootstrap")
    machine.must("python3", "-m", "venv", "/srv/plain")
    machine.must("/srv/plain/bin/pip", "install", "--quiet", f"/srv/{wheel.name}")
    assert "rayman-sample" in machine.must("/srv/plain/bin/companion", "packs", "list")
    assert __version__ in machine.must("/srv/plain/bin/companion", "--version")

    machine.must("sh", "-c", "cd /project && git init -q && git add -A")
    machine.must("/project/.venv/bin/python", "/project/scripts/release", "--to", "/srv/dist")
    (package,) = (machine.root / "srv/dist").glob("*.deb")
    machine.must(
        "apt-get", "install", "-y", "-qq", f"/srv/dist/{package.name}", DEBIAN_FRONTEND="noninteractive"
    )
    assert __version__ in machine.must("/usr/local/bin/companion", "--version")
    assert machine.must("systemctl", "is-enabled", "tabletop-kiosk.service").strip() == "enabled"
    assert machine.must("systemctl", "get-default").strip() == "multi-user.target"
    assert "tabletop" in machine.must("id", "tabletop")
    machine.must("touch", "/var/lib/tabletop/precious.night")
    machine.must("apt-get", "remove", "-y", "-qq", "tabletop-companion")
    assert machine.run("test", "-e", "/etc/systemd/system/tabletop-kiosk.service").returncode == 1
    assert machine.run("test", "-e", "/opt/tabletop-companion/.venv").returncode == 1
    assert machine.run("test", "-e", "/var/lib/tabletop/precious.night").returncode == 0
