"""Events: what happened, in the past tense. The journal keeps them; folding them gives the state."""

from __future__ import annotations

from msgspec import Struct


class Event(Struct, frozen=True, tag_field="event", tag=True, forbid_unknown_fields=True):
    """Base of every event; its JSON form carries the class name in `event`."""
