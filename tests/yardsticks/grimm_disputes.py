"""Random Grimm moves on small random graphs: a seed always makes the same dispute/1 document."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.yardsticks.grimm import Move

NAMES = ("Ana", "Bo", "Cam", "Dan")
CHARACTERS = ("red-riding-hood", "piper", "rapunzel", "wolf", "dragon", "queen")
HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "minimum_move": (1,),
    "chest_by": ("stopping",),
    "chest_under_pawn": (False,),
    "reroll": ("once",),
    "portal_exact": (True,),
    "hood_power": ("piper", "wolf", "dragon"),
}


def random_board(rng: Random) -> dict[str, Any]:
    """A connected graph of 6 to 14 spaces with one portal, some chests and up to two pairs of teleporters."""
    names = [f"s{number}" for number in range(rng.randint(6, 14))]
    spaces: dict[str, dict[str, str]] = {name: {} for name in names}
    free = names[1:]
    rng.shuffle(free)
    spaces[free.pop()] = {"kind": "portal"}
    for number in range(rng.randint(2, 4)):
        if free:
            spaces[free.pop()] = {"kind": "chest", "mark": str(number + 1)}
    for mark in ("red", "blue")[: rng.choice((0, 1, 1, 2))]:
        if len(free) >= 2:
            for _ in range(2):
                spaces[free.pop()] = {"kind": "teleporter", "mark": mark}
    for name in free:
        kind = rng.choice(("blank", "blank", "reroll", "draw", "discard"))
        if kind != "blank":
            spaces[name] = {"kind": kind}
    paths: list[list[str]] = []
    for index, name in enumerate(names[1:], start=1):
        join(spaces, paths, rng.choice(names[max(0, index - 3) : index]), name)
    for _ in range(rng.randint(1, len(names) // 2)):
        join(spaces, paths, *rng.sample(names, 2))
    return {"spaces": spaces, "paths": paths}


def join(spaces: dict[str, dict[str, str]], paths: list[list[str]], a: str, b: str) -> None:
    """Adds a path, but none between the two teleporters of a pair."""
    pair = spaces[a].get("kind") == "teleporter" and spaces[a] == spaces[b]
    if not pair and [a, b] not in paths and [b, a] not in paths:
        paths.append([a, b])


def dispute(seed: int) -> dict[str, Any]:
    """The random move of a seed."""
    rng = Random(f"grimm {seed}")
    board = random_board(rng)
    spaces = board["spaces"]
    places = [name for name in spaces if spaces[name].get("kind") != "portal"]
    chests = [name for name in spaces if spaces[name].get("kind") == "chest"]
    characters = rng.sample(CHARACTERS, 4)
    players = {
        name: {
            "at": rng.choice(chests if rng.random() < 0.4 else places),
            "character": character,
            "equipment": rng.choice((0, 1, 2, 2, 3)),
        }
        for name, character in zip(NAMES[: rng.randint(2, 4)], characters, strict=False)
    }
    options = {}
    for key in rng.sample(sorted(HOUSE_RULES), rng.choice((0, 0, 1, 2))):
        options[key] = rng.choice(HOUSE_RULES[key])
    document: dict[str, Any] = {
        "format": "dispute/1",
        "game": "grimm",
        "options": options,
        "board": board,
        "players": players,
        "chest": rng.choice((None, *chests)),
        "turn": {"player": rng.choice(list(players))},
    }
    dice = Move(document | {"turn": document["turn"] | {"roll": [1]}})
    count = dice.dice_count(dice.start)
    turn = document["turn"]
    turn["roll"] = [rng.randint(1, 6) for _ in range(count)]
    turn["modifiers"] = rng.choice(([], [], [2], [-3], [-3, 2]))
    turn["rerolls"] = [[rng.randint(1, 4) for _ in range(count)] for _ in range(rng.choice((0, 0, 0, 1, 2)))]
    turn["chests"] = next_chests(rng, chests, document["chest"])
    return document


def next_chests(rng: Random, chests: list[str], last: str | None) -> list[str]:
    """Chests that appear one after the other, never twice running in one place."""
    found: list[str] = []
    for _ in range(rng.choice((0, 1, 2, 3))):
        last = rng.choice([chest for chest in chests if chest != last])
        found.append(last)
    return found


def with_claim(document: dict[str, Any], seed: int) -> dict[str, Any]:
    """The dispute with a claim: an end of the move, often with one detail changed."""
    rng = Random(f"claim {seed}")
    ends = sorted(set(Move(document).ends()))
    spaces = list(document["board"]["spaces"])
    if not ends:
        return document | {"claim": {"at": rng.choice(spaces)}}
    end = rng.choice(ends)
    claim: dict[str, Any] = {"at": end.at}
    if rng.random() < 0.4:
        claim["path"] = list(end.path)
    if rng.random() < 0.4:
        claim["equipment"] = end.equipment
    spoiled = rng.choice(("", "", "at", "path", "equipment"))
    if spoiled == "at":
        claim["at"] = rng.choice(spaces)
    elif spoiled == "path":
        claim["path"] = list(rng.choice(ends).path)[::-1]
    elif spoiled == "equipment":
        claim["equipment"] = rng.randint(0, 3)
    return document | {"claim": claim}
