"""Disk, clock, temperature and power."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from companion.core.message import say
from companion.doctor.machine import Finding, Machine
from companion.ports.folders import data_folder

FEWEST_FREE_MB = 200
HOT_C = 80
EARLIEST_YEAR = 2025
"""A clock before this was never set: the Pi 4 forgets the time without power."""

UNDERVOLTAGE_NOW, THROTTLED_NOW = 1 << 0, 1 << 2
UNDERVOLTAGE_BEFORE = 1 << 16


def disk(machine: Machine) -> list[Finding]:
    """Writes a little where the nights are kept, and asks the file system for its free space and errors."""
    folder = _nearest(data_folder())
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    found = say("doctor.disk", folder=str(folder), free=free_mb)
    if not _can_write(folder):
        return [Finding("disk", found, say("doctor.disk.readonly", folder=str(folder)))]
    if free_mb < FEWEST_FREE_MB:
        return [Finding("disk", found, say("doctor.disk.full", needed=FEWEST_FREE_MB))]
    return [Finding("disk", found)]


def disk_health(machine: Machine) -> list[Finding]:
    """Asks for errors the file system has met, and for the wear that some cards tell."""
    errors = sum(int(path.read_text() or 0) for path in machine.paths("sys/fs/ext4/*/errors_count"))
    if errors:
        found = say("doctor.health.errors", count=errors)
        return [Finding("disk_health", found, say("doctor.health.todo"))]
    for path in machine.paths("sys/block/mmcblk*/device/life_time"):
        worn = max((int(word, 16) for word in path.read_text().split()), default=0)
        if worn >= 9:
            return [Finding("disk_health", say("doctor.health.worn"), say("doctor.health.todo"))]
    return [Finding("disk_health", say("doctor.health"))]


def clock(machine: Machine) -> list[Finding]:
    """Asks whether the time can be right: from the network, from a clock chip, or at least set once."""
    now = time.localtime()
    found = say("doctor.clock", time=time.strftime("%Y-%m-%d %H:%M", now))
    if now.tm_year < EARLIEST_YEAR:
        return [Finding("clock", found, say("doctor.clock.todo"))]
    has_source = machine.paths("run/systemd/timesync/synchronized") or machine.paths("dev/rtc*")
    if machine.pi_model and not has_source:
        return [Finding("clock", found, say("doctor.clock.unsure"))]
    return [Finding("clock", found)]


def temperature(machine: Machine) -> list[Finding]:
    """Reads the processor's temperature."""
    text = machine.text("sys/class/thermal/thermal_zone0/temp")
    if not text.lstrip("-").isdigit():
        return [Finding("temperature", say("doctor.temperature.none"))]
    degrees = round(int(text) / 1000)
    todo = say("doctor.temperature.todo") if degrees >= HOT_C else None
    return [Finding("temperature", say("doctor.temperature", degrees=degrees), todo)]


def power(machine: Machine) -> list[Finding]:
    """Reads the Pi's own word on low voltage and throttling."""
    text = machine.text("sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        flags = int(text, 16)
    except ValueError:
        return [Finding("power", say("doctor.power.none"))]
    if flags & (UNDERVOLTAGE_NOW | UNDERVOLTAGE_BEFORE):
        return [Finding("power", say("doctor.power.low"), say("doctor.power.todo"))]
    if flags & THROTTLED_NOW:
        return [Finding("power", say("doctor.power.throttled"), say("doctor.temperature.todo"))]
    return [Finding("power", say("doctor.power"))]


def _nearest(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder


def _can_write(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"doctor")
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True
