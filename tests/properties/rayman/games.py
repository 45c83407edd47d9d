"""Random games in every mode, with what must hold all the way."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.content.loader import load_content
from companion.core.command import Command
from companion.core.errors import Refusal
from companion.core.event import Event
from companion.games.rayman import GAME
from companion.games.rayman.options import EDITIONS, Options
from companion.games.rayman.state import State
from companion.i18n import words
from companion.night.night import Night
from tests.playthroughs.rayman.record import seats
from tests.properties.rayman.witness import Witness
from tests.rules.rayman import fix

CONTENT = load_content(GAME)
EAGER = (0.9, 0.0, 0.7, 0.97, 0.5, 0.8)
"""How often players take what is listed first, game by game: from reckless to single-minded."""
LONG = 40_000
"""More commands than any game can take."""

PRESETS = ("rookie", "intermediate", "hero", "legend")
MODES: dict[str, dict[str, Any]] = {
    **{
        mode: {"mode": mode, "players": seats(count)}
        for mode, count in zip(PRESETS, (2, 4, 3, 4), strict=True)
    },
    **{f"coop {mode}": {"mode": mode, "play": "coop", "players": seats(3)} for mode in PRESETS},
    **{
        f"solo {mode}": {"mode": mode, "play": "solo", "players": seats(1), "boss_speed": "easy"}
        for mode in PRESETS
    },
    **{
        f"{mode} with a Boss": {"mode": mode, "play": "competitive_boss", "players": seats(count)}
        for mode, count in zip(PRESETS, (3, 4, 2, 4), strict=True)
    },
    "tournament": {
        "mode": "legend",
        "tournament": True,
        "players": seats(3),
        "options": {"round_limit": 12, "tournament_legendary": "change"},
    },
    "five players": {"mode": "rookie", "players": seats(5)},
    "six players": {"mode": "legend", "players": seats(6)},
}
"""Every way to play with every preset."""

VARIANTS: dict[str, dict[str, Any]] = {
    "coop with everything": {
        "mode": "legend",
        "play": "coop",
        "players": seats(4),
        "additional_cards": True,
        "options": {"coop_projectiles": True, "coop_bubble_action": True},
    },
    "solo with everything": {
        "mode": "legend",
        "play": "solo",
        "players": seats(1),
        "additional_cards": True,
        "boss_speed": "easy",
        "options": {"coop_projectiles": True, "solo_last_bonus": True},
    },
    "Boss out of the way": {
        "mode": "intermediate",
        "play": "competitive_boss",
        "players": seats(3),
        "options": {"boss_first": "race_goes_on"},
    },
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
}
SETUPS = {
    name: {**setup, "options": {"round_limit": 50, **setup.get("options", {})}}
    for name, setup in {**MODES, **VARIANTS}.items()
}
"""All of these with a limit of rounds, so that even careless players come to an end."""
_HINTS = get_type_hints(Options, include_extras=True)


def any_setup(seed: int) -> dict[str, Any]:
    """Draws a way to play, a preset, an edition and a value for about half of all options."""
    random = Random(seed)
    setup = dict(random.choice(list(MODES.values())))
    setup["edition"] = random.choice(list(EDITIONS))
    options = {
        key: some_value(key, random)
        for key in Options.__struct_fields__
        if random.random() < 0.5 and not key.startswith("auto_")
    }
    options |= {
        key: False for key in ("auto_projectiles", "auto_boss", "auto_effects") if not random.randrange(5)
    }
    setup["options"] = {**options, **setup.get("options", {}), "round_limit": random.choice((8, 20, 50))}
    if random.random() < 0.2:
        setup["teensies"] = random.choice(("placed", "random"))
        setup["options"].pop("teensy_setup", None)
    return setup


def some_value(key: str, random: Random) -> Any:
    """Draws a value of an option."""
    hint, usual = _HINTS[key], getattr(Options(), key)
    if get_origin(hint) is Literal:
        return random.choice(get_args(hint))
    if isinstance(usual, bool):
        return random.random() < 0.5
    if isinstance(usual, int):
        limits = hint.__metadata__[0]
        return random.choice((usual, usual + 1, limits.ge, min(limits.le, 12)))
    return random.choice(((5, 3, 2, 1), (3, 1)))


class Player:
    """Plays a game command by command under the eyes of a witness."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.state: State = GAME.new_state(setup, CONTENT)
        self.taken: list[Command] = []
        self.witness = Witness(self.state)

    def take(self, command: Command) -> None:
        """Carries out a command; the witness checks everything, the game itself every state between turns."""
        events = GAME.decide(self.state, command)
        self.taken.append(command)
        assert len(self.taken) < LONG
        try:
            self._follow(events)
            if command.is_correction:
                self.witness = Witness(self.state, is_corrected=True)
            self.witness.look(self.state)
        except AssertionError as error:
            raise AssertionError(self._where()) from error
        if self.state.turn is None or len(self.taken) % 4 == 0:
            broken = [words(problem, "en") for problem in GAME.problems(self.state)]
            assert not broken, (broken, self._where())

    def _follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.witness.hear(self.state, event)
            self.state = GAME.evolve(self.state, event)

    def _where(self) -> str:
        lines = [GAME.format(command) for command in self.taken[-8:]]
        return "\n".join([*lines, *map(str, self.state.racers), str(self.state.agenda[:3])])


