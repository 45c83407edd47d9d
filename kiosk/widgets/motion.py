"""Motion that begins in the next frame: the one that brings a change is the longest, and would swallow it."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock


def begin(animation: Animation, target: Any) -> None:
    """Lets something move as soon as the present frame is drawn."""
    target.beginning = Clock.schedule_once(lambda _: animation.start(target), 0)


def halt(target: Any, *properties: str) -> None:
    """Stops what moves, or is about to."""
    beginning = getattr(target, "beginning", None)
    if beginning is not None:
        beginning.cancel()
    Animation.cancel_all(target, *properties)
