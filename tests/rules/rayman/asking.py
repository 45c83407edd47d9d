"""The questions that a screen asks about the running turn, for the figure whose turn it is."""

from __future__ import annotations

from typing import Any

from companion.content.library import Content
from companion.core.verdict import Verdict, Way
from companion.games.rayman import GAME
from companion.games.rayman.state import State
from companion.ports.sight import SceneChange

NOTHING = Content((), {})


def figure(state: State) -> str:
    return state.racer(state.turn.player).hero if state.turn else ""


def ways_to(state: State, space: str) -> tuple[Way, ...]:
    return GAME.ways_to(state, figure(state), space)


def reachable(state: State) -> tuple[str, ...]:
    return GAME.reachable(state, figure(state))


def dispute(state: State, space: str) -> dict[str, Any]:
    return GAME.dispute(state, figure(state), space)


def judge(document: dict[str, Any]) -> Verdict:
    return GAME.judge(document, NOTHING)


def reach(document: dict[str, Any]) -> list[Any]:
    return list(GAME.reach(document, NOTHING)["spaces"])


def seen(hero: str, before: str, after: str) -> SceneChange:
    return SceneChange({hero: (before, after)})
