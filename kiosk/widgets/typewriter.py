"""An on-screen keyboard for names, so that the kiosk needs no other; a real keyboard types too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window
from msgspec import Struct

from companion.core.message import say
from kiosk.widgets.boxes import Row, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text

if TYPE_CHECKING:
    from kiosk.app import Kiosk

ROWS = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm'-"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbnéèàç"),
}
LONGEST = 24


class Held(Struct):
    """What is typed so far, and whether the next letter is a capital."""

    text: str
    is_upper: bool


def type_text(
    kiosk: Kiosk,
    title: str,
    text: str,
    typed: Callable[[str], None],
    *,
    suggestions: tuple[str, ...] = (),
    placeholder: str = "",
    keys: tuple[str, ...] = (),
) -> None:
    """Opens a sheet to type a short text in; the placeholder stands there in grey until the first key.

    `keys` are other rows of keys than the language's, all capitals.
    """
    look = kiosk.look
    held = Held(text, is_upper=not text)
    shown = Text(look, "", step="large", bold=True, lines=1)
    plate = Surface(look, shown, fill="raised", padding=10, size_hint_y=None, height=look.roomy(54))
    letter_keys: list[PushButton] = []

    def show() -> None:
        shown.text = (held.text or placeholder) + "|"
        shown.recolour("quiet" if placeholder and not held.text else "text")
        for key in letter_keys:
            assert key.label is not None
            letter = key.label.text
            key.label.text = letter.upper() if held.is_upper else letter.lower()

    def add(letter: str) -> None:
        if len(held.text) < LONGEST:
            held.text += letter.upper() if held.is_upper else letter
            held.is_upper = bool(keys) or letter in " -"
        show()

    def remove() -> None:
        held.text = held.text[:-1]
        held.is_upper = bool(keys) or not held.text
        show()

    def shift() -> None:
        held.is_upper = not held.is_upper
        show()

    def release() -> None:
        Window.unbind(on_textinput=on_text, on_key_down=on_key)
        Window._companion_typing = False

    def finish(text: str | None = None) -> None:
        kiosk.close_sheet()
        final = (held.text if text is None else text).strip()
        if final:
            typed(final)

    def on_text(_: Any, letters: str) -> bool:
        held.is_upper = bool(keys)
        for letter in letters:
            if letter.isprintable():
                add(letter)
        return True

    def on_key(_: Any, key: int, *__: Any) -> bool:
        if key == 8:
            remove()
        elif key in (13, 271):
            finish()
        elif key == 27:
            finish("")
        return True

    rows = []
    if suggestions:
        names = Row(look, size_hint_y=None, height=look.touch)
        for name in suggestions[: 3 if look.is_portrait or look.is_large_text else 5]:
            names.add_widget(PushButton(look, name, partial(finish, name), style="quiet"))
        rows.append(names)
    for letters in keys or ROWS[kiosk.words.language]:
        row = Row(look, spacing=4, size_hint_y=None, height=look.touch)
        for letter in letters:
            key = PushButton(look, letter, partial(add, letter), step="lead")
            key.padding = [0, 0]
            letter_keys.append(key)
            row.add_widget(key)
        rows.append(row)
    last = Row(
        look,
        PushButton(look, icon="up", acts=shift, width=look.px(64)),
        PushButton(look, kiosk.words(say("kiosk.type.space")), lambda: add(" "), bold=False),
        PushButton(look, icon="back", acts=remove, width=look.px(64)),
        PushButton(look, kiosk.words(say("kiosk.ok")), finish, style="primary", size_hint_x=0.6),
        size_hint_y=None,
        height=look.touch,
    )
    kiosk.open_sheet(title, plate, *rows, last, share=1.0, on_gone=release)
    Window._companion_typing = True
    Window.bind(on_textinput=on_text, on_key_down=on_key)
    show()
