"""Card effects: a small safe vocabulary. A game adds its own verbs; text is for what has no machine form."""

from __future__ import annotations

from msgspec import Struct


class Effect(Struct, frozen=True, tag_field="effect", tag=str.lower, forbid_unknown_fields=True):
    """Base of every effect; its TOML form names the verb in `effect`."""


class ByHand(Effect, frozen=True, tag="by_hand"):
    """Shown as text: the table carries it out and confirms."""

    text: dict[str, str]
