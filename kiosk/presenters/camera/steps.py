"""Setting a camera up as a list of steps, each with how it stands; and the light check, in words."""

from __future__ import annotations

from msgspec import Struct

from companion.core.blocks import Piece
from companion.core.message import Message, literal, say
from companion.ports.camera import Light
from kiosk.camera.camera import Camera
from kiosk.presenters.camera.seen import CameraLine

BRIGHT, EVEN, GLARE, SHARP = 0.45, 0.5, 0.03, 0.3
"""Beyond these the light is poor; glare is the share of the board that is white."""
EVEN_PRINT = 0.3
"""Where no anchors show what white is, a dark print may look like shadow."""


class SetupStep(Struct, frozen=True):
    """One step: the panel that does it, whether it is done, and how it stands."""

    panel: str
    icon: str
    state: str
    """`done`, `todo` or `optional`."""
    title: Message
    note: Message


def steps(camera: Camera) -> tuple[SetupStep, ...]:
    """Lists what it takes for the camera to see a table."""
    eye = camera.eye
    if eye is None:
        return ()
    return (_board(camera), _spaces(camera), _figures(camera), _places(camera), _lens(camera), _check(camera))


def _board(camera: Camera) -> SetupStep:
    eye, health = camera.eye, camera.health()
    assert eye is not None
    is_seen = camera.sighting is not None and camera.sighting.registered
    if not eye.table.anchors and not eye.board:
        state, note = "todo", say("kiosk_camera.setup.board.unknown")
    elif health is not None and health.anchors_hidden:
        state = "done" if is_seen else "todo"
        note = say("kiosk_camera.setup.board.hidden", names=", ".join(health.anchors_hidden))
    elif camera.sighting is None:
        state, note = "optional", say("kiosk_camera.setup.board.looking")
    elif not is_seen:
        state, note = "todo", say("kiosk_camera.setup.board.lost")
    elif eye.table.anchors:
        state, note = "done", say("kiosk_camera.setup.board.tags", count=len(eye.table.anchors))
    else:
        state, note = "done", say("kiosk_camera.setup.board.print")
    return SetupStep("board", "table", state, say("kiosk_camera.setup.board"), note)


def _spaces(camera: Camera) -> SetupStep:
    eye = camera.eye
    assert eye is not None
    board = camera.session.view().board if camera.session is not None else None
    missing = {space.id for space in board.spaces} - set(eye.table.spaces) if board is not None else set()
    if missing:
        note = say("kiosk_camera.setup.spaces.other", count=len(missing))
    else:
        note = say("kiosk_camera.setup.spaces.laid", count=len(eye.table.spaces))
    return SetupStep(
        "spaces", "target", "todo" if missing else "done", say("kiosk_camera.setup.spaces"), note
    )


def _figures(camera: Camera) -> SetupStep:
    eye, sighting = camera.eye, camera.sighting
    assert eye is not None
    expected = camera.session.game.expected_scene(camera.session.state).figures if camera.session else {}
    names = {piece.id: piece.label for piece in _pieces(camera)}
    unseen = [name for name in expected if sighting is not None and name in sighting.unseen]
    title = say("kiosk_camera.setup.figures")
    if unseen:
        first = names.get(unseen[0], literal(unseen[0]))
        key = "unseen" if len(unseen) == 1 else "unseen_more"
        note = say(f"kiosk_camera.setup.figures.{key}", name=first, count=len(unseen) - 1)
        return SetupStep("figures", "palette", "todo", title, note)
    has_rings = any(mark.ring is not None for mark in eye.table.figures.values())
    note = say(f"kiosk_camera.setup.figures.{'rings' if has_rings else 'tags'}")
    return SetupStep("figures", "palette", "done" if sighting is not None else "optional", title, note)


def _pieces(camera: Camera) -> tuple[Piece, ...]:
    board = camera.session.view().board if camera.session is not None else None
    return board.pieces if board is not None else ()


def _places(camera: Camera) -> SetupStep:
    places, reading = camera.places, camera.reading
    title = say("kiosk_camera.setup.places")
    if places is None or not places.all:
        return SetupStep("places", "cards", "optional", title, say("kiosk_camera.setup.places.none"))
    if reading is not None and reading.why is not None:
        return SetupStep("places", "cards", "todo", title, reading.why)
    note = say("kiosk_camera.setup.places.kept", count=len(places.all))
    return SetupStep("places", "cards", "done", title, note)


def _lens(camera: Camera) -> SetupStep:
    assert camera.eye is not None
    state = "measured" if camera.eye.table.camera is not None else "guessed"
    note = say(f"kiosk_camera.setup.lens.{state}")
    done = "done" if state == "measured" else "optional"
    return SetupStep("lens", "eye", done, say("kiosk_camera.setup.lens"), note)


def _check(camera: Camera) -> SetupStep:
    wanting = [line for line in (*light_lines(camera), *table_lines(camera)) if line.colour != "done"]
    title = say("kiosk_camera.setup.check")
    if wanting:
        note = say("kiosk_camera.setup.check.wanting", count=len(wanting))
        return SetupStep("check", "sun", "todo", title, note)
    return SetupStep("check", "sun", "done", title, say("kiosk_camera.setup.check.ready"))


def light_lines(camera: Camera) -> tuple[CameraLine, ...]:
    """Says how the light is, and what to do about it."""
    health = camera.health()
    light = health.light if health is not None else None
    if health is None or light is None:
        return (CameraLine("eye", "quiet", say("kiosk_camera.check.looking")),)
    return tuple(
        _light_line(part, is_good)
        for part, is_good in (
            ("bright", light.brightness >= BRIGHT),
            ("even", light.evenness >= (EVEN if health.anchors_seen else EVEN_PRINT)),
            ("glare", light.glare <= GLARE),
            ("sharp", light.sharpness >= SHARP),
        )
    )


def _light_line(part: str, is_good: bool) -> CameraLine:
    if is_good:
        return CameraLine("check", "done", say(f"kiosk_camera.check.{part}.good"))
    return CameraLine(
        "warning",
        "accent",
        say(f"kiosk_camera.check.{part}.poor"),
        say(f"kiosk_camera.check.{part}.do"),
    )


def own_eyes(camera: Camera) -> tuple[tuple[Message, str], ...]:
    """Lists what lies on the board without a mark, by what it is called, with its spaces."""
    tracked = camera.eye.table.figures if camera.eye is not None else {}
    lying: list[tuple[Message, list[str]]] = []
    for piece in _pieces(camera):
        if piece.id in tracked:
            continue
        same = next((spaces for label, spaces in lying if label == piece.label), None)
        if same is None:
            lying.append((piece.label, [piece.space]))
        else:
            same.append(piece.space)
    return tuple((label, ", ".join(spaces)) for label, spaces in lying)


def meters(light: Light) -> tuple[float, ...]:
    """Returns how good each part of the light is, 0 to 1, in the order of its lines."""
    return light.brightness, light.evenness, max(0.0, 1 - light.glare / (2 * GLARE)), light.sharpness


def table_lines(camera: Camera) -> tuple[CameraLine, ...]:
    """Says which anchors and figures are in their places, and what to do about the others."""
    found = camera.setup_check()
    if found is None:
        return (CameraLine("cross", "hit", say("kiosk_camera.camera.none")),)
    comparison = camera.comparison()
    differences = comparison.differences if comparison is not None else ()
    wanting = [
        CameraLine("warning", "accent", line, next((one.do for one in differences if one.say == line), None))
        for line in found.wanting
    ]
    return (*wanting, *(CameraLine("check", "done", line) for line in found.fine))
