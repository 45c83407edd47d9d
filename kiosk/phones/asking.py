"""The question to the table: does this phone get the place that it wants?"""

from __future__ import annotations

from functools import partial

from companion.core.message import say
from companion.phones.forms import Phone
from kiosk.panels.panel import Panel
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text


def ask_place(panel: Panel, phone: Phone) -> None:
    """Asks the table whether a phone gets the place that it wants."""
    kiosk, look, reception = panel.kiosk, panel.look, panel.kiosk.phones.reception
    before = reception.book.holder_of(phone.wants_player) if phone.wants == "seat" else None
    lines = [
        say("phones.kiosk.sees", player=phone.wants_player)
        if phone.wants == "seat"
        else say("phones.kiosk.sees_public")
    ]
    if before is not None and before.digest != phone.digest:
        lines.append(say("phones.kiosk.replaces"))

    def answer(act: str) -> None:
        kiosk.close_sheet()
        getattr(reception, act)(phone.digest)

    no = panel.words(say("phones.kiosk.refuse"))
    kiosk.open_sheet(
        panel.words(say(f"phones.wish.{phone.wants}", player=phone.wants_player, number=phone.number)),
        *(Text(look, panel.words(line), step="lead", grows=True) for line in lines),
        footer=(
            PushButton(look, no, partial(answer, "refuse"), size_hint_y=1),
            PushButton(
                look,
                panel.words(say("phones.kiosk.agree")),
                partial(answer, "agree"),
                icon="check",
                style="primary",
                size_hint_y=1,
            ),
        ),
        can_close=False,
    )
