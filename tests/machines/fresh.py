"""A Debian with nothing but its base in a folder, for this processor or an emulated one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NOT_COPIED = (".git", ".venv", "out", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis", "*.mo")
QEMU = {"arm64": "qemu-aarch64"}
"""What emulates a foreign processor, by Debian's name of it."""
BINARY_FORMATS = Path("/proc/sys/fs/binfmt_misc")

Done = subprocess.CompletedProcess[str]


class FreshMachine:
    """Runs commands in a fresh root that holds a copy of the project in /project."""

    def __init__(self, folder: Path, suite: str, architecture: str = "", include: str = "") -> None:
        if os.geteuid() != 0 or not shutil.which("debootstrap"):
            pytest.skip("needs root and debootstrap (scripts/debian-packages-slow)")
        own = _said("dpkg", "--print-architecture")
        architecture = architecture or own
        if architecture != own:
            _emulate(architecture)
        self.root = folder / "root"
        command = ["debootstrap", "--variant=minbase", f"--arch={architecture}"]
        command += [f"--include={include}"] if include else []
        done = subprocess.run(
            [*command, suite, str(self.root), *_mirror()], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        self._copy_project()
        self._environment, folders = _way_to_packages(self.root)
        self._mounts = " && ".join(
            [f"mount -t proc proc {self.root}/proc", f"mount -t tmpfs tmpfs {self.root}/dev/shm"]
            + [f"mount -t devpts -o newinstance,ptmxmode=0666 devpts {self.root}/dev/pts"]
            + [f"mount --bind {folder} {self.root}{folder}" for folder in folders]
        )

    def run(self, *command: str, user: str = "root", **environment: str) -> Done:
        """Runs a command in the root as a user, in an environment with nothing but the way to packages."""
        home = "/root" if user == "root" else f"/home/{user}"
        as_user = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        script = f'{self._mounts} && cd / && exec chroot {self.root} "$@"'
        # Mounts end with the command: they are in a space of names of its own.
        return subprocess.run(
            ["unshare", "--mount", "/bin/sh", "-c", script, "sh", *as_user, *command],
            capture_output=True,
            text=True,
            errors="replace",
            env=self._environment | {"HOME": home, "USER": user} | environment,
            stdin=subprocess.DEVNULL,
            check=False,
        )

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
        self.must("apt-get", "update", "-qq")
        self.must("apt-get", "install", "-y", "-qq", "--no-install-recommends", "sudo")
        self.must("useradd", "--create-home", "--shell", "/bin/bash", "--groups", "sudo", name)
        (self.root / "etc/sudoers.d/fresh").write_text(f"{name} ALL=(ALL) NOPASSWD: ALL\n")
        self.must("cp", "-r", "/project", f"/home/{name}/project")
        self.must("chown", "-R", f"{name}:{name}", f"/home/{name}")

    def remove(self) -> None:
        """Gives the disk space back."""
        shutil.rmtree(self.root, ignore_errors=True)

    def _copy_project(self) -> None:
        excluded = [f"--exclude={name}" for name in NOT_COPIED]
        copy = subprocess.run(
            ["tar", "-C", str(ROOT), *excluded, "-cf", "-", "."], capture_output=True, check=True
        )
        (self.root / "project").mkdir()
        unpack = ["tar", "-C", str(self.root / "project"), "--no-same-owner", "-xf", "-"]
        subprocess.run(unpack, input=copy.stdout, check=True)
        # Some tests ask git which files belong to the project.
        for step in (("init", "-q"), ("add", "-A")):
            subprocess.run(["git", "-C", str(self.root / "project"), *step], check=True, capture_output=True)


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
