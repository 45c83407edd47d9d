"""A table may correct anything at any moment: the game goes on and ends."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.command import Command
from companion.core.errors import Refusal
from companion.games.rayman import GAME
from companion.games.rayman.state import State
from tests.properties.rayman.games import CONTENT, SETUPS, survives_json
from tests.rules.rayman import fix
from tests.rules.rayman.table import Table


def some_correction(state: State, random: Random) -> Command:
    name = random.choice(state.racers).name
    racer = state.racer(name)
    flag = random.random() < 0.5
    owned = racer.hand + racer.discard
    return random.choice(
        [
            fix.place(name, random.randrange(60), random.choice((1, 2, 3))),
            fix.heart(name, flag),
            fix.tokens(name, tuple(random.sample(sorted(state.tokens), 2))),
            fix.teensies(name, ("blue", "red", "green")[: random.randrange(4)]),
            fix.cards(name, tuple(random.sample(owned, random.randrange(len(owned) + 1)))),
            fix.initiative(name, random.randrange(100)),
            fix.mark(name, random.choice(("slapped", "immune", "bubble")), flag),
            fix.pool(move=random.randrange(5), slap=2),
            fix.projectiles(((13, 2), (21, 1))[: random.randrange(3)]),
            fix.add_projectile(random.randrange(44), random.choice((1, 2, 3))),
            fix.boss(random.randrange(50), 1),
            fix.presence(name, flag),
            fix.join("Zoe", "minimus"),
        ]
    )


@pytest.mark.parametrize(
    "name", ["rookie", "hero", "coop rookie", "hero with a Boss", "typed cards", "tournament"]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_corrected_game_goes_on_to_its_end(name: str, seed: int) -> None:
    random = Random(seed)
    state = GAME.new_state(SETUPS[name], CONTENT)
    made = taken = 0
    while legal := GAME.offers(state):
        command = random.choice(legal)
        if random.random() < 0.15:
            command = some_correction(state, random)
        try:
            events = GAME.decide(state, command)
        except Refusal:
            assert command.is_correction, "a listed command was refused"
            continue
        made += command.is_correction
        for event in events:
            state = GAME.evolve(state, event)
        taken += 1
        if taken % 50 == 0:
            assert survives_json(state)
        assert taken < 40_000
    assert GAME.outcome(state) is not None
    assert made > 3


def test_an_initiative_corrected_in_the_middle_of_a_turn_keeps_that_turn_running() -> None:
    table = Table({"enemies": [[6, 1]]}, players=3).put("Ana", (5, 1))
    table.begin(Ana={"move": 2, "slap": 1}, Bo={"move": 1}, Cy={"move": 1}).move(1, enemy="slap")
    assert table.waits == "token"
    table.do(fix.initiative("Cy", 99)).token().end()
    assert table.me == "Cy"
