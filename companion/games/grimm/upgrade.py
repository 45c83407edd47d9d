"""Reads what nights of the first version recorded: each kind of correction had a form of its own."""

from __future__ import annotations

from companion.core.blocks import Json

COMMANDS = {
    "CorrectPlace": ("place", "to"),
    "CorrectEquipment": ("equipment", "count"),
    "CorrectHand": ("hand", "cards"),
    "CorrectChest": ("chest", "to"),
    "CorrectSpent": ("spent", "is_spent"),
    "CorrectPresence": ("presence", "is_present"),
}
VALUES = {"place": "text", "chest": "text", "equipment": "count", "hand": "cards"}
"""The field of the old event that held what was corrected; the others held yes or no in `count`."""


def upgrade(form: Json) -> Json:
    """Brings a recorded command or event into today's form."""
    if form.get("command") in COMMANDS:
        what, field = COMMANDS[form["command"]]
        return {"command": "Correct", "what": what, "value": form[field], "player": form.get("player", "")}
    if form.get("event") == "Corrected":
        what = form["what"]
        value = form[VALUES[what]] if what in VALUES else bool(form["count"])
        return {"event": "RecordCorrected", "what": what, "value": value, "player": form["player"]}
    return form
