"""What the camera says, as lines to show and things to do about it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.core.blocks import Board, Piece
from companion.core.message import Message, literal, say
from companion.ports.camera import Sketch
from companion.ports.reading import Reading
from companion.ports.table import Point
from companion.referee import Comparison, Proposal
from kiosk.camera.camera import Camera
from kiosk.presenters.words import space_name

HEALTH = {"good": ("eye", "done"), "poor": ("warning", "accent"), "lost": ("cross", "hit")}


class CameraLine(Struct, frozen=True):
    """One thing that the camera says, and what to do about it."""

    icon: str
    colour: str
    text: Message
    do: Message | None = None


def verdict_of(comparison: Comparison) -> Message:
    """Says in one line whether the camera agrees: a contradiction is said, a hidden figure only counted."""
    if comparison.agree:
        return say("kiosk_camera.camera.agrees")
    if comparison.contradictions:
        return say("kiosk_camera.camera.differs", count=len(comparison.contradictions))
    return say("kiosk_camera.camera.hidden", count=len(comparison.differences))


def seen_wrong(proposal: Proposal, board: Board | None) -> Message:
    """Says which figure was seen where it cannot be, as the table calls both."""
    return say("kiosk_camera.camera.saw_wrong", **_named(proposal.figure, proposal.space, board))


def _named(figure: str, space: str, board: Board | None) -> dict[str, Message]:
    pieces = {piece.id: piece.label for piece in board.pieces} if board is not None else {}
    return {
        "figure": pieces.get(figure, literal(figure)),
        "space": space_name(board, space),
    }


class CameraPresenter:
    """Turns sightings into lines, and touches on a drawn table into moved figures. Knows no rule."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera

    def figures(self) -> dict[str, Piece]:
        """Returns the night's figures by id."""
        session = self.camera.session
        board = session.view().board if session is not None else None
        if session is None or board is None:
            return {}
        expected = session.game.expected_scene(session.state).figures
        return {piece.id: piece for piece in board.pieces if piece.id in expected}

    def names(self, words: Callable[[Message], str]) -> dict[str, str]:
        """Returns a short name for each figure: its player's."""
        session = self.camera.session
        players = {player.seat: player.name for player in session.view().players} if session else {}
        return {
            name: players.get(piece.seat, words(piece.label))
            if piece.seat is not None
            else words(piece.label)
            for name, piece in self.figures().items()
        }

    def seats(self) -> dict[str, int]:
        """Returns whose figure is whose."""
        return {name: piece.seat for name, piece in self.figures().items() if piece.seat is not None}

    def seen(self) -> dict[str, str]:
        """Returns on which space each figure was seen for certain."""
        sighting = self.camera.sighting
        return {name: figure.space for name, figure in sighting.figures.items()} if sighting else {}

    def lines(self, proposal: Proposal | None = None, *, is_asking: bool = False) -> tuple[CameraLine, ...]:
        """Says how well it sees, and every difference from the record; a legal move is no fault."""
        health, comparison = self.camera.health(), self.camera.comparison()
        lines = []
        eye = self.camera.eye
        if eye is not None and not eye.table.anchors and not eye.board:
            unknown = say("kiosk_camera.camera.unknown"), say("kiosk_camera.camera.unknown.do")
            lines.append(CameraLine("warning", "accent", *unknown))
        elif health is not None:
            is_lost = health.status == "poor" and self.camera.sketch() is None
            do = say("kiosk_camera.camera.lost.do") if is_lost else None
            lines.append(CameraLine(*HEALTH[health.status], health.message, do))
            if health.anchors_hidden:
                names = ", ".join(health.anchors_hidden)
                lines.append(CameraLine("warning", "accent", say("kiosk_camera.camera.anchors", names=names)))
        if comparison is not None and comparison.agree:
            lines.append(CameraLine("check", "done", say("kiosk_camera.camera.agrees")))
        found = comparison.differences if comparison else ()
        if proposal is not None and proposal.ways:
            lines.append(CameraLine("check", "done", self._saw(proposal)))
        for difference in sorted(found, key=lambda one: not one.is_contradiction):
            is_move = is_asking or (proposal is not None and bool(proposal.ways))
            if difference.is_contradiction and is_move:
                continue
            colour = "hit" if difference.is_contradiction else "quiet"
            lines.append(CameraLine("warning", colour, difference.say, difference.do))
        return tuple(lines)

    def _saw(self, proposal: Proposal) -> Message:
        figure, space = proposal.figure, proposal.space
        session = self.camera.session
        board = session.view().board if session is not None else None
        return say("kiosk_camera.camera.saw", **_named(figure, space, board))

    @property
    def is_drawn(self) -> bool:
        """Tells whether the table is a drawn one, whose figures are moved by touch."""
        return self.camera.is_drawn and self.camera.eye is not None

    def touch(self, sketch: Sketch | None, at: Point) -> Message | None:
        """Puts the active figure of a drawn table on the touched space, and says so."""
        space = space_under(sketch, at) if sketch is not None else None
        figures = self.figures()
        if not self.is_drawn or space is None or not figures:
            return None
        figure = next((piece for piece in figures.values() if piece.is_active), next(iter(figures.values())))
        self.camera.put(figure.id, space)
        return say("kiosk_camera.camera.hand", figure=figure.label, space=literal(space))


def space_under(sketch: Sketch, at: Point) -> str | None:
    """Returns the space whose outline holds a place of the picture."""
    return next((name for name, polygon in sketch.spaces.items() if _holds(polygon, at)), None)


def _holds(polygon: tuple[Point, ...], at: Point) -> bool:
    x, y = at
    is_inside = False
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            is_inside = not is_inside
    return is_inside


def read_line(reading: Reading) -> CameraLine:
    """Says how many cards and which dice were read beside the board, or why cards cannot be."""
    if reading.why is not None:
        return CameraLine("warning", "accent", reading.why)
    lying = [card for card in reading.cards.values() if card.among]
    unsure = sum(1 for card in lying if len(card.among) > 1) + sum(
        1 for die in reading.dice if not die.is_certain
    )
    dice = ", ".join(str(die.among[0]) if die.is_certain else "?" for die in reading.dice) or "–"
    said = say("kiosk_places.read", cards=len(lying), dice=dice, unsure=unsure)
    return CameraLine("cards", "accent" if unsure else "done", said)
