"""Effects in words."""

from __future__ import annotations

from companion.core.effect import ByHand
from companion.core.message import Message, label, say
from companion.games.rayman import effects as fx
from companion.games.rayman.effects import RaymanEffect


def effect_said(effect: RaymanEffect) -> Message:
    """Says what an effect does."""
    match effect:
        case fx.DamageLevel(level=level):
            return say("rayman.effect.damage_level", level=level)
        case fx.DamageAll():
            return say("rayman.effect.damage_all")
        case fx.DamageNearBoss(columns=columns):
            return say("rayman.effect.damage_near_boss", columns=columns)
        case fx.DetonateProjectiles():
            return say("rayman.effect.detonate")
        case fx.RemoveProjectiles():
            return say("rayman.effect.remove_projectiles")
        case fx.FewerIcons(icon=icon, count=count):
            return say("rayman.effect.fewer", count=count, icon=say(f"rayman.icon.{icon}"))
        case fx.EnemyExtraSlaps(count=count):
            return say("rayman.effect.extra_slaps", count=count)
        case fx.MoveFigures(columns=columns, level=level):
            way = "on" if columns > 0 else "back"
            if level is not None:
                return say(f"rayman.effect.push_level.{way}", columns=abs(columns), level=level)
            return say(f"rayman.effect.push.{way}", columns=abs(columns))
        case fx.MoveBoss(columns=columns):
            way = "on" if columns > 0 else "back"
            return say(f"rayman.effect.boss.{way}", columns=abs(columns))
        case fx.LoseHeart(level=level):
            return (
                say("rayman.effect.lose_heart")
                if level is None
                else say("rayman.effect.lose_heart_level", level=level)
            )
        case fx.GainHeart():
            return say("rayman.effect.gain_heart")
        case fx.DiscardTokens(count=count):
            return say("rayman.effect.discard_tokens", count=count)
        case ByHand(text=text):
            return label(text)


def effects_said(effects: tuple[RaymanEffect, ...]) -> tuple[Message, ...]:
    """Says what several effects do."""
    return tuple(effect_said(effect) for effect in effects)
