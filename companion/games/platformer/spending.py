"""What a command says it is paid with: the difference of two pools as text, and back as an event."""

from __future__ import annotations

from companion.games.platformer import events as ev
from companion.games.platformer.turn.pool import Pool, unpack
from companion.games.platformer.turn.position import SYMBOLS, Symbol


def paid_text(before: Pool, after: Pool) -> str:
    """Writes what went, such as `boot`, `coin*2`, `special`, `extra-sword`, `gem*3`, joined by `+`."""
    was, now = unpack(before), unpack(after)
    parts: list[tuple[str, int]] = []
    for index, symbol in enumerate(SYMBOLS):
        parts.append((symbol, was.dice[index] - now.dice[index]))
    for index, symbol in enumerate(SYMBOLS):
        parts.append((f"extra-{symbol}", was.extra[index] - now.extra[index]))
    parts.append(("special", sum(was.special) - sum(now.special)))
    parts.append(("gem", was.gems - now.gems))
    return "+".join(name if count == 1 else f"{name}*{count}" for name, count in parts if count > 0)


def paid_event(text: str) -> ev.Paid:
    """Reads a text that `paid_text` wrote."""
    dice: dict[Symbol, int] = {}
    extra: dict[Symbol, int] = {}
    special, gems = False, 0
    for name, count in paid_parts(text):
        if name == "special":
            special = True
        elif name == "gem":
            gems = count
        else:
            for symbol in SYMBOLS:
                if name == symbol:
                    dice[symbol] = count
                elif name == f"extra-{symbol}":
                    extra[symbol] = count
    return ev.Paid(dice, extra, special, gems)


def paid_parts(text: str) -> tuple[tuple[str, int], ...]:
    """Lists what a text says was paid, with how many of each."""
    parts = (part.partition("*") for part in text.split("+") if part)
    return tuple((name, int(count or 1)) for name, _, count in parts)
