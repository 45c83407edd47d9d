"""What a phone's player would touch next."""

from __future__ import annotations

from tests.phones.table import Phone


def wish_of(phone: Phone) -> dict[str, object] | None:
    """Returns the first thing that a phone offers: a roll, two cards, a choice without questions."""
    assert phone.view is not None
    if phone.view["can_take_chance"]:
        return {"do": "chance"}
    for choice in phone.view["view"].get("choices", ()):
        asks = choice.get("asks", ())
        if not asks:
            return {"do": "submit", "commands": [choice["command"]]}
        if len(asks) == 2 and choice.get("group") == "secret":
            first, second = (option["value"] for option in asks[0]["options"][:2])
            command = {**choice["command"], asks[0]["id"]: first, asks[1]["id"]: second}
            return {"do": "submit", "commands": [command]}
    return None
