"""What a table chooses before the race: players, board, hands, house rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.grimm.content import PowerName


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules; the defaults are the rulings. Each field is an option of a clause."""

    hood_power: PowerName | None = None
    """The power that Red Riding Hood gets; None keeps what her card in the pack says."""
    hood_text: str = ""
    silence: Literal["next_turn_end", "next_turn_start", "by_hand"] = "next_turn_end"
    minimum_move: Literal[0, 1] = 0
    cast_after_roll: bool = True
    counter_chain: bool = True
    counter_saves: Literal["all", "self"] = "all"
    displace_effects: bool = False
    chest_by: Literal["passing", "stopping"] = "passing"
    chest_under_pawn: bool = True
    reroll: Literal["unlimited", "once"] = "unlimited"
    portal_exact: bool = False
    round_limit: Annotated[int, Meta(ge=1, le=500)] | None = None
    """After how many rounds the race ends without a winner; None: it goes on (GRM-TURN-7)."""


class SetupPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player by name; without a character, one is dealt at random."""

    name: str
    character: str | None = None


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as `companion play` and the wizard send it."""

    players: tuple[SetupPlayer | str, ...] = ()
    mode: Literal["race"] = "race"
    board: str = ""
    hands: Literal["known", "secret"] = "known"
    characters: Literal["random", "chosen"] = "chosen"
    """Whether all characters are dealt, or only to players who come without one."""
    options: Options = Options()
