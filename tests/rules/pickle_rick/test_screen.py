"""What a screen is told: the map that grows, sight, symbols, what figures may still do, what is offered."""

from __future__ import annotations

import pytest

from companion.content.library import Content
from companion.core.command import RevealCard
from companion.core.corrections import Correct
from companion.core.errors import Illegal, Invalid, Refusal
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.game import GAME
from companion.i18n import words
from companion.ports.sight import SceneChange
from tests.rules.pickle_rick.table import CONTENT, PLAIN, Table, start, tile
from vision.layout import table_for
from vision.tables import defects_of

ROW = {f"{x},0": PLAIN for x in range(5)}
NOTHING = Content((), {})


def test_the_map_grows_with_new_tiles() -> None:
    table = Table({"0,0": tile("NSW")}, move=1)
    before = GAME.view(table.state).board
    assert before is not None
    assert [space.id for space in before.spaces] == ["0,0", "-1,0", "0,-1", "0,1", "1,0"]
    table.do(cmd.Go("E"))
    table.tile("red-4")
    after = GAME.view(table.state).board
    assert after is not None
    assert after.width == before.width + 1
    laid = next(block for block in after.tiles if block.id == "tile-1,0")
    assert (laid.turned, laid.tone, laid.has_arrow) == (90, "red", True)
    # Red 4 has a wall on the right and its vent on the left as printed; turned by a quarter: below and above.
    assert {(edge.side, edge.icon) for edge in after.edges if edge.space == "1,0"} == {
        ("S", "wall"),
        ("N", "vent"),
    }


def test_north_is_up_on_the_screen() -> None:
    board = GAME.view(start()).board
    assert board is not None
    at = {space.id: (space.x, space.y) for space in board.spaces}
    assert at["0,1"][1] == at["0,0"][1] - 1
    assert at["3,3"][0] == at["0,3"][0] + 3


def test_sight_is_drawn_and_told_with_the_rerolls() -> None:
    table = Table(ROW, guards=("3,0", "0,0"), agenda=(st.ChooseReroll("rick"),))
    shown = GAME.view(table.state)
    assert shown.board is not None
    (line,) = shown.board.marks
    assert (line.icon, line.w, line.h) == ("sight", -3, 0)
    assert shown.prompt.headline.key == "pickle_rick.prompt.rerolls.seen"
    assert shown.prompt.headline.params["count"] == 2
    (asked,) = [choice for choice in shown.choices if choice.command == {"command": "Reroll"}]
    assert asked.asks[0].maximum == 2
    assert [option.value for option in asked.asks[0].options] == ["d1", "d2", "d3", "d4"]


def test_what_figures_may_still_do_is_shown_on_them() -> None:
    table = Table(ROW, "russians", guards=("1,0", "3,0"), jaguar="2,0", move=1, weapon=1)

    def rights(name: str) -> dict[str, int]:
        board = GAME.view(table.state).board
        assert board is not None
        piece = next(piece for piece in board.pieces if piece.id == name)
        return {badge.icon: badge.count for badge in piece.badges if badge.icon != "heart"}

    assert rights("g1") == {"move": 1, "weapon": 1}
    assert rights("g2") == {"move": 1}
    assert rights("jaguar") == {"move": 2}
    table.do(cmd.Shoot("g1"), cmd.Step("jaguar", "W"))
    assert rights("g1") == {"move": 1}
    assert rights("jaguar") == {"move": 1, "weapon": 2}


def test_what_must_be_spent_is_the_headline() -> None:
    shown = GAME.view(Table(ROW, move=2).state)
    assert (shown.prompt.headline.key, shown.prompt.headline.params["count"]) == (
        "pickle_rick_judge.must.many",
        2,
    )
    assert not any(choice.command == {"command": "EndTurn"} for choice in shown.choices)
    free = GAME.view(Table(ROW, joker=2).state)
    assert free.prompt.headline.key == "pickle_rick.prompt.spend"
    assert {counter.icon: counter.value for counter in free.pool} == {"any": 2}


def test_spent_dice_are_marked() -> None:
    table = Table(ROW, agenda=(st.ChooseReroll("rick"),), dice=("move", "move", "tool", "joker"))
    table.do(cmd.Keep(), cmd.Go("E"))
    dice = GAME.view(table.state).table_dice
    assert [(die.face.id, die.is_spent) for die in dice] == [
        ("move", True),
        ("move", False),
        ("tool", False),
        ("joker", False),
    ]


