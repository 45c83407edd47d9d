"""What a Projectile card, a Boss's passive side or an attack does: a small safe vocabulary.

`fewer_icons` and `enemy_extra_slaps` last for the round; the other verbs happen once, when they are applied.
"""

from __future__ import annotations

from typing import Annotated, Literal, Union

from msgspec import Meta

from companion.core.effect import ByHand, Effect

Icon = Literal["move", "jump", "slap", "glide", "crouch", "heart", "lums"]
ICONS: tuple[Icon, ...] = ("move", "jump", "slap", "glide", "crouch", "heart", "lums")

Level = Annotated[int, Meta(ge=1, le=3)]
Count = Annotated[int, Meta(ge=1, le=4)]


class DamageLevel(Effect, frozen=True, tag="damage_level"):
    """Every figure on one level is hit."""

    level: Level


class DamageAll(Effect, frozen=True, tag="damage_all"):
    """Every figure that is not in a Bubble is hit."""


class DamageNearBoss(Effect, frozen=True, tag="damage_near_boss"):
    """Every figure at most so many columns from the Boss, at any level, is hit."""

    columns: Annotated[int, Meta(ge=0, le=10)]


class DetonateProjectiles(Effect, frozen=True, tag="detonate_projectiles"):
    """Every projectile hits the figures on its space and around it, and is gone."""


class RemoveProjectiles(Effect, frozen=True, tag="remove_projectiles"):
    """All projectiles leave the board."""


class FewerIcons(Effect, frozen=True, tag="fewer_icons"):
    """Each player has fewer of one icon this round, never below none."""

    icon: Icon
    count: Count = 1


class EnemyExtraSlaps(Effect, frozen=True, tag="enemy_extra_slaps"):
    """Each enemy takes more Slaps this round."""

    count: Count = 1


class MoveFigures(Effect, frozen=True, tag="move_figures"):
    """Every figure, or every one on a level, is pushed one column after the other; negative is backward."""

    columns: Annotated[int, Meta(ge=-4, le=4)]
    level: Level | None = None


class MoveBoss(Effect, frozen=True, tag="move_boss"):
    """The Boss goes so many columns farther; negative is backward."""

    columns: Annotated[int, Meta(ge=-10, le=10)]


class LoseHeart(Effect, frozen=True, tag="lose_heart"):
    """Every player, or everyone on a level, loses the Heart and nothing more."""

    level: Level | None = None


class GainHeart(Effect, frozen=True, tag="gain_heart"):
    """Every player without a Heart takes one."""


class DiscardTokens(Effect, frozen=True, tag="discard_tokens"):
    """Every player discards so many Bonus tokens of their choice."""

    count: Count = 1


RaymanEffect = Union[
    DamageLevel,
    DamageAll,
    DamageNearBoss,
    DetonateProjectiles,
    RemoveProjectiles,
    FewerIcons,
    EnemyExtraSlaps,
    MoveFigures,
    MoveBoss,
    LoseHeart,
    GainHeart,
    DiscardTokens,
    ByHand,
]
