"""Random games in every mode, with what must hold all the way."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.content.loader import load_content
from companion.core.command import Command
from companion.games.rayman import GAME
from companion.games.rayman.state import State
from companion.i18n import words
from tests.playthroughs.rayman.record import seats

CONTENT = load_content(GAME)
LONG = 40_000
"""More commands than any game can take."""

SETUPS: dict[str, dict[str, Any]] = {
    "rookie": {"mode": "rookie", "players": seats(2)},
    "intermediate": {"mode": "intermediate", "players": seats(4)},
    "hero": {"mode": "hero", "players": seats(3)},
    "legend": {"mode": "legend", "players": seats(4)},
    "coop": {"mode": "rookie", "play": "coop", "players": seats(3)},
    "coop with everything": {
        "mode": "legend",
        "play": "coop",
        "players": seats(4),
        "additional_cards": True,
        "options": {"coop_projectiles": True, "coop_bubble_action": True},
    },
    "solo": {"mode": "rookie", "play": "solo", "players": seats(1), "boss_speed": "easy"},
    "competitive with a Boss": {"mode": "hero", "play": "competitive_boss", "players": seats(4)},
    "Boss out of the way": {
        "mode": "intermediate",
        "play": "competitive_boss",
        "players": seats(3),
        "options": {"boss_first": "race_goes_on"},
    },
    "six players": {"mode": "intermediate", "players": seats(6)},
    "typed cards": {"mode": "rookie", "cards": "typed", "players": seats(3)},
    "placed Teensies": {"mode": "rookie", "teensies": "placed", "players": seats(2)},
    "drawn Teensies": {
        "mode": "rookie",
        "teensies": "random",
        "players": seats(2),
        "options": {"teensies": 3},
    },
    "by hand": {
        "mode": "hero",
        "players": seats(3),
        "options": {"auto_projectiles": False, "auto_effects": False},
    },
    "French book": {"mode": "hero", "edition": "fr-0.01", "players": seats(4)},
    "English book": {"mode": "legend", "edition": "en-0.9", "players": seats(3)},
    "house rules": {
        "mode": "legend",
        "players": seats(5),
        "options": {
            "damage_ends_turn": False,
            "obstacle_mode": "stop_only",
            "slap_limit": "unlimited",
            "slap_manhattan": True,
            "legendary_once": True,
            "projectile_speed": 9,
            "damage_retreat": 3,
            "finish_gate": "blocked_at43",
            "bonus_before_hazards": False,
            "drifter_free": True,
            "heart_optional": False,
        },
    },
    "tournament": {
        "mode": "legend",
        "tournament": True,
        "players": seats(3),
        "options": {"round_limit": 12, "tournament_legendary": "change"},
    },
}


def play(setup: dict[str, Any], seed: int, *, eager: float = 0.5) -> tuple[State, int]:
    """Plays a game to its end, half by the first command listed and half by any; checks it at every step."""
    random = Random(seed)
    state: State = GAME.new_state(setup, CONTENT)
    taken: list[Command] = []
    while legal := GAME.legal_commands(state):
        command = legal[0] if random.random() < eager else random.choice(legal)
        taken.append(command)
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
        broken = [words(problem, "en") for problem in GAME.problems(state)]
        assert not broken, (broken, [GAME.format(one) for one in taken[-6:]], state.racers)
        assert len(taken) < LONG
    assert GAME.outcome(state) is not None
    return state, len(taken)


def survives_json(state: State) -> bool:
    return msgspec.convert(msgspec.to_builtins(state), State) == state
