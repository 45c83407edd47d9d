"""The table's corrections in the words of the tests."""

from __future__ import annotations

from companion.core.corrections import Correct
from companion.games.rayman.commands import Place


def place(player: str, progress: int, level: int) -> Correct:
    return Correct("place", {"progress": progress, "level": level}, player)


def heart(player: str, has_heart: bool) -> Correct:
    return Correct("heart", has_heart, player)


def tokens(player: str, held: tuple[str, ...]) -> Correct:
    return Correct("tokens", list(held), player)


def teensies(player: str, freed: tuple[str, ...]) -> Correct:
    return Correct("teensies", list(freed), player)


def cards(player: str, hand: tuple[str, ...]) -> Correct:
    return Correct("cards", list(hand), player)


def initiative(player: str, number: int) -> Correct:
    return Correct("initiative", number, player)


def mark(player: str, name: str, is_set: bool) -> Correct:
    return Correct(name, is_set, player)


def pool(**icons: int) -> Correct:
    return Correct("pool", icons)


def projectiles(lying: tuple[Place, ...]) -> Correct:
    return Correct("projectiles", [list(at) for at in lying])


def add_projectile(column: int, level: int) -> Correct:
    return Correct("projectile", {"column": column, "level": level})


def boss(progress: int, level: int) -> Correct:
    return Correct("boss", {"progress": progress, "level": level})


def presence(player: str, is_present: bool) -> Correct:
    return Correct("presence", is_present, player)


def join(name: str, hero: str) -> Correct:
    return Correct("join", {"name": name, "hero": hero})
