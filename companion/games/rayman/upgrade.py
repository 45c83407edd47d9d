"""Reads what nights of earlier versions recorded: each kind of correction had a form of its own."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.core.blocks import Json
from companion.games.rayman.state import Racer

COMMANDS = {
    "CorrectHeart": ("heart", "has_heart"),
    "CorrectTokens": ("tokens", "tokens"),
    "CorrectTeensies": ("teensies", "freed"),
    "CorrectCards": ("cards", "hand"),
    "CorrectInitiative": ("initiative", "initiative"),
    "CorrectProjectiles": ("projectiles", "at"),
    "CorrectPresence": ("presence", "is_present"),
}
"""The commands that held one value, and its field."""
PARTS = {
    "CorrectPlace": "place",
    "CorrectBoss": "boss",
    "CorrectPool": "pool",
    "AddProjectile": "projectile",
    "JoinLate": "join",
}
"""The commands whose fields are the parts of a value."""
VALUES: dict[str, Callable[[Racer], object]] = {
    "place": lambda racer: {"progress": racer.at[0], "level": racer.at[1]},
    "heart": lambda racer: racer.has_heart,
    "tokens": lambda racer: racer.tokens,
    "teensies": lambda racer: racer.freed,
    "cards": lambda racer: racer.hand,
    "initiative": lambda racer: racer.initiative,
    "slapped": lambda racer: racer.is_slapped,
    "immune": lambda racer: racer.is_immune,
    "bubble": lambda racer: bool(racer.bubble),
    "finished": lambda racer: racer.has_finished,
    "presence": lambda racer: not racer.is_absent,
}
"""What was corrected of a player, who was recorded as a whole."""


def upgrade(form: Json) -> Json:
    """Brings a recorded command or event into today's form."""
    kind = form.get("command")
    if kind in COMMANDS:
        what, field = COMMANDS[kind]
        return _correct(what, form[field], form.get("player", ""))
    if kind == "CorrectMark":
        return _correct(form["mark"], form["is_set"], form["player"])
    if kind in PARTS:
        parts = {name: value for name, value in form.items() if name not in ("command", "player")}
        return _correct(PARTS[kind], parts, form.get("player", ""))
    match form.get("event"):
        case "PlayerCorrected":
            racer = msgspec.convert(form["racer"], Racer)
            return _corrected(form["what"], VALUES[form["what"]](racer), racer.name)
        case "PlayerJoined":
            return _corrected("join", {"name": form["racer"]["name"], "hero": form["racer"]["hero"]})
        case "PoolCorrected":
            return _corrected("pool", form["pool"])
        case "ProjectilesCorrected":
            return _corrected("projectiles", form["at"])
        case "BossCorrected":
            progress, level = form["to"]
            return _corrected("boss", {"progress": progress, "level": level})
    return form


def _correct(what: str, value: object, player: str = "") -> Json:
    return {"command": "Correct", "what": what, "value": value, "player": player}


def _corrected(what: str, value: object, player: str = "") -> Json:
    return {"event": "RecordCorrected", "what": what, "value": msgspec.to_builtins(value), "player": player}
