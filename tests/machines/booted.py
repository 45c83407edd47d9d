"""A root that QEMU starts as a machine of its own: with a screen to look at, and a pointer to touch it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

SCREEN = (800, 480)
POINTER = 32767
"""How far a pointer of QEMU's reaches on each axis."""


class Booted:
    """A running machine."""

    def __init__(self, folder: Path, control: socket.socket) -> None:
        self._folder = folder
        self._control = control.makefile("rwb")
        self._control.readline()
        self._do("qmp_capabilities")

    def log(self) -> str:
        """Returns what the machine wrote on its serial line: the kernel, and the journal."""
        return (self._folder / "serial").read_text(errors="replace")

    def wait_for(self, *texts: str, seconds: int) -> None:
        """Waits until the machine's log holds one of some texts."""
        end = time.monotonic() + seconds
        while not any(text in self.log() for text in texts):
            assert time.monotonic() < end, f"{texts} did not come:\n{self.log()[-3000:]}"
            time.sleep(1)

    def look(self, name: str) -> np.ndarray:
        """Takes a picture of the screen, which stays in the folder."""
        picture = self._folder / f"{name}.ppm"
        self._do("screendump", filename=str(picture))
        seen = cv2.imread(str(picture))
        assert seen is not None, picture
        return seen

    def touch(self, x: int, y: int) -> None:
        """Touches the screen at a point."""
        for axis, at, size in (("x", x, SCREEN[0]), ("y", y, SCREEN[1])):
            self._send("abs", axis=axis, value=at * POINTER // size)
        for is_down in (True, False):
            self._send("btn", button="left", down=is_down)
            time.sleep(0.2)

    def _send(self, kind: str, **data: object) -> None:
        self._do("input-send-event", events=[{"type": kind, "data": data}])

    def _do(self, command: str, **arguments: object) -> Any:
        self._control.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        self._control.flush()
        while True:
            answer = json.loads(self._control.readline())
            assert "error" not in answer, answer
            if "return" in answer:
                return answer["return"]


@contextmanager
def boot(root: Path, folder: Path, processors: int = 2) -> Iterator[Booted]:
    """Starts a root that holds a kernel, and switches the machine off at the end."""
    for program in ("qemu-system-x86_64", "mke2fs"):
        if not shutil.which(program):
            pytest.skip(f"needs {program} (scripts/debian-packages-slow)")
    disk, control = folder / "disk", folder / "control"
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", str(root), str(disk), "6G"], check=True)
    serial = f"file:{folder / 'serial'}"
    command = [
        "qemu-system-x86_64", "-machine", "q35", "-m", "2048", "-smp", str(processors), "-display", "none",
        "-no-reboot",
        # Without AVX: QEMU 7.2 emulates its gathering loads wrongly, and Mesa draws with them.
        "-accel", "tcg,thread=multi", "-cpu", "Nehalem",
        "-kernel", str(root / "vmlinuz"), "-initrd", str(root / "initrd.img"),
        "-append", "root=/dev/vda rw console=ttyS0 systemd.journald.forward_to_console=1",
        "-drive", f"file={disk},format=raw,if=virtio", "-vga", "none",
        "-device", f"virtio-gpu-pci,xres={SCREEN[0]},yres={SCREEN[1]}", "-device", "virtio-tablet-pci",
        "-nic", "none", "-serial", serial, "-qmp", f"unix:{control},server=on,wait=off",
    ]  # fmt: skip
    machine = subprocess.Popen(command, stderr=(folder / "qemu").open("w"))
    try:
        with socket.socket(socket.AF_UNIX) as wire:
            for _ in range(100):
                if control.exists() or machine.poll() is not None:
                    break
                time.sleep(0.1)
            assert machine.poll() is None, (folder / "qemu").read_text()
            wire.connect(str(control))
            yield Booted(folder, wire)
    finally:
        machine.kill()
        machine.wait()
