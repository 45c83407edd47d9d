"""A Debian with nothing but its base in a folder, for this processor or an emulated one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NOT_COPIED = (".git", ".venv", "out", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis", "*.mo")
QEMU = {"arm64": "qemu-aarch64"}
"""What emulates a foreign processor, by Debian's name of it."""
BINARY_FORMATS = Path("/proc/sys/fs/binfmt_misc")
KEPT = Path(tempfile.gettempdir()) / "tabletop-machines"
"""Where bases are kept between runs; a base is one tar file, and may be deleted at any time."""

Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Release:
    """A release of Debian or Ubuntu, for this processor or an emulated one."""

    suite: str
    architecture: str
    python: str
    """The Python that it has."""
    ubuntu: bool = False


DEBIAN_12 = Release("bookworm", "amd64", "3.11")
DEBIAN_13 = Release("trixie", "amd64", "3.13")
UBUNTU_24 = Release("noble", "amd64", "3.12", ubuntu=True)


class FreshMachine:
    """Runs commands in a fresh root that holds a copy of the project in /project, and prints what it saw."""

    def __init__(self, folder: Path, release: Release, *include: str) -> None:
        self.release = release
        self.root = folder / "root"
        self.root.mkdir(parents=True)
        _unpack(_base(release), self.root)
        self._copy_project()
        self._environment, folders = _way_to_packages(self.root)
        self._mounts = " && ".join(
            [f"mount -t proc proc {self.root}/proc", f"mount -t tmpfs tmpfs {self.root}/dev/shm"]
            + [f"mount -t devpts -o newinstance,ptmxmode=0666 devpts {self.root}/dev/pts"]
            + [f"mount --bind {folder} {self.root}{folder}" for folder in folders]
        )
        if include:
            self.install(*include)

    def install(self, *packages: str) -> None:
        """Installs Debian packages, or .deb files by their paths."""
        self.must("apt-get", "update", "-qq")
        command = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")
        self.must(*command, *packages, DEBIAN_FRONTEND="noninteractive")

    def run(self, *command: str, user: str = "root", **environment: str) -> Done:
        """Runs a command in the root as a user, in an environment with nothing but the way to packages.

        A program of the project is run in the project's folder.
        """
        home = "/root" if user == "root" else f"/home/{user}"
        inside, found, _ = command[0].rpartition("/project/")
        folder = f"{inside}/project" if found else "/"
        as_user = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        script = f'{self._mounts} && cd / && exec chroot {self.root} "$@"'
        begun = time.monotonic()
        # Mounts end with the command: they are in a space of names of its own.
        done = subprocess.run(
            ["unshare", "--mount", "/bin/sh", "-c", script, "sh", *as_user, "env", "-C", folder, *command],
            capture_output=True,
            text=True,
            errors="replace",
            env=self._environment | {"HOME": home, "USER": user} | environment,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        last = (done.stdout.strip() or done.stderr.strip()).rpartition("\n")[2]
        took = f"{time.monotonic() - begun:.0f} s, code {done.returncode}"
        at = f"{self.release.suite} {self.release.architecture} {user}"
        print(f"{at}: {' '.join(command)}: {took}: {last[:200]}", flush=True)
        return done

    def must(self, *command: str, user: str = "root", **environment: str) -> str:
        """Runs a command that has to succeed, and returns what it says on standard output."""
        done = self.run(*command, user=user, **environment)
        assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout

    def see(self, path: str) -> str:
        """Returns a file's text."""
        return (self.root / path.lstrip("/")).read_text()

    def add_user_with_sudo(self, name: str) -> None:
        """Makes a user as the first one on a Raspberry Pi: in the group sudo, without a password."""
        self.install("sudo")
        self.must("useradd", "--create-home", "--shell", "/bin/bash", "--groups", "sudo", name)
        (self.root / "etc/sudoers.d/fresh").write_text(f"{name} ALL=(ALL) NOPASSWD: ALL\n")
        self.must("cp", "-r", "/project", f"/home/{name}/project")
        self.must("chown", "-R", f"{name}:{name}", f"/home/{name}")

    def remove(self) -> None:
        """Gives the disk space back: a root takes one to two gigabytes."""
        shutil.rmtree(self.root, ignore_errors=True)

    def _copy_project(self) -> None:
        excluded = [f"--exclude={name}" for name in NOT_COPIED]
        packed = self.root / "project.tar"
        subprocess.run(["tar", "-C", str(ROOT), *excluded, "-cf", str(packed), "."], check=True)
        (self.root / "project").mkdir()
        _unpack(packed, self.root / "project", "--no-same-owner")
        packed.unlink()
        # Some tests ask git which files belong to the project.
        for step in (("init", "-q"), ("add", "-A")):
            subprocess.run(["git", "-C", str(self.root / "project"), *step], check=True, capture_output=True)


def _base(release: Release) -> Path:
    """Returns the release's base as a tar file, which is made once and kept among the temporary files."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("needs root and debootstrap (scripts/debian-packages-slow)")
    if release.architecture != _said("dpkg", "--print-architecture"):
        _emulate(release.architecture)
    KEPT.mkdir(mode=0o700, exist_ok=True)
    assert KEPT.stat().st_uid == os.geteuid(), f"{KEPT} belongs to somebody else"
    packed = KEPT / f"{release.suite}-{release.architecture}.tar"
    if packed.exists():
        return packed
    command = ["debootstrap", "--variant=minbase", f"--arch={release.architecture}"]
    if release.ubuntu:
        # Debian has no key of Ubuntu's; apt inside the root checks with the keys that lie there.
        command += ["--no-check-gpg", "--components=main,universe"]
        # It knows Ubuntu's archive by the script of an earlier release, which all later ones are made by.
        source = ["", "/usr/share/debootstrap/scripts/gutsy"]
    else:
        source = _mirror()
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        root = Path(folder) / "root"
        done = subprocess.run(
            [*command, release.suite, str(root), *source], capture_output=True, text=True, check=False
        )
        if done.returncode and release.ubuntu and "Failed getting release" in done.stdout + done.stderr:
            pytest.skip(f"Ubuntu's archive cannot be reached: {done.stderr.strip() or done.stdout.strip()}")
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        part = Path(folder) / "base.tar"
        subprocess.run(["tar", "-C", str(root), "--numeric-owner", "-cf", str(part), "."], check=True)
        part.rename(packed)
    return packed


def _unpack(packed: Path, folder: Path, *options: str) -> None:
    subprocess.run(["tar", "-C", str(folder), "--numeric-owner", *options, "-xpf", str(packed)], check=True)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _mirror() -> list[str]:
    """Returns where this machine itself gets its packages, or nothing for debootstrap's own choice."""
    targets = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI)"], capture_output=True, text=True, check=False
    )
    return targets.stdout.split()[:1]


