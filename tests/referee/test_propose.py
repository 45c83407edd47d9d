"""What a seen move could be: one way, several, or a dispute with the reason."""

from typing import Any

import pytest

from companion.core.blocks import Board, Piece, Prompt, View
from companion.core.errors import Illegal
from companion.core.message import literal
from companion.core.verdict import Way
from companion.ports.sight import Scene, SceneChange, SeenFigure, Sighting
from companion.referee import compare, propose


class Road:
    """A toy of the game protocol's camera side: the red figure may go to the spaces listed."""

    def __init__(self, ways: dict[str, int]) -> None:
        self._ways = ways

    def expected_scene(self, state: Any) -> Scene:
        return Scene({"red": "1", "blue": "2"})

    def view(self, state: Any) -> View:
        red = Piece("red", "1", "figure", literal("red"), can_move=True)
        return View(
            literal("road"), Prompt(literal("Go!")), "turns", (), board=Board(9, 1, (), pieces=(red,))
        )

    def interpret(self, state: Any, change: SceneChange) -> tuple[Way, ...]:
        _, after = change.moved.get("red", (None, None))
        return tuple(Way((), literal(f"way {n}")) for n in range(self._ways.get(after or "", 0)))

    def ways_to(self, state: Any, figure: str, space: str) -> tuple[Way, ...]:
        raise Illegal(literal("too far"), clauses=("ROAD-1",))

    def dispute(self, state: Any, figure: str, space: str) -> dict[str, Any]:
        return {"format": "dispute/1", "claim": {"at": space}}


def sighting(red: str, blue: str = "2", confidence: float = 0.99) -> Sighting:
    figures = {"red": SeenFigure(red, 0, 0, confidence), "blue": SeenFigure(blue, 0, 0, 0.99)}
    return Sighting(registered=True, figures=figures)


@pytest.mark.parametrize(("count", "kind"), [(1, "one"), (3, "several")])
def test_ways_are_offered(count: int, kind: str) -> None:
    game: Any = Road({"4": count})
    proposal = propose(game, None, compare(game.expected_scene(None), sighting("4")))
    assert proposal is not None
    assert (proposal.kind, len(proposal.ways)) == (kind, count)
    assert proposal.change == SceneChange({"red": ("1", "4")})
    assert (proposal.figure, proposal.space) == ("red", "4")


def test_no_way_becomes_a_dispute_with_the_reason() -> None:
    game: Any = Road({})
    proposal = propose(game, None, compare(game.expected_scene(None), sighting("9")))
    assert proposal is not None
    assert proposal.kind == "dispute"
    assert proposal.because == literal("too far")
    assert proposal.clauses == ("ROAD-1",)
    assert proposal.dispute == {"format": "dispute/1", "claim": {"at": "9"}}


def test_others_that_moved_with_the_figure_are_told_to_the_rules() -> None:
    game: Any = Road({"4": 1})
    proposal = propose(game, None, compare(game.expected_scene(None), sighting("4", blue="3")))
    assert proposal is not None
    assert proposal.kind == "one"
    assert proposal.figure == "red"
    assert proposal.change.moved == {"blue": ("2", "3"), "red": ("1", "4")}


def test_nothing_is_proposed_from_doubt() -> None:
    game: Any = Road({"4": 1})
    assert propose(game, None, compare(game.expected_scene(None), sighting("4", confidence=0.5))) is None
    assert propose(game, None, compare(game.expected_scene(None), sighting("1"))) is None
