"""Setting a camera up as a list of steps, each with how it stands; and the light check, in words."""

from __future__ import annotations

from msgspec import Struct

from companion.core.blocks import Piece
from companion.core.message import Message, literal, say
from companion.ports.camera import Light
from kiosk.presenters.camera import SightLine
from kiosk.sight import Sight

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


def steps(sight: Sight) -> tuple[SetupStep, ...]:
    """Lists what it takes for the camera to see a table."""
    eye = sight.eye
    if eye is None:
        return ()
    return (_board(sight), _spaces(sight), _figures(sight), _lens(sight), _check(sight))


def _board(sight: Sight) -> SetupStep:
    eye, health = sight.eye, sight.health()
    assert eye is not None
    is_seen = sight.sighting is not None and sight.sighting.registered
    if not eye.table.anchors and not eye.board:
        state, note = "todo", say("kiosk_camera.setup.board.unknown")
    elif health is not None and health.anchors_hidden:
        state = "done" if is_seen else "todo"
        note = say("kiosk_camera.setup.board.hidden", names=", ".join(health.anchors_hidden))
    elif sight.sighting is None:
        state, note = "optional", say("kiosk_camera.setup.board.looking")
    elif not is_seen:
        state, note = "todo", say("kiosk_camera.setup.board.lost")
    elif eye.table.anchors:
        state, note = "done", say("kiosk_camera.setup.board.tags", count=len(eye.table.anchors))
    else:
        state, note = "done", say("kiosk_camera.setup.board.print")
    return SetupStep("board", "table", state, say("kiosk_camera.setup.board"), note)


def _spaces(sight: Sight) -> SetupStep:
    eye = sight.eye
    assert eye is not None
    board = sight.session.view().board if sight.session is not None else None
    missing = {space.id for space in board.spaces} - set(eye.table.spaces) if board is not None else set()
    if missing:
        note = say("kiosk_camera.setup.spaces.other", count=len(missing))
    else:
        note = say("kiosk_camera.setup.spaces.laid", count=len(eye.table.spaces))
    return SetupStep(
        "laying", "target", "todo" if missing else "done", say("kiosk_camera.setup.spaces"), note
    )


def _figures(sight: Sight) -> SetupStep:
    eye, sighting = sight.eye, sight.sighting
    assert eye is not None
    expected = sight.session.game.expected_scene(sight.session.state).figures if sight.session else {}
    names = {piece.id: piece.label for piece in _pieces(sight)}
    unseen = [name for name in expected if sighting is not None and name in sighting.unseen]
    title = say("kiosk_camera.setup.figures")
    if unseen:
        first = names.get(unseen[0], literal(unseen[0]))
        key = "unseen" if len(unseen) == 1 else "unseen_more"
        note = say(f"kiosk_camera.setup.figures.{key}", name=first, count=len(unseen) - 1)
        return SetupStep("teach", "palette", "todo", title, note)
    has_rings = any(mark.ring is not None for mark in eye.table.figures.values())
    note = say(f"kiosk_camera.setup.figures.{'rings' if has_rings else 'tags'}")
    return SetupStep("teach", "palette", "done" if sighting is not None else "optional", title, note)


def _pieces(sight: Sight) -> tuple[Piece, ...]:
    board = sight.session.view().board if sight.session is not None else None
    return board.pieces if board is not None else ()


def _lens(sight: Sight) -> SetupStep:
    assert sight.eye is not None
    state = "measured" if sight.eye.table.camera is not None else "guessed"
    note = say(f"kiosk_camera.setup.lens.{state}")
    done = "done" if state == "measured" else "optional"
    return SetupStep("lens", "eye", done, say("kiosk_camera.setup.lens"), note)


def _check(sight: Sight) -> SetupStep:
    wanting = [line for line in (*light_lines(sight), *table_lines(sight)) if line.colour != "done"]
    title = say("kiosk_camera.setup.check")
    if wanting:
        note = say("kiosk_camera.setup.check.wanting", count=len(wanting))
        return SetupStep("check", "sun", "todo", title, note)
    return SetupStep("check", "sun", "done", title, say("kiosk_camera.setup.check.ready"))


def light_lines(sight: Sight) -> tuple[SightLine, ...]:
    """Says how the light is, and what to do about it."""
    health = sight.health()
    light = health.light if health is not None else None
    if health is None or light is None:
        return (SightLine("eye", "quiet", say("kiosk_camera.check.looking")),)
    return tuple(
        _light_line(part, is_good)
        for part, is_good in (
            ("bright", light.brightness >= BRIGHT),
            ("even", light.evenness >= (EVEN if health.anchors_seen else EVEN_PRINT)),
            ("glare", light.glare <= GLARE),
            ("sharp", light.sharpness >= SHARP),
        )
    )


def _light_line(part: str, is_good: bool) -> SightLine:
    if is_good:
        return SightLine("check", "done", say(f"kiosk_camera.check.{part}.good"))
    return SightLine(
        "warning",
        "accent",
        say(f"kiosk_camera.check.{part}.poor"),
        say(f"kiosk_camera.check.{part}.do"),
    )


def own_eyes(sight: Sight) -> tuple[tuple[Message, str], ...]:
    """Lists what lies on the board without a mark, by what it is called, with its spaces."""
    tracked = sight.eye.table.figures if sight.eye is not None else {}
    lying: list[tuple[Message, list[str]]] = []
    for piece in _pieces(sight):
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


def table_lines(sight: Sight) -> tuple[SightLine, ...]:
    """Says which anchors and figures are in their places, and what to do about the others."""
    found = sight.setup_check()
    if found is None:
        return (SightLine("cross", "hit", say("kiosk.camera.none")),)
    comparison = sight.comparison()
    differences = comparison.differences if comparison is not None else ()
    wanting = [
        SightLine("warning", "accent", line, next((one.do for one in differences if one.say == line), None))
        for line in found.wanting
    ]
    return (*wanting, *(SightLine("check", "done", line) for line in found.fine))
