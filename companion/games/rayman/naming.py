"""Names spaces, icons, figures and trades in the words of the table."""

from __future__ import annotations

from companion.core.message import Message, label, say
from companion.games.rayman.commands import OfferTrade
from companion.games.rayman.state import Pool, State, Trade


def space_text(state: State, place: tuple[int, int]) -> str:
    """Writes a place as it is printed on the cardboard."""
    return f"{place[0] % state.board.columns}/{place[1]}"


def place_meant(state: State, space: str, near: int) -> tuple[int, int] | None:
    """Returns the place nearest to a progress that is printed so on the cardboard, if any is."""
    column, _, level = space.partition("/")
    if not (column.isdigit() and level.isdigit()):
        return None
    columns = state.board.columns
    laps = (near // columns + by for by in (-1, 0, 1) if near // columns + by >= 0)
    return min((int(column) + columns * lap for lap in laps), key=lambda p: abs(p - near)), int(level)


def icons_said(pool: Pool) -> tuple[Message, ...]:
    """Lists the icons of a pool with their counts."""
    return tuple(
        say("rayman.icons", count=count, icon=say(f"rayman.icon.{icon}"))
        for icon, count in pool.as_dict().items()
    )


def hero_said(state: State, name: str) -> Message:
    """Names a player's figure."""
    hero = state.racer(name).hero
    return label(state.heroes.get(hero, {"": hero}))


def trade_said(state: State, key: str, trade: Trade | OfferTrade) -> Message:
    """Says who trades which tokens with whom."""

    def named(tokens: tuple[str, ...]) -> Message | tuple[Message, ...]:
        known = tuple(state.tokens[token].named() for token in tokens if token in state.tokens)
        return known or say("rayman.trade.nothing")

    return say(key, player=trade.player, to=trade.to, gives=named(trade.gives), takes=named(trade.takes))


def projectile_said(state: State) -> Message:
    """Names the kind of projectile in play."""
    return state.projectile.named() if state.projectile is not None else say("rayman.projectile")


def boss_said(state: State) -> Message:
    """Names the Boss."""
    return state.boss.card.named() if state.boss is not None else say("rayman.boss")