def test_alike_tiles_are_offered_once_with_their_looks() -> None:
    table = Table({"0,0": tile("NSW")}, move=1)
    table.do(cmd.Go("E"))
    (request,) = GAME.chance(table.state)
    looks = [str(face.label) for face in request.outcomes]  # type: ignore[union-attr]
    assert len(looks) == len(set(looks)) == 24
    assert "vent" in looks[0]


def test_tracks_tell_the_piles_and_what_brings_jaguar() -> None:
    tracks = {track.id: track.value for track in GAME.view(start()).tracks}
    assert tracks == {"health": 10, "stack": 18, "reserve": 6, "letter-R": 0, "letter-B": 0}


def test_ways_lead_over_several_tiles_and_stop_at_an_unknown_one() -> None:
    table = Table({"0,0": tile("NSW"), "1,0": tile("NS")}, move=2)
    assert GAME.reachable(table.state, "rick") == ("1,0", "2,0")
    (way,) = GAME.ways_to(table.state, "rick", "2,0")
    assert way.commands == (cmd.Go("E"), cmd.Go("E"))
    assert way.goes_on
    with pytest.raises(Illegal) as refused:
        GAME.ways_to(table.state, "rick", "0,1")
    assert refused.value.clauses == ("PKR-MAP-4",)
    with pytest.raises(Invalid):
        GAME.ways_to(table.state, "rick", "nowhere")


def test_a_way_names_the_symbols_that_it_takes() -> None:
    table = Table({"0,0": tile("NSW"), "1,0": tile("NS"), "2,0": PLAIN}, move=1, joker=1)
    (way,) = GAME.ways_to(table.state, "rick", "2,0")
    assert words(way.summary, "en").endswith(": 1 × Move, 1 × Joker")
    assert GAME.costly(table.state, "rick") == ()
    guards = Table(ROW, "russians", guards=("2,0",), jaguar="3,0", move=2)
    (way,) = GAME.ways_to(guards.state, "jaguar", "1,0")
    assert words(way.summary, "en").endswith(": 2 × Move")
    assert GAME.costly(guards.state, "jaguar") == ()


@pytest.mark.clause("PKR-END-4")
def test_laying_the_last_tile_of_the_stack_is_marked_and_named() -> None:
    table = Table({"0,0": tile("NSW"), "1,0": None}, move=2, stack=1)
    assert GAME.costly(table.state, "rick") == (), "a tile that lies there is not of the stack"
    table = Table({"0,0": tile("NSW"), "1,0": tile("NS")}, move=2, stack=1)
    assert GAME.costly(table.state, "rick") == ("2,0",)
    (way,) = GAME.ways_to(table.state, "rick", "2,0")
    assert "Rick loses" in words(way.summary, "en")
    table.do(*way.commands)
    assert table.tile("red-4").stack == 0


def test_guards_cannot_be_told_apart_by_the_camera() -> None:
    scene = GAME.expected_scene(start())
    assert scene.figures["rick"] == "0,0"
    assert scene.alike["guards"] == tuple(f"g{number}" for number in range(1, 11)), "those in reserve too"


def test_a_whole_turn_of_the_russians_is_read_from_what_moved() -> None:
    table = Table(ROW, "russians", guards=("2,0", "4,0"), jaguar="3,0", move=3)
    change = SceneChange({"g1": ("2,0", "1,0"), "jaguar": ("3,0", "1,0")})
    (way,) = GAME.interpret(table.state, change)
    assert way.commands == (cmd.Step("g1", "W"), cmd.Step("jaguar", "W"), cmd.Step("jaguar", "W"))
    # The camera cannot tell Guards apart: it may take one for the other.
    crossed = SceneChange({"g1": ("2,0", "3,0"), "g2": ("4,0", "1,0")})
    (way,) = GAME.interpret(table.state, crossed)
    assert set(way.commands) == {cmd.Step("g1", "W"), cmd.Step("g2", "W")}
    too_far = SceneChange({"g1": ("2,0", "0,0")})
    assert GAME.interpret(table.state, too_far) == ()


def test_the_mat_is_a_grid_that_the_map_cannot_outgrow_soon() -> None:
    mat = GAME.mat(start())
    assert mat is not None
    assert (mat.width, mat.height) == (12, 9)
    assert {"0,0", "3,6", "-4,-1", "7,7"} <= {space.id for space in mat.spaces}
    left = GAME.mat(start(corridor="left"))
    assert left is not None
    assert {"-3,6", "4,-1", "-7,7"} <= {space.id for space in left.spaces}


