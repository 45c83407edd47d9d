"""A turn as it is played: dice, spending, new tiles, both sides' figures, ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.core.errors import Illegal, Invalid
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.game import GAME
from companion.games.pickle_rick.state import Guard
from tests.rules.pickle_rick.table import PLAIN, Table, start, tile

ROW: dict[str, object] = {f"{x},0": PLAIN for x in range(5)}


def rolling(side: str = "rick", **changes: object) -> Table:
    table = Table(ROW, side, **changes)  # type: ignore[arg-type]
    table.state = replace(table.state, agenda=(st.Roll(side),))  # type: ignore[arg-type]
    return table


@pytest.mark.clause("PKR-DICE-1")
def test_four_dice_with_six_faces() -> None:
    (request,) = GAME.chance(start())
    assert [len(die.faces) for die in request.dice] == [6] * 4  # type: ignore[union-attr]
    assert request.dice[0].ids == ("move", "draw", "tool", "weapon", "weapon", "joker")  # type: ignore[union-attr]


@pytest.mark.clause("PKR-DICE-4")
def test_one_reroll_of_any_dice_at_once_then_spending() -> None:
    table = rolling()
    table.roll("move", "tool", "joker", "weapon")
    with pytest.raises(Illegal):
        table.do(cmd.Go("E"))
    table.do(cmd.Reroll(("d3", "d2")))
    assert table.state.now == st.RollAgain("rick", ("d2", "d3"))
    with pytest.raises(Invalid):
        table.roll("move")
    table.roll("draw", "move")
    assert table.state.dice == ("move", "draw", "move", "weapon")
    assert table.state.pool == {"move": 2, "draw": 1, "weapon": 1}
    assert isinstance(table.state.now, st.Spend)
    with pytest.raises(Illegal):
        table.do(cmd.Reroll(("d1",)))


@pytest.mark.clause("PKR-DICE-2")
def test_more_dice_than_allowed_are_refused() -> None:
    table = rolling(guards=("2,0", "3,0"), jaguar="0,0")
    table.roll("move", "tool", "joker", "weapon")
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Reroll(("d1", "d2")))
    assert refused.value.clauses == ("PKR-DICE-2",)
    table.do(cmd.Reroll(("d1",)))


@pytest.mark.clause("PKR-DICE-2")
def test_without_rerolls_spending_begins_at_once() -> None:
    table = rolling(guards=("1,0", "2,0", "3,0", "0,0"))
    assert isinstance(table.roll("move", "tool", "joker", "weapon").now, st.Spend)


@pytest.mark.clause("PKR-DICE-3")
def test_the_russians_reroll_by_their_guards() -> None:
    table = rolling("russians", guards=("1,0",), jaguar="0,0")
    table.roll("move", "tool", "joker", "weapon")
    assert len(table.legal(cmd.Reroll)) == 4


@pytest.mark.clause("PKR-DICE-5")
def test_a_joker_pays_for_what_lacks() -> None:
    table = Table(ROW, move=1, joker=1)  # type: ignore[arg-type]
    assert table.do(cmd.Go("E")).pool == {"joker": 1}
    assert table.do(cmd.Go("E")).pool == {}
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Go("E"))
    assert refused.value.clauses == ("PKR-MOVE-1",)


@pytest.mark.clause("PKR-DRAW-1")
def test_a_draw_draws_one_card_and_not_from_an_empty_deck() -> None:
    table = Table(ROW, draw=2)  # type: ignore[arg-type]
    before = table.state.decks["rick"]
    after = table.do(cmd.Draw()).decks["rick"]
    assert (len(after.hand), after.left) == (len(before.hand) + 1, before.left - 1)
    empty = {"rick": st.Deck(), "russians": st.Deck()}
    bare = Table(ROW, draw=1, decks=empty)  # type: ignore[arg-type]
    with pytest.raises(Illegal) as refused:
        bare.do(cmd.Draw())
    assert refused.value.clauses == ("PKR-DRAW-1",)


@pytest.mark.clause("PKR-SPEND-1")
@pytest.mark.clause("PKR-SPEND-2")
@pytest.mark.clause("PKR-SPEND-3")
@pytest.mark.parametrize(("side", "symbol", "clause"), [
    ("rick", "move", "PKR-SPEND-1"), ("rick", "draw", "PKR-SPEND-2"), ("russians", "weapon", "PKR-SPEND-3"),
])  # fmt: skip
def test_a_turn_may_not_end_with_these(side: str, symbol: str, clause: str) -> None:
    table = Table(ROW, side, guards=("1,0",), **{symbol: 1})  # type: ignore[arg-type]
    with pytest.raises(Illegal) as refused:
        table.do(cmd.EndTurn())
    assert refused.value.clauses == (clause,)
    assert cmd.EndTurn() not in GAME.legal_commands(table.state)


@pytest.mark.clause("PKR-SPEND-4")
def test_jokers_are_forced_only_by_house_rule() -> None:
    for rule, may_end in (("book", True), ("jokers", False), ("off", True)):
        table = Table(ROW, joker=1, options={"forced_spending": rule})  # type: ignore[arg-type]
        assert (cmd.EndTurn() in GAME.legal_commands(table.state)) == may_end


@pytest.mark.clause("PKR-NEW-1")
def test_a_new_tile_brings_its_guards_before_rick_goes() -> None:
    table = Table({"0,0": tile("NSW")}, move=1)
    table.do(cmd.Go("E"))
    assert isinstance(table.state.now, st.NewTile)
    state = table.tile("red-4")
    assert [guard.at for guard in state.guards] == ["1,0", "1,0"]
    assert state.rick_at == "1,0"
    assert state.stack == 17
    kinds = [line.text.key for line in state.log]
    assert kinds.index("pickle_rick.log.guard") < kinds.index("pickle_rick.log.rick")


@pytest.mark.clause("PKR-MOVE-6")
def test_a_failed_vent_brings_guards_too_and_rick_stays() -> None:
    table = Table({"0,0": tile("NSW", "E")}, move=1)
    table.do(cmd.Go("E"))
    state = table.tile("red-1")
    assert state.rick_at == "0,0"
    assert [guard.at for guard in state.guards] == ["1,0"]
    assert state.lying["1,0"] == st.Lying("red-1", 1)
    assert state.pool == {}


@pytest.mark.clause("PKR-NEW-2")
def test_the_russians_may_redeploy_what_the_reserve_lacks() -> None:
    table = Table({"0,0": tile("NSW")}, move=1, guards=("0,0",) * 9)
    table.do(cmd.Go("E"))
    state = table.tile("red-4")
    assert state.now == st.Redeploy("russians", "1,0", 1)
    assert state.rick_at == "0,0"
    state = table.do(cmd.Bring("g3"))
    assert next(guard for guard in state.guards if guard.id == "g3").at == "1,0"
    assert state.rick_at == "1,0"


@pytest.mark.clause("PKR-NEW-3")
def test_jaguar_arrives_on_the_third_red_or_blue_tile_once() -> None:
    reds = {"0,0": tile("NSW"), "5,5": tile(letter="R"), "6,5": tile(letter="R"), "7,5": tile(letter="S")}
    table = Table(reds, move=1)  # type: ignore[arg-type]
    table.do(cmd.Go("E"))
    assert table.tile("red-1").jaguar_at == "1,0"
    gone = Table(reds, move=1, jaguar_health=0)  # type: ignore[arg-type]
    gone.state = replace(gone.state, jaguar="gone")
    gone.do(cmd.Go("E"))
    assert gone.tile("red-1").jaguar == "gone"


@pytest.mark.clause("PKR-RUS-2")
@pytest.mark.clause("PKR-RUS-3")
def test_the_limits_of_guards_and_jaguar_in_play() -> None:
    table = Table(ROW, "russians", guards=("2,0",), jaguar="3,0", move=4)  # type: ignore[arg-type]
    table.do(cmd.Step("g1", "W"))
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Step("g1", "E"))
    assert refused.value.clauses == ("PKR-RUS-2",)
    table.do(cmd.Step("jaguar", "W"), cmd.Step("jaguar", "W"))
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Step("jaguar", "W"))
    assert refused.value.clauses == ("PKR-RUS-3",)


@pytest.mark.clause("PKR-RUS-4")
def test_jaguar_through_a_wall_in_play() -> None:
    table = Table({"0,0": PLAIN, "1,0": tile("E"), "2,0": PLAIN}, "russians", jaguar="2,0", move=3)
    assert table.do(cmd.Cross("jaguar", "W")).jaguar_at == "1,0"
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Step("jaguar", "W"))
    assert refused.value.clauses == ("PKR-RUS-4",)
    moved = Table(
        {"0,0": PLAIN, "1,0": tile("E"), "2,0": PLAIN, "3,0": PLAIN}, "russians", jaguar="3,0", move=3
    )
    moved.do(cmd.Step("jaguar", "W"))
    with pytest.raises(Illegal) as refused:
        moved.do(cmd.Cross("jaguar", "W"))
    assert refused.value.clauses == ("PKR-RUS-4",)


@pytest.mark.clause("PKR-RUS-5")
def test_shots_in_play() -> None:
    table = Table(ROW, "russians", guards=("1,0", "3,0"), weapon=3, rick_health=1)  # type: ignore[arg-type]
    assert table.do(cmd.Shoot("g1")).rick_health == 0
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Shoot("g1"))
    assert refused.value.clauses == ("PKR-RUS-2",)
    with pytest.raises(Illegal) as refused:
        table.do(cmd.Shoot("g2"))
    assert refused.value.clauses == ("PKR-SIGHT-2",)


@pytest.mark.clause("PKR-GOAL-1")
@pytest.mark.clause("PKR-END-1")
def test_rick_wins_at_once_on_the_rooftop() -> None:
    table = Table(ROW, move=2, rooftop="1,0")  # type: ignore[arg-type]
    state = table.do(cmd.Go("E"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == ("Ana",)
    assert state.ended_by == "rooftop"
    with pytest.raises(Illegal):
        table.do(cmd.EndTurn())


EMPTY = {"rick": st.Deck(), "russians": st.Deck()}


@pytest.mark.clause("PKR-END-2")
@pytest.mark.clause("PKR-END-3")
@pytest.mark.clause("PKR-END-4")
@pytest.mark.clause("PKR-END-5")
@pytest.mark.clause("PKR-END-6")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"rick_health": 0, "decks": EMPTY, "stack": 0}, "health"),
        ({"decks": EMPTY, "stack": 0}, "deck"),
        ({"stack": 0}, "stack"),
        ({}, "walled_in"),
    ],
)
@pytest.mark.parametrize("side", ["rick", "russians"])
def test_at_the_end_of_every_turn_the_first_reason_counts(
    changes: dict[str, object], why: str, side: str
) -> None:
    table = Table({"0,0": tile("NESW")}, side, **changes)  # type: ignore[arg-type]
    state = table.do(cmd.EndTurn())
    assert (state.winner, state.ended_by) == ("russians", why)


@pytest.mark.clause("PKR-END-5")
def test_walled_in_goes_on_by_house_rule() -> None:
    table = Table({"0,0": tile("NESW")}, options={"walled_in_loses": False})
    assert not table.do(cmd.EndTurn()).is_over


@pytest.mark.clause("PKR-END-2")
def test_without_health_rick_loses_at_once_by_house_rule() -> None:
    for rule, is_over in (("turn", False), ("now", True)):
        table = Table(
            ROW, "russians", guards=("1,0",), weapon=1, rick_health=1, options={"zero_health_ends": rule}
        )  # type: ignore[arg-type]
        assert table.do(cmd.Shoot("g1")).is_over == is_over


@pytest.mark.clause("PKR-END-6")
def test_otherwise_the_other_side_begins() -> None:
    table = Table(ROW)  # type: ignore[arg-type]
    assert table.do(cmd.EndTurn()).now == st.Roll("russians")
    assert table.state.round == 1
    theirs = Table(ROW, "russians")  # type: ignore[arg-type]
    assert theirs.do(cmd.EndTurn()).now == st.Roll("rick")
    assert theirs.state.round == 2


@pytest.mark.clause("PKR-TABLE-3")
def test_a_last_round_ends_the_game_undecided() -> None:
    table = Table(ROW, "russians", options={"round_limit": 1})  # type: ignore[arg-type]
    state = table.do(cmd.EndTurn())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == ()


@pytest.mark.clause("PKR-SOLO-1")
def test_ten_guards_lose_a_solo_game_at_once() -> None:
    table = Table({"0,0": tile("NSW")}, move=1, guards=("0,0",) * 8, solo=True)
    table.do(cmd.Go("E"))
    state = table.tile("red-4")
    assert state.ended_by == "ten_guards"
    assert state.rick_at == "0,0"


@pytest.mark.clause("PKR-SOLO-2")
@pytest.mark.clause("PKR-SOLO-6")
def test_the_russians_play_by_themselves_figure_by_figure() -> None:
    table = Table(ROW, guards=("4,0", "1,0"), jaguar="3,0", solo=True)  # type: ignore[arg-type]
    state = table.do(cmd.EndTurn())
    assert state.now == st.Roll("rick")
    assert state.rick_health == 10 - 1 - 2
    assert [guard.at for guard in state.guards] == ["3,0", "0,0"]
    assert state.jaguar_at == "1,0"
    told = [
        line.text.params.get("figure")
        for line in state.log
        if line.text.key.startswith("pickle_rick.log.moved")
    ]
    assert [figure.params.get("number", "jaguar") for figure in told] == ["2", "jaguar", "1"]  # type: ignore[union-attr]


@pytest.mark.clause("PKR-SOLO-5")
@pytest.mark.parametrize("rule", ["player", "random", "worst"])
def test_ties_of_the_solo_game(rule: str) -> None:
    ring = {"0,0": PLAIN, "1,0": PLAIN, "0,1": PLAIN, "1,1": PLAIN}
    table = Table(ring, guards=("1,1",), solo=True, options={"solo_ties": rule})  # type: ignore[arg-type]
    state = table.do(cmd.EndTurn())
    assert isinstance(state.now, st.SoloAct)
    if rule == "random":
        assert GAME.legal_commands(state) == []
        (request,) = GAME.chance(state)
        assert [face.id for face in request.outcomes] == ["0,1", "1,0"]  # type: ignore[union-attr]
    else:
        assert GAME.legal_commands(state) == [cmd.Act("g1", "0,1"), cmd.Act("g1", "1,0")]
        state = table.do(cmd.Act("g1", "1,0"))
        assert state.guards == (Guard("g1", "1,0"),)
        assert state.rick_health == 9
        assert state.now == st.Roll("rick")


@pytest.mark.clause("PKR-SOLO-5")
def test_the_worst_way_is_taken_where_it_does_more_damage() -> None:
    # Jaguar reaches Rick's row by two ways of equal cost; only one of them ends in range.
    tiles = {"0,0": tile("E"), "1,0": PLAIN, "2,0": PLAIN, "0,1": PLAIN, "1,1": PLAIN}
    table = Table(tiles, jaguar="2,0", solo=True, options={"solo_ties": "worst"})  # type: ignore[arg-type]
    state = table.do(cmd.EndTurn())
    assert isinstance(state.now, st.SoloAct)
    assert len(GAME.legal_commands(state)) == 2


@pytest.mark.clause("PKR-TABLE-2")
def test_a_dispute_is_about_the_turn_even_where_health_would_end_it() -> None:
    from tests.rules.pickle_rick.disputes import PLAIN as UP, russians, spaces

    row = {f"{x},0": UP for x in range(4)}
    for rule in ("turn", "now"):
        turn = russians(
            row, "g1", {"g1": [1, 0]}, weapon=1, move=1, health=1, options={"zero_health_ends": rule}
        )
        assert spaces(turn) == [(0, 0), (2, 0)]
