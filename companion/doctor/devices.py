"""Screen, touch, pins, serial ports, camera, and whether this user may use them."""

from __future__ import annotations

import grp
import os
import subprocess
from importlib.util import find_spec

from companion.core.errors import Invalid
from companion.core.message import literal, say
from companion.doctor.machine import Finding, Machine, unusable
from companion.ports.chosen_camera import CAMERA_FILE, chosen_camera, without_password
from companion.ports.programs import PYTHON

GROUPS = ("video", "render", "input", "gpio", "dialout")
ABS_MT_POSITION_X = 0x35
"""The bit by which the kernel marks a touch screen."""


def display(machine: Machine) -> list[Finding]:
    """Looks for a running display, then for a cable in a socket."""
    shown_by = machine.environment.get("WAYLAND_DISPLAY") or machine.environment.get("DISPLAY")
    if shown_by:
        return [Finding("display", say("doctor.display.running", display=shown_by))]
    plugged = [
        path.parent.name
        for path in machine.paths("sys/class/drm/*/status")
        if path.read_text().strip() == "connected"
    ]
    if plugged:
        return [Finding("display", say("doctor.display.plugged", socket=plugged[0]))]
    return [Finding("display", say("doctor.display.none"), say("doctor.display.todo"))]


def touch(machine: Machine) -> list[Finding]:
    """Looks for an input device that reports fingers."""
    for block in machine.text("proc/bus/input/devices").split("\n\n"):
        lines = dict(line.partition("=")[::2] for line in block.splitlines() if "=" in line)
        words = lines.get("B: ABS", "").split()
        bits = sum(int(word, 16) << (64 * place) for place, word in enumerate(reversed(words)))
        if bits >> ABS_MT_POSITION_X & 1:
            return [Finding("touch", say("doctor.touch", name=lines.get("N: Name", "").strip('"')))]
    todo = say("doctor.touch.todo") if machine.pi_model else None
    return [Finding("touch", say("doctor.touch.none"), todo)]


def gpio(machine: Machine) -> list[Finding]:
    """Looks for the pins."""
    chips = machine.paths("dev/gpiochip*")
    if not chips:
        todo = say("doctor.gpio.todo") if machine.pi_model else None
        return [Finding("gpio", say("doctor.gpio.none"), todo)]
    if len(unusable(chips)) == len(chips):
        return [Finding("gpio", say("doctor.gpio.forbidden"), say("doctor.group.todo", group="gpio"))]
    # Raspberry Pi OS brings the library for a Python that has no wheel of it.
    if machine.pi_model and find_spec("lgpio") is None:
        return [Finding("gpio", say("doctor.gpio", count=len(chips)), say("doctor.gpio.library"))]
    return [Finding("gpio", say("doctor.gpio", count=len(chips)))]


def serial(machine: Machine) -> list[Finding]:
    """Looks for the ports that a dice box makes; having none is no fault."""
    ports = machine.paths("dev/ttyACM*") + machine.paths("dev/ttyUSB*")
    if not ports:
        return [Finding("serial", say("doctor.serial.none"))]
    names = tuple(literal(f"/dev/{port.name}") for port in ports)
    todo = say("doctor.group.todo", group="dialout") if unusable(ports) else None
    return [Finding("serial", say("doctor.serial", ports=names), todo)]


def camera(machine: Machine) -> list[Finding]:
    """Looks for a camera's device, or says which other camera is chosen, without taking a picture."""
    try:
        chosen = chosen_camera(machine.root / CAMERA_FILE.relative_to("/"))
    except Invalid:
        return [Finding("camera", say("doctor.picture.unknown"), say("doctor.picture.as_user"))]
    if chosen != "pi" and not chosen.isdecimal():
        return [Finding("camera", say("doctor.camera.chosen", camera=without_password(chosen)))]
    cameras = machine.paths("dev/video*")
    if not cameras:
        todo = say("doctor.camera.todo") if machine.pi_model else None
        return [Finding("camera", say("doctor.camera.none"), todo)]
    if len(unusable(cameras)) == len(cameras):
        return [Finding("camera", say("doctor.camera.forbidden"), say("doctor.group.todo", group="video"))]
    return [Finding("camera", say("doctor.camera", count=len(cameras)))]


def picture(machine: Machine) -> list[Finding]:
    """Takes a test picture and measures its light, in a process of its own: a camera can hang."""
    command = [*PYTHON, "-m", "vision.testpicture"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return [Finding("picture", say("doctor.picture.hangs"), say("doctor.camera.todo"))]
    if done.returncode == 2:
        return [Finding("picture", say("doctor.picture.unknown"), say("doctor.picture.as_user"))]
    if done.returncode or not done.stdout.split():
        return [Finding("picture", say("doctor.picture.none"), say("doctor.camera.todo"))]
    light = round(float(done.stdout.split()[0]))
    found = say("doctor.picture", light=light)
    if light < 25:
        return [Finding("picture", found, say("doctor.picture.dark"))]
    if light > 90:
        return [Finding("picture", found, say("doctor.picture.bright"))]
    return [Finding("picture", found)]


def phones(machine: Machine) -> list[Finding]:
    """Looks for a network that phones could join, or the means to open one."""
    nets = [path.parent for path in machine.paths("sys/class/net/*/operstate") if path.parent.name != "lo"]
    linked = tuple(
        literal(net.name) for net in nets if (net / "operstate").read_text().strip() in ("up", "unknown")
    )
    is_wireless = any((net / "wireless").exists() for net in nets)
    can_open = (
        is_wireless and bool(machine.paths("usr/bin/nmcli")) and bool(machine.paths("usr/sbin/dnsmasq"))
    )
    services = "etc/systemd/system/"
    is_service = bool(machine.paths(f"{services}tabletop-kiosk.service"))
    if is_service and not machine.paths(f"{services}tabletop-phones.service"):
        return [Finding("phones", say("doctor.phones.off"))]
    if linked:
        key = "doctor.phones.hotspot" if can_open else "doctor.phones"
        return [Finding("phones", say(key, networks=linked))]
    if can_open:
        return [Finding("phones", say("doctor.phones.hotspot_only"))]
    todo = say("doctor.phones.todo") if is_service else None
    return [Finding("phones", say("doctor.phones.none"), todo)]


def permissions(machine: Machine) -> list[Finding]:
    """Looks at the user: never root, and in the groups of the devices."""
    if os.geteuid() == 0:
        todo = say("doctor.root.todo") if machine.pi_model else None
        return [Finding("permissions", say("doctor.root"), todo)]
    mine = set(os.getgroups())
    missing = []
    for group in GROUPS:
        try:
            if grp.getgrnam(group).gr_gid not in mine:
                missing.append(literal(group))
        except KeyError:
            continue
    if missing and machine.pi_model:
        groups = tuple(missing)
        return [
            Finding("permissions", say("doctor.groups.missing", groups=groups), say("doctor.groups.todo"))
        ]
    return [Finding("permissions", say("doctor.groups"))]
