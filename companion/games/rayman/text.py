"""One readable line for every command, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from companion.core.command import Command, RevealCard, RollDice
from companion.core.errors import Ambiguous, Invalid
from companion.core.message import literal, say
from companion.games.rayman import commands as c
from companion.games.rayman.effects import ICONS

PLAYER = re.compile(r"^(?P<player>.+?): (?P<rest>.+)$")


def _place(place: tuple[int, int]) -> str:
    return f"{place[0]}/{place[1]}"


def _read_place(word: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)/([123])", word)
    if match is None:
        raise Invalid(say("rayman.parse.place", text=word))
    return int(match[1]), int(match[2])


def _pool_text(command: Any) -> str:
    shown = [(icon, getattr(command, icon)) for icon in ICONS]
    return ",".join(f"{icon}={count}" for icon, count in shown if count) or "none"


def _read_pool(word: str) -> dict[str, int]:
    if word == "none":
        return {}
    pool: dict[str, int] = {}
    for part in word.split(","):
        icon, _, count = part.partition("=")
        if icon not in ICONS or not count.isdigit():
            raise Invalid(say("rayman.parse.pool", text=word))
        pool[icon] = int(count)
    return pool


def _choices(command: Any) -> str:
    words = ""
    if getattr(command, "projectile", None):
        words += " duck" if command.projectile == "crouch" else " struck"
    if command.enemy:
        words += f" {command.enemy}"
    return words


WRITERS: dict[type[Command], Callable[[Any], str]] = {
    RollDice: lambda m: "roll " + " ".join(str(face) for face in m.faces),
    RevealCard: lambda m: f"draw {m.deck} = {m.card}",
    c.Reveal: lambda m: "reveal",
    c.Continue: lambda m: "continue",
    c.PickCard: lambda m: f"{m.player}: pick {m.card}",
    c.DropCard: lambda m: f"{m.player}: drop {m.card}",
    c.ChooseLegendary: lambda m: f"{m.player}: legendary {m.legendary}",
    c.PlaceTeensy: lambda m: f"{m.player}: teensy {m.colour} {_place(m.at)}",
    c.ChooseCards: lambda m: f"{m.player}: cards {m.left} {m.right}",
    c.TypeCards: lambda m: f"{m.player}: typed {m.initiative} {m.second} {_pool_text(m)}",
    c.ChooseBubble: lambda m: f"{m.player}: bubble",
    c.Move: lambda m: f"{m.player}: move {m.by:+d}{_choices(m)}",
    c.Jump: lambda m: f"{m.player}: jump{_choices(m)}",
    c.Drift: lambda m: f"{m.player}: drift {m.by:+d}{_choices(m)}",
    c.StartGlide: lambda m: f"{m.player}: glide",
    c.EndGlide: lambda m: f"{m.player}: land{_choices(m)}",
    c.Fall: lambda m: f"{m.player}: fall{_choices(m)}",
    c.SlapEnemy: lambda m: f"{m.player}: slap {_place(m.at)}",
    c.FreeTeensy: lambda m: f"{m.player}: free {m.colour}",
    c.SlapFigure: lambda m: (
        f"{m.player}: burst {m.figure}" if m.push == 0 else f"{m.player}: push {m.push:+d} {m.figure}"
    ),
    c.TakeHeart: lambda m: f"{m.player}: heart",
    c.GiveHeart: lambda m: f"{m.player}: give-heart {m.to}",
    c.UseToken: lambda m: f"{m.player}: use {m.token}",
    c.DiscardToken: lambda m: f"{m.player}: discard {m.token}",
    c.TradeToken: lambda m: f"{m.player}: trade {m.token} {m.to}",
    c.UseLum: lambda m: f"{m.player}: lum",
    c.Convert: lambda m: f"{m.player}: convert {m.source}",
    c.PlaceFigure: lambda m: f"{m.player}: to {_place(m.to)}",
    c.Stay: lambda m: f"{m.player}: stay",
    c.EndTurn: lambda m: f"{m.player}: end",
    c.CorrectPlace: lambda m: f"{m.player}: correct place {_place((m.progress, m.level))}",
    c.CorrectHeart: lambda m: f"{m.player}: correct heart {'yes' if m.has_heart else 'no'}",
    c.CorrectTokens: lambda m: f"{m.player}: correct tokens {','.join(m.tokens) or 'none'}",
    c.CorrectTeensies: lambda m: f"{m.player}: correct teensies {','.join(m.freed) or 'none'}",
    c.CorrectCards: lambda m: f"{m.player}: correct cards {','.join(m.hand) or 'none'}",
    c.CorrectInitiative: lambda m: f"{m.player}: correct initiative {m.initiative}",
    c.CorrectMark: lambda m: f"{m.player}: correct {m.mark} {'yes' if m.is_set else 'no'}",
    c.CorrectPresence: lambda m: f"{m.player}: correct present {'yes' if m.is_present else 'no'}",
    c.JoinLate: lambda m: f"{m.name}: join {m.hero}",
    c.CorrectPool: lambda m: f"correct pool {_pool_text(m)}",
    c.CorrectProjectiles: lambda m: "correct projectiles " + (" ".join(_place(at) for at in m.at) or "none"),
    c.AddProjectile: lambda m: f"correct add-projectile {_place((m.column, m.level))}",
    c.CorrectBoss: lambda m: f"correct boss {_place((m.progress, m.level))}",
}


def format_command(command: Command) -> str:
    """Writes a command as one line that `parse_command` reads back."""
    return WRITERS[type(command)](command)


def _by(word: str) -> Any:
    if word not in ("+1", "-1", "1"):
        raise Invalid(say("rayman.parse.by", text=word))
    return int(word)


def _flag(word: str) -> bool:
    if word not in ("yes", "no"):
        raise Invalid(say("rayman.parse.flag", text=word))
    return word == "yes"


def _names(word: str) -> tuple[str, ...]:
    return () if word == "none" else tuple(word.split(","))


def _meeting(words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        if word in ("slap", "hit", "dodge"):
            found["enemy"] = word
        elif word in ("duck", "struck"):
            found["projectile"] = "crouch" if word == "duck" else "hit"
        else:
            raise Invalid(say("rayman.parse.unknown", text=word))
    return found


Reader = Callable[[str, list[str]], Command]

READERS: dict[str, tuple[int, Reader]] = {
    "pick": (1, lambda p, w: c.PickCard(p, w[0])),
    "drop": (1, lambda p, w: c.DropCard(p, w[0])),
    "legendary": (1, lambda p, w: c.ChooseLegendary(p, w[0])),
    "teensy": (2, lambda p, w: c.PlaceTeensy(p, w[0], _read_place(w[1]))),
    "cards": (2, lambda p, w: c.ChooseCards(p, w[0], w[1])),
    "typed": (3, lambda p, w: c.TypeCards(p, _number(w[0]), _number(w[1]), **_read_pool(w[2]))),
    "bubble": (0, lambda p, w: c.ChooseBubble(p)),
    "move": (1, lambda p, w: c.Move(p, _by(w[0]), **_meeting(w[1:]))),
    "jump": (0, lambda p, w: c.Jump(p, **_meeting(w))),
    "drift": (1, lambda p, w: c.Drift(p, _by(w[0]), **_meeting(w[1:]))),
    "glide": (0, lambda p, w: c.StartGlide(p)),
    "land": (0, lambda p, w: c.EndGlide(p, **_meeting(w))),
    "fall": (0, lambda p, w: c.Fall(p, **_meeting(w))),
    "slap": (1, lambda p, w: c.SlapEnemy(p, _read_place(w[0]))),
    "free": (1, lambda p, w: c.FreeTeensy(p, w[0])),
    "push": (2, lambda p, w: c.SlapFigure(p, " ".join(w[1:]), _by(w[0]))),
    "burst": (1, lambda p, w: c.SlapFigure(p, " ".join(w), 0)),
    "heart": (0, lambda p, w: c.TakeHeart(p)),
    "give-heart": (1, lambda p, w: c.GiveHeart(p, " ".join(w))),
    "use": (1, lambda p, w: c.UseToken(p, w[0])),
    "discard": (1, lambda p, w: c.DiscardToken(p, w[0])),
    "trade": (2, lambda p, w: c.TradeToken(p, w[0], " ".join(w[1:]))),
    "lum": (0, lambda p, w: c.UseLum(p)),
    "convert": (1, lambda p, w: c.Convert(p, _source(w[0]))),
    "to": (1, lambda p, w: c.PlaceFigure(p, _read_place(w[0]))),
    "stay": (0, lambda p, w: c.Stay(p)),
    "end": (0, lambda p, w: c.EndTurn(p)),
    "join": (1, lambda p, w: c.JoinLate(p, w[0])),
    "correct": (2, lambda p, w: _correction(p, w)),
}


def _source(word: str) -> Any:
    if word not in ("icon", "token"):
        raise Invalid(say("rayman.parse.unknown", text=word))
    return word


def _number(word: str) -> int:
    if not word.isdigit():
        raise Invalid(say("rayman.parse.number", text=word))
    return int(word)


def _correction(player: str, words: list[str]) -> Command:
    what, value = words[0], words[1]
    match what:
        case "place":
            return c.CorrectPlace(player, *_read_place(value))
        case "heart":
            return c.CorrectHeart(player, _flag(value))
        case "tokens":
            return c.CorrectTokens(player, _names(value))
        case "teensies":
            return c.CorrectTeensies(player, _names(value))
        case "cards":
            return c.CorrectCards(player, _names(value))
        case "initiative":
            return c.CorrectInitiative(player, _number(value))
        case "present":
            return c.CorrectPresence(player, _flag(value))
        case "slapped" | "immune" | "bubble" | "finished":
            return c.CorrectMark(player, what, _flag(value))
    raise Invalid(say("rayman.parse.unknown", text=what))


def parse_command(text: str) -> Command:
    """Reads a command from one line; refuses with Invalid or Ambiguous."""
    line = " ".join(text.split())
    match = PLAYER.match(line)
    if match is None:
        return _parse_table(line)
    word, *rest = match["rest"].split(" ")
    found = [verb for verb in READERS if verb == word] or [
        verb for verb in READERS if word and verb.startswith(word)
    ]
    if not found:
        raise Invalid(say("rayman.parse.unknown", text=word))
    if len(found) > 1:
        raise Ambiguous(
            say("rayman.parse.ambiguous", text=word), details=tuple(literal(verb) for verb in found)
        )
    least, read = READERS[found[0]]
    if len(rest) < least:
        raise Invalid(say("rayman.parse.short", text=line))
    return read(match["player"], rest)


def _parse_table(line: str) -> Command:
    word, _, rest = line.partition(" ")
    if word == "roll" and rest:
        return RollDice(tuple(_number(face) for face in rest.split()))
    if word == "draw" and " = " in rest:
        deck, _, card = rest.partition(" = ")
        return RevealCard(deck, card)
    if line == "reveal":
        return c.Reveal()
    if line == "continue":
        return c.Continue()
    words = rest.split()
    if word == "correct" and len(words) >= 2:
        if words[0] == "pool":
            return c.CorrectPool(**_read_pool(words[1]))
        if words[0] == "boss":
            return c.CorrectBoss(*_read_place(words[1]))
        if words[0] == "add-projectile":
            return c.AddProjectile(*_read_place(words[1]))
        if words[0] == "projectiles":
            places = () if words[1] == "none" else tuple(_read_place(at) for at in words[1:])
            return c.CorrectProjectiles(places)
    raise Invalid(say("rayman.parse.unknown", text=line))
