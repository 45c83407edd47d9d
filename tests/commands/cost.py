"""What a command costs whoever starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.night.command import environment

MOST_MB = 300
MOST_CPU_S = 10.0
MEASURE = """
import json, resource, subprocess, sys
code = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cost = {"code": code, "cpu_s": used.ru_utime + used.ru_stime, "memory_mb": used.ru_maxrss / 1024}
json.dump(cost, open(sys.argv[1], "w"))
"""
"""Started from a small process: the kernel counts the memory of whoever starts a program as its own too."""


class Ran:
    """How `companion` ended, and what it cost."""

    def __init__(self, data: Path, *args: object, stdin: int = subprocess.DEVNULL) -> None:
        command = [sys.executable, "-c", "from companion.cli import main; main()", *map(str, args)]
        measured = data / "cost"
        done = subprocess.run(
            [sys.executable, "-S", "-c", MEASURE, str(measured), *command],
            stdin=stdin,
            capture_output=True,
            text=True,
            env=environment(data),
            timeout=300,
            check=True,
        )
        cost = json.loads(measured.read_text())
        self.code, self.cpu_s, self.memory_mb = cost["code"], cost["cpu_s"], cost["memory_mb"]
        self.out, self.err = done.stdout, done.stderr

    def must_refuse(self, *words: str) -> None:
        assert (self.code, len(self.err.splitlines())) == (2, 1), self.err
        assert "Traceback" not in self.err
        for word in words:
            assert word in self.err
        self.must_be_cheap()

    def must_be_cheap(self) -> None:
        assert self.memory_mb < MOST_MB
        assert self.cpu_s < MOST_CPU_S