def _emulate(architecture: str) -> None:
    """Lets this kernel run another processor's programs."""
    name = QEMU[architecture]
    if not shutil.which(f"{name}-static"):
        pytest.skip(f"needs {name}-static (scripts/debian-packages-slow)")
    if not (BINARY_FORMATS / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(BINARY_FORMATS)], check=True)
    if not (BINARY_FORMATS / name).exists():
        subprocess.run(["update-binfmts", "--enable", name], check=True)


def _way_to_packages(root: Path) -> tuple[dict[str, str], list[Path]]:
    """Copies this machine's own way to Debian's and Python's packages: settings, and folders to mount."""
    acquire = _said("apt-config", "dump", "Acquire")
    (root / "etc/apt/apt.conf.d/99host").write_text(acquire)
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copy(name, root / name.lstrip("/"))
    environment = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LC_ALL": "C.UTF-8",
    }
    environment |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    environment |= _pip_settings()
    folders = []
    for name, value in environment.items():
        for word in value.split():
            # A local index keeps its files beside it.
            path = Path(word.removeprefix("file://")).parent if word.startswith("file://") else Path(word)
            if not name.startswith("PIP_") or not path.is_absolute() or not path.exists():
                continue
            there = root / path.relative_to("/")
            if path.is_dir():
                there.mkdir(parents=True, exist_ok=True)
                folders.append(path)
            else:
                # Not in the file's own place: a package may bring that file itself.
                shutil.copy(path, root / "etc" / f"host-{path.name}")
                environment[name] = f"/etc/host-{path.name}"
    return environment, folders


def _pip_settings() -> Mapping[str, str]:
    """Returns pip's settings on this machine, from all its files, as environment variables."""
    found = {}
    for line in _said(sys.executable, "-m", "pip", "config", "list").splitlines():
        name, _, value = line.partition("=")
        option = name.rpartition(".")[2].upper().replace("-", "_")
        found[f"PIP_{option}"] = " ".join(value.strip("'\"").replace("\\n", " ").split())
    return found
