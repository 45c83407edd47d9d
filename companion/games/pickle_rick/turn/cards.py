"""The cards that the rulebook tells of: whose they are, what they cost, what they do on the map."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.games.pickle_rick.turn.symbols import Cost

SideName = Literal["rick", "russians"]
SIDE_NAMES: tuple[SideName, ...] = ("rick", "russians")

JETPACK, PARKOUR, ONE_SPACE, SOLENYA = "jetpack", "parkour", "one_space", "solenya"
CANON, BLADES, LASER, HEALING = "canon_a_vis", "lance_lames", "laser_portatif", "assaisonnement_curatif"
LOCKDOWN, BRIBE, IS_IT_DONE = "verrouillage", "pot_de_vin", "est_ce_que_c_est_fait"
NOTHING_PERSONAL, POWDER, SUPPRESSION = "rien_de_personnel", "soins_a_la_poudre", "tir_de_suppression"
QUICK_DRAW = "degainage_rapide"

MOST_TILES_DISCARDED = 4
SOLENYA_JOKERS = 2


class KnownCard(NamedTuple):
    """A card of the rulebook; the cost is None where the book does not print it."""

    sides: tuple[SideName, ...]
    cost: Cost | None


KNOWN_CARDS: dict[str, KnownCard] = {
    CANON: KnownCard(("rick",), Cost(any=1)),
    BLADES: KnownCard(("rick",), Cost(weapon=1)),
    LASER: KnownCard(("rick",), Cost(weapon=2)),
    PARKOUR: KnownCard(("rick",), None),
    JETPACK: KnownCard(("rick",), None),
    SOLENYA: KnownCard(("rick",), Cost(any=1)),
    HEALING: KnownCard(("rick",), Cost(draw=1)),
    QUICK_DRAW: KnownCard(("rick",), Cost(draw=1)),
    NOTHING_PERSONAL: KnownCard(("russians",), Cost(move=2)),
    POWDER: KnownCard(("russians",), None),
    LOCKDOWN: KnownCard(("russians",), None),
    SUPPRESSION: KnownCard(("russians",), None),
    BRIBE: KnownCard(("russians",), Cost(draw=1)),
    IS_IT_DONE: KnownCard(("russians",), Cost(tool=1)),
    ONE_SPACE: KnownCard(("rick", "russians"), None),
}


class Card(NamedTuple):
    """A card that may be played this turn."""

    id: str
    cost: Cost
    spaces: int = 0
    """How far a Jetpack flies."""
    jokers: int = 0
    """How many Jokers it brings."""