def test_a_map_that_outgrows_the_printed_mat_leaves_its_spaces_where_they_are() -> None:
    printed, grown = GAME.mat(start()), GAME.mat(Table({f"{x},0": PLAIN for x in range(-6, 1)}).state)
    assert printed is not None
    assert grown is not None
    before, after = table_for(printed, ()), table_for(grown, ())
    assert "-7,0" in after.spaces.keys() - before.spaces.keys()
    assert {name: after.spaces[name] for name in before.spaces} == before.spaces
    assert (after.anchors, after.board_mm) == (before.anchors, before.board_mm)
    assert defects_of(after) == ()


def test_every_tile_can_be_printed() -> None:
    printed = GAME.tiles(CONTENT)
    assert len(printed) == 28
    assert {edge.icon for edge in printed["red-2"].edges} == {"wall", "vent"}


@pytest.mark.parametrize(
    ("what", "value", "holds"),
    [
        ("rick", "3,0", lambda state: state.rick_at == "3,0"),
        ("health", 4, lambda state: state.rick_health == 4),
        ("guard_on", "2,0", lambda state: state.guards[-1].at == "2,0"),
        ("guard_off", "g1", lambda state: not state.guards),
        ("jaguar", "4,0", lambda state: (state.jaguar, state.jaguar_at) == ("on", "4,0")),
        ("jaguar", "gone", lambda state: state.jaguar == "gone"),
        ("jaguar_health", 3, lambda state: state.jaguar_health == 3),
        ("turn", "0,0", lambda state: state.lying["0,0"].quarters == 1),
        ("stack", 16, lambda state: state.stack == 16),
        ("joker", 2, lambda state: state.pool == {"joker": 2}),
    ],
)
def test_the_table_corrects_the_record(what: str, value: object, holds: object) -> None:
    table = Table(ROW, guards=("1,0",))
    assert holds(table.do(Correct(what, value)))  # type: ignore[operator]
    assert any(choice.command.get("what") == what for choice in GAME.view(table.state).choices)


@pytest.mark.parametrize(
    ("what", "value"),
    [("rick", "7,7"), ("health", 11), ("guard_off", "g9"), ("jaguar", "0,1"), ("stack", -1), ("luck", 1)],
)
def test_what_no_table_could_mean_is_refused(what: str, value: object) -> None:
    with pytest.raises(Invalid):
        Table(ROW, guards=("1,0",)).do(Correct(what, value))


def test_the_running_turn_becomes_a_dispute() -> None:
    table = Table(
        {"0,0": tile("NSW")}, agenda=(st.ChooseReroll("rick"),), dice=("move", "move", "tool", "joker"),
        hand=["jetpack", "solenya"],
    )  # fmt: skip
    with pytest.raises(Illegal):
        GAME.dispute(table.state, "rick", "0,0")
    table.do(cmd.Keep(), cmd.Go("E"))
    table.tile("red-4")
    document = GAME.dispute(table.state, "rick", "1,0")
    assert document["turn"]["symbols"] == {"move": 2, "tool": 1, "joker": 1}
    assert len(document["turn"]["tiles"]) == 1
    assert document["players"]["rick"]["at"] == [0, 0]
    assert GAME.judge(document, NOTHING).is_legal
    assert not GAME.judge(GAME.dispute(table.state, "rick", "5,0"), NOTHING).is_legal
    assert [1, 1] in GAME.reach(document, NOTHING)["spaces"]


def test_a_refused_command_changes_nothing_and_says_why() -> None:
    table = Table(ROW, move=1)
    for command in (
        cmd.Keep(),
        cmd.Shoot("g1"),
        cmd.Confirm(),
        RevealCard("tiles", "red-1"),
        cmd.Hit("g1"),
        cmd.Pay(("move",)),
    ):
        with pytest.raises(Refusal) as refused:
            table.do(command)
        assert refused.value.message.key


def test_a_report_tells_the_game() -> None:
    table = Table(ROW, move=2)
    states = [table.state, table.do(cmd.Go("E")), table.do(cmd.Go("E"))]
    report = GAME.report(states)
    assert [chart.title.key for chart in report.charts] == [
        "pickle_rick.report.health",
        "pickle_rick.report.way",
        "pickle_rick.report.guards",
    ]
    assert report.tallies[0].rows[0] == ("Ana", (0, 2, 0, 0))
