"""What can be chosen now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.core.command import Command
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.play import redeployable, solo_choices, targets
from companion.games.pickle_rick.running import (
    can_draw,
    can_talk_out,
    card_payments,
    card_steps,
    named_symbols,
    playable,
    pushes,
    rerolls,
    rick_steps,
    russian_steps,
    still_forced,
)
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.tiles import LETTER, SIDES

POSTS = ("guard_post_a", "guard_post_b")


def legal_commands(state: State) -> Sequence[Command]:
    """Lists what can be chosen now, the likeliest first."""
    return [] if state.is_over else list(_answers(state))


def _answers(state: State) -> Iterator[Command]:
    match state.now:
        case st.ChooseReroll():
            yield cmd.Keep()
            for count in range(1, rerolls(state) + 1):
                yield from (cmd.Reroll(dice) for dice in combinations(cmd.DICE, count))
        case st.Spend():
            yield from _spending(state)
        case st.Fly():
            yield from (command for command, _, _ in rick_steps(state))
        case st.PushRick():
            yield from (cmd.Go(LETTER[move.side]) for move in pushes(state))  # type: ignore[arg-type]
            yield cmd.Stop()
        case st.StepOne():
            yield from card_steps(state)
            yield cmd.Stop()
        case _:
            yield from _card_answers(state)


def _spending(state: State) -> Iterator[Command]:
    if state.turn == "rick":
        yield from (command for command, _, _ in rick_steps(state) if isinstance(command, cmd.Go))
    else:
        yield from (command for command, _, _ in russian_steps(state))
    if can_draw(state):
        yield cmd.Draw()
    yield from (cmd.PlayCard(card) for card in playable(state, state.turn) if card_payments(state, card))
    if can_talk_out(state):
        yield cmd.TalkOut()
    if still_forced(state) is None:
        yield cmd.EndTurn()


def _card_answers(state: State) -> Iterator[Command]:
    match state.now:
        case st.PayCard(_, card):
            yield from (cmd.Pay(named_symbols(spent)) for spent in card_payments(state, card))
        case st.Redeploy(_, to):
            yield from (cmd.Bring(guard) for guard in redeployable(state, to))
            yield cmd.Stop()
        case st.TurnTile():
            for place, lying in state.lying.items():
                if lying.tile:
                    yield from (cmd.TurnOver(place, quarters) for quarters in (1, 2, 3))
        case st.AnswerOffer():
            yield from (cmd.AnswerBribe(accepts) for accepts in (False, True))
        case st.Target() as target:
            yield from (cmd.Hit(figure) for figure in targets(state, target))
            if target.hit:
                yield cmd.Stop()
        case st.AimLaser():
            yield from (cmd.Aim(LETTER[side]) for side in SIDES)  # type: ignore[arg-type]
        case st.PlaceJaguar():
            yield from (cmd.Place(place) for place, lying in state.lying.items() if lying.tile)
        case st.DeployGuards():
            yield from (cmd.Place(place) for place in posts(state))
        case st.CarryOut():
            yield cmd.Confirm()
        case st.SoloAct(_, figures) if state.options.solo_ties != "random":
            for end in solo_choices(state, figures[0]):
                yield cmd.Act(figures[0], place_name(end.at))


def posts(state: State) -> tuple[str, ...]:
    """Lists where the Guard Posts lie."""
    special = {place: state.tiles[one.tile].special for place, one in state.lying.items() if one.tile}
    return tuple(place for place, name in special.items() if name in POSTS)