def play(setup: dict[str, Any], seed: int, *, eager: float = 0.5, meddling: float = 0.0) -> tuple[State, int]:
    """Plays a game to its end, half by the first command listed and half by any; checks it at every step.

    `meddling` is how often the table corrects something in between: see `some_correction`.
    """
    random = Random(seed)
    player = Player(setup)
    while legal := GAME.offers(player.state):
        if meddling and random.random() < meddling:
            with suppress(Refusal):
                player.take(some_correction(player.state, random))
            continue
        player.take(legal[0] if random.random() < eager else random.choice(legal))
    assert GAME.outcome(player.state) is not None
    return player.state, len(player.taken)


def some_correction(state: State, random: Random) -> Command:
    """Draws a correction that a table could mean: it leaves the figures on spaces where they may rest."""
    racer = random.choice(state.racers)
    name = racer.name
    flag = random.random() < 0.5
    owned = racer.hand + racer.discard
    free = [token for token, count in {**state.spent, **state.bag}.items() if count > 0]
    colours = [colour for colour, _ in state.board.teensies]
    kinds: list[Command] = [
        fix.heart(name, flag),
        fix.tokens(name, tuple(random.sample(free, min(len(free), random.randrange(3))))),
        fix.cards(name, tuple(random.sample(owned, random.randrange(len(owned) + 1)))),
        fix.initiative(name, random.randrange(100)),
        fix.mark(name, random.choice(("slapped", "immune", "bubble")), flag),
        fix.pool(move=random.randrange(5), slap=2),
        fix.presence(name, flag),
        fix.presence(name, True),
        fix.join("Zoe", "minimus"),
    ]
    if not racer.has_finished:
        kinds.append(fix.teensies(name, tuple(random.sample(colours, random.randrange(len(colours) + 1)))))
        kinds += [fix.place(name, *place) for place in [_some_place(state, random)] if place]
    if state.boss is not None and not state.boss.has_finished:
        kinds.append(fix.boss(random.randrange(state.board.columns), random.choice((1, 2, 3))))
    if state.projectile_id and not state.projectiles:
        place = _some_place(state, random)
        kinds += [fix.add_projectile(*place)] if place else []
        kinds.append(fix.projectiles(()))
    return random.choice(kinds)


def _some_place(state: State, random: Random) -> tuple[int, int] | None:
    """Draws a space that nobody and nothing is on."""
    column, level = random.randrange(1, state.board.columns), random.choice((1, 2, 3))
    taken = {(racer.at[0] % state.board.columns, racer.at[1]) for racer in state.racers}
    taken |= {projectile.at for projectile in state.projectiles}
    is_free = (column, level) not in taken and not state.board.is_obstacle(column, level)
    return (column, level) if is_free and state.board.is_floor(column, level) else None


def survives_json(state: State) -> bool:
    return msgspec.convert(msgspec.to_builtins(state), State) == state


def play_night(setup: dict[str, Any], seed: int) -> tuple[State, int]:
    """Plays a night with undos, redos and jumps; going back and forth changes nothing."""
    random = Random(seed)
    night: Night[State] = Night.create(GAME, setup, content=CONTENT)
    taken = 0
    while legal := GAME.offers(night.state):
        chance = random.random()
        if chance < 0.03 and night.can_undo:
            before, position = night.state, night.position
            back = random.randrange(1, 5)
            for _ in range(back):
                if night.can_undo:
                    night.undo(agreed=True)
            assert not GAME.problems(night.state)
            if chance < 0.01:
                continue  # another line is taken from here
            night.jump(position, agreed=True) if chance < 0.02 else _redo_all(night, position)
            assert night.state == before
            continue
        night.submit(legal[0] if random.random() < 0.7 else random.choice(legal))
        taken += 1
        assert taken < LONG
    assert night.is_over
    return night.state, taken


def _redo_all(night: Night[State], position: int) -> None:
    while night.position != position:
        night.redo()
