"""Commands as one line of text: a verb and its words, quoted where they hold blanks."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from companion.core.command import Command, RevealCard, RollDice
from companion.core.errors import Ambiguous, Invalid
from companion.core.message import literal, say
from companion.games.grimm import commands as cmd

Words = list[str]


def _faces(words: Words) -> Command:
    if not words or not all(word.isdigit() for word in words):
        raise ValueError
    return RollDice(tuple(int(word) for word in words))


def _cast(words: Words) -> Command:
    player, spell, *target = words
    if len(target) > 1:
        raise ValueError
    return cmd.Cast(player, spell, *target)


def _move(words: Words) -> Command:
    if not words:
        raise ValueError
    return cmd.Move(tuple(words))


def _flag(word: str) -> bool:
    return {"yes": True, "no": False}[word]


def _exact(build: Callable[..., Command], count: int) -> Callable[[Words], Command]:
    def read(words: Words) -> Command:
        if len(words) != count:
            raise ValueError
        return build(*words)

    return read


READERS: dict[str, tuple[str, Callable[[Words], Command]]] = {
    "roll": ("N [N]", _faces),
    "reveal": ("DECK CARD", _exact(RevealCard, 2)),
    "draw": ("", _exact(cmd.Draw, 0)),
    "cast": ("PLAYER SPELL [TARGET]", _cast),
    "pass": ("", _exact(cmd.LetPass, 0)),
    "move": ("SPACE…", _move),
    "stay": ("", _exact(cmd.Stay, 0)),
    "drop": ("PLAYER CARD", _exact(cmd.Drop, 2)),
    "take": ("PLAYER CARD", _exact(cmd.Take, 2)),
    "decline": ("", _exact(cmd.Decline, 0)),
    "confirm": ("", _exact(cmd.Confirm, 0)),
    "end": ("", _exact(cmd.EndTurn, 0)),
    "fix-place": ("PLAYER SPACE", _exact(cmd.CorrectPlace, 2)),
    "fix-equipment": ("PLAYER N", _exact(lambda p, n: cmd.CorrectEquipment(p, int(n)), 2)),
    "fix-hand": ("PLAYER CARD…", lambda words: cmd.CorrectHand(words[0], tuple(words[1:]))),
    "fix-chest": ("[SPACE]", lambda words: cmd.CorrectChest("".join(words[:1]))),
    "fix-spent": ("PLAYER yes|no", _exact(lambda p, f: cmd.CorrectSpent(p, _flag(f)), 2)),
    "fix-presence": ("PLAYER yes|no", _exact(lambda p, f: cmd.CorrectPresence(p, _flag(f)), 2)),
}


def parse(text: str) -> Command:
    """Reads a command; a verb may be shortened as long as only one begins so."""
    try:
        verb, *words = shlex.split(text)
    except ValueError:
        raise Invalid(say("grimm.bad.line", line=literal(text), verbs=", ".join(READERS))) from None
    fitting = [verb] if verb in READERS else [name for name in READERS if name.startswith(verb)]
    if not fitting:
        raise Invalid(say("grimm.bad.line", line=literal(text), verbs=", ".join(READERS)))
    if len(fitting) > 1:
        details = tuple(literal(name) for name in fitting)
        raise Ambiguous(say("grimm.bad.verb", verb=verb, fitting=", ".join(fitting)), details=details)
    form, read = READERS[fitting[0]]
    try:
        return read(words)
    except (ValueError, KeyError, IndexError):
        expected = f"{fitting[0]} {form}".strip()
        raise Invalid(say("grimm.bad.words", line=literal(text), expected=expected)) from None


def format_command(command: Command) -> str:
    """Writes a command as a line that `parse` reads back."""
    verb, words = _parts(command)
    return " ".join((verb, *(_quoted(word) for word in words)))


def _quoted(word: str) -> str:
    needs_quotes = not word or any(letter.isspace() or letter in "\"'\\" for letter in word)
    return shlex.quote(word) if needs_quotes else word


def _parts(command: Command) -> tuple[str, tuple[str, ...]]:
    match command:
        case RollDice(faces):
            return "roll", tuple(str(face) for face in faces)
        case RevealCard(deck, card):
            return "reveal", (deck, card)
        case cmd.Cast(player, spell, target):
            return "cast", (player, spell) if target is None else (player, spell, target)
        case cmd.Move(path):
            return "move", path
        case cmd.Drop(player, card):
            return "drop", (player, card)
        case cmd.Take(victim, card):
            return "take", (victim, card)
        case cmd.CorrectPlace(player, to):
            return "fix-place", (player, to)
        case cmd.CorrectEquipment(player, count):
            return "fix-equipment", (player, str(count))
        case cmd.CorrectHand(player, cards):
            return "fix-hand", (player, *cards)
        case cmd.CorrectChest(to):
            return "fix-chest", (to,) if to else ()
        case cmd.CorrectSpent(player, flag):
            return "fix-spent", (player, "yes" if flag else "no")
        case cmd.CorrectPresence(player, flag):
            return "fix-presence", (player, "yes" if flag else "no")
    return _BARE[type(command)], ()


_BARE: dict[type[Command], str] = {
    cmd.Draw: "draw",
    cmd.LetPass: "pass",
    cmd.Stay: "stay",
    cmd.Decline: "decline",
    cmd.Confirm: "confirm",
    cmd.EndTurn: "end",
}
