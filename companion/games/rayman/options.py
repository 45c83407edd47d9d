"""House rules, variants and automations of a race: one key each, with the clause that it changes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Edition = Literal["rulings", "en-0.9", "fr-0.01"]
"""`rulings` takes the better of both books clause by clause; the others follow one book to the letter."""


TOURNAMENT_POINTS = (5, 3, 2, 1)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a table may decide differently; the defaults are the rulings."""

    # A turn
    damage_ends_turn: bool = True
    obstacle_mode: Literal["enter", "stop_only"] = "enter"
    heart_optional: bool = True
    """Whether a player may give up the Heart although a Slap is left."""
    heart_gives_immunity: bool = False
    walls_stop_retreat: bool = False
    finish_gate: Literal["lap_again", "blocked_at43"] = "lap_again"
    on_line_from_start: bool = False
    """Whether figures stand on the start line before their first turn; else they are not on the board yet."""
    perches: bool = False
    """Whether a figure may rest right above another one without a floor; with five or six players it may
    anyway, but a dispute says so, since it names only the figures that matter."""

    # Slaps and enemies
    covered_enemy_slap: bool = False
    slap_limit: Literal["per_round", "per_turn", "unlimited"] = "per_round"
    slap_manhattan: bool = False
    thick_blocks_side_slap: bool = False
    back_wall_no_heart: Literal["nothing", "damage_and_retreat2", "damage_no_move"] = "nothing"

    # Legendary cards
    sneaker_strict_icons: bool = False
    drifter_free: bool = False
    smasher_cap: Annotated[int, Meta(ge=1, le=43)] = 3
    legendary_once: bool = False

    # Projectiles
    projectile_speed: Annotated[int, Meta(ge=1, le=22)] = 8
    crouch_dodges_moving_projectile: bool = False
    start_line_safe: bool = False
    blast_radius: Annotated[int, Meta(ge=1, le=8)] = 1
    coop_projectiles: bool = False

    # The round and its end
    bonus_before_hazards: bool = True
    last_bonus_in_final_round: bool = False
    solo_last_bonus: bool = False
    round_limit: Annotated[int, Meta(ge=1, le=500)] | None = None

    # Damage and prisoners
    damage_retreat: Annotated[int, Meta(ge=1, le=10)] = 2
    teensies: Literal[3, 4] = 4
    teensy_setup: Literal["official", "placed", "random"] = "official"

    # The Boss and the team
    boss_shift_hits: bool = True
    boss_first: Literal["nobody_wins", "race_goes_on"] = "nobody_wins"
    coop_damage_loses: bool = False
    coop_bubble_action: bool = False

    # A tournament
    tournament_points: tuple[int, ...] = TOURNAMENT_POINTS
    tournament_legendary: Literal["keep", "change"] = "keep"

    # Automations: off, the table does it by hand and corrects the record
    auto_projectiles: bool = True
    auto_boss: bool = True
    auto_effects: bool = True


CLAUSES: dict[str, str] = {
    "damage_ends_turn": "RAY-DAMAGE-8",
    "obstacle_mode": "RAY-MOVE-5",
    "heart_optional": "RAY-ENEMY-12",
    "heart_gives_immunity": "RAY-HEART-5",
    "walls_stop_retreat": "RAY-DAMAGE-9",
    "finish_gate": "RAY-FINISH-5",
    "on_line_from_start": "RAY-SETUP-12",
    "perches": "RAY-PUSH-12",
    "covered_enemy_slap": "RAY-ENEMY-8",
    "slap_limit": "RAY-SLAP-11",
    "slap_manhattan": "RAY-SLAP-4",
    "thick_blocks_side_slap": "RAY-SLAP-6",
    "back_wall_no_heart": "RAY-PUSH-11",
    "sneaker_strict_icons": "RAY-LEGEND-13",
    "drifter_free": "RAY-LEGEND-6",
    "smasher_cap": "RAY-LEGEND-9",
    "legendary_once": "RAY-VARIANT-8",
    "projectile_speed": "RAY-VARIANT-7",
    "crouch_dodges_moving_projectile": "RAY-CROUCH-10",
    "start_line_safe": "RAY-PROJ-10",
    "blast_radius": "RAY-PROJ-19",
    "coop_projectiles": "RAY-VARIANT-3",
    "bonus_before_hazards": "RAY-ROUND-4",
    "last_bonus_in_final_round": "RAY-ROUND-13",
    "solo_last_bonus": "RAY-SOLO-5",
    "round_limit": "RAY-ROUND-17",
    "damage_retreat": "RAY-VARIANT-5",
    "teensies": "RAY-VARIANT-4",
    "teensy_setup": "RAY-SETUP-6",
    "boss_shift_hits": "RAY-BOSS-8",
    "boss_first": "RAY-VARIANT-2",
    "coop_damage_loses": "RAY-VARIANT-6",
    "coop_bubble_action": "RAY-COOP-15",
    "tournament_points": "RAY-TOUR-2",
    "tournament_legendary": "RAY-TOUR-6",
    "auto_projectiles": "RAY-TABLE-4",
    "auto_boss": "RAY-TABLE-4",
    "auto_effects": "RAY-TABLE-5",
}
"""The clause behind each key."""

EDITIONS: dict[Edition, dict[str, Any]] = {
    "rulings": {},
    "en-0.9": {"sneaker_strict_icons": True},
    "fr-0.01": {
        "covered_enemy_slap": True,
        "slap_limit": "per_turn",
        "back_wall_no_heart": "damage_and_retreat2",
    },
}
"""Where a book, read to the letter, differs from the rulings."""


def options_of(edition: Edition, chosen: dict[str, Any]) -> Options:
    """Fills what a table left open from the edition; raises ValidationError for a bad key or value."""
    return msgspec.convert({**EDITIONS[edition], **chosen}, Options)
