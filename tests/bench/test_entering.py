"""How many touches, and how much of one core, a card takes that is entered by a photo: 32 invented ones."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace as changed

from companion.content.loader import load_content
from companion.games.registry import find_game
from tests.kiosk.conftest import start, window
from tests.kiosk.hands import Hands
from tests.kiosk.test_photos import editor, lay

__all__ = ["editor", "start", "window"]
pytestmark = pytest.mark.bench

CARDS = int(os.environ.get("COMPANION_CARDS", "32"))
SECONDS_A_TOUCH, SECONDS_A_CARD = 1.5, 8.0
"""What a finger takes, and a hand to lay a card down and the camera to see it."""
FEW_STEPS = 4
"""Up to here a number is stepped to, beyond it is typed."""


def test_thirty_two_cards_by_photo(editor: Callable[..., Hands]) -> None:
    from kiosk.widgets.button import PushButton
    from kiosk.widgets.form import Field

    samples = list(load_content(find_game("rayman")).of_kind("cards").values())[:CARDS]
    hands = editor("rayman", "cards")
    hands.tap("By photo")
    touches, begun, clock = hands.touches, time.process_time(), time.monotonic()

    def field(name: str) -> list[Any]:
        found = next(one for one in hands.widgets() if isinstance(one, Field) and one.question.id == name)
        return [one for one in found.walk(restrict=True) if isinstance(one, PushButton)][::-1]

    def answer(question: Any, wanted: Any) -> None:
        if question.kind == "number" and abs(wanted - question.default) <= FEW_STEPS:
            for _ in range(abs(wanted - question.default)):
                plus, _, minus = field(question.id)
                hands.press(plus if wanted > question.default else minus)
            return
        is_number = question.kind == "number"
        hands.press(field(question.id)[1 if is_number else 0])
        if not is_number:
            hands.tap_icon("up")  # names of heroes are small
        for letter in str(wanted):
            hands.tap(letter)
        hands.tap("OK")

    for card in samples:
        presenter = lay(hands)
        touches += 1  # the drawn hand's own
        for question in presenter.content.questions():
            wanted = getattr(card, question.id, question.default)
            if not question.id.startswith("label.") and wanted != question.default:
                answer(question, wanted)
        hands.tap("Keep, next card")
    made = load_content(find_game("rayman"), ["my-rayman"]).of_kind("cards")
    for number, card in enumerate(samples, start=1):
        assert changed(made[f"card-{number}"], label=card.label) == card
    a_card = (hands.touches - touches) / len(samples)
    minutes = len(samples) * (a_card * SECONDS_A_TOUCH + SECONDS_A_CARD) / 60
    cpu = (time.process_time() - begun) / len(samples)
    print(
        f"\n{len(samples)} cards: {a_card:.1f} touches each, {cpu:.1f} s of one core each, drawing included"
    )
    print(f"{time.monotonic() - clock:.0f} s here; by hand some {minutes:.0f} minutes if a touch takes 1.5 s")
    assert minutes <= 40
