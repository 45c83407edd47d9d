"""How to lay out the real table before the first round."""

from __future__ import annotations

from companion.core.message import Message, label, say
from companion.games.rayman.naming import boss_said, projectile_said, space_text
from companion.games.rayman.state import State


def layout(state: State) -> tuple[Message, ...]:
    """Says how to lay out the table, one instruction each."""
    lines = [say("rayman.layout.board", board=label(state.race_board.label))]
    for racer in state.racers:
        hero = label(state.heroes.get(racer.hero, {"": racer.hero}))
        lines.append(say("rayman.layout.figure", player=racer.name, hero=hero, cards=len(racer.hand)))
        if racer.legendary:
            legend = say(f"rayman.legendary.{racer.legendary}")
            lines.append(say("rayman.layout.legendary", player=racer.name, card=legend))
    lines += [
        say(
            "rayman.layout.teensy",
            colour=say(f"rayman.colour.{colour}"),
            space=space_text(state, space),
        )
        for colour, space in state.board.teensies
    ]
    lines.append(say("rayman.layout.tokens", count=sum(state.bag.values())))
    if state.has_additional:
        key = "rayman.layout.additional_typed" if state.is_typed else "rayman.layout.additional"
        lines.append(say(key))
    if state.projectile_id:
        key = "rayman.layout.projectile_card" if state.has_projectile_card else "rayman.layout.projectile"
        lines.append(say(key, projectile=projectile_said(state)))
        card = state.projectile if state.has_projectile_card else None
        if card is not None and (origin := card.origin()):
            lines.append(origin)
    if state.boss is not None:
        lines.append(say("rayman.layout.boss", boss=boss_said(state), speed=state.boss.speed))
    return tuple(lines)
