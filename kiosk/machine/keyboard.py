"""Keys: Tab and arrows walk, Enter presses, Escape goes back, U undoes, R says again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.core.window import Keyboard as Keys, Window
from kivy.uix.widget import Widget

from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.button import PushButton, Touchable

if TYPE_CHECKING:
    from kiosk.app import Kiosk

TAB = 9
ARROWS = {273: (0, -1), 274: (0, 1), 275: (1, 0), 276: (-1, 0)}
"""Up, down, right and left, y down."""
ENTER, ESCAPE, SPACE = {13, 271}, 27, 32
KEY_NAMES = {code: name for name, code in Keys.keycodes.items()}


class Keyboard:
    """Moves a focus over whatever can be pressed in the topmost layer."""

    def __init__(self, kiosk: Kiosk) -> None:
        self._kiosk = kiosk
        self._focused: Touchable | None = None
        Window.bind(on_key_down=self._key, on_key_up=self._key_up)

    def close(self) -> None:
        """Hears no keys any more."""
        Window.unbind(on_key_down=self._key, on_key_up=self._key_up)

    def forget(self) -> None:
        """Drops the focus, because the screen has changed."""
        self._focused = None

    def _key(self, _: Any, key: int, scancode: int, text: str | None, modifiers: list[str]) -> bool:
        if getattr(Window, "_companion_typing", False):
            return False
        self._kiosk.toasts.dismiss()
        self._kiosk.come_near()
        if text != "r":
            self._kiosk.moments.dismiss()
        if self._kiosk.dice_box.key(KEY_NAMES.get(key, str(key)), True):
            return True
        if key == ESCAPE:
            self._kiosk.back()
        elif key == TAB:
            self._walk(-1 if "shift" in modifiers else 1)
        elif key in ARROWS:
            self._steer(*ARROWS[key])
        elif key in ENTER and self._focused is not None:
            self._focused.press()
        elif key in ENTER and self._board is not None and self._board.take():
            pass
        elif key in ENTER or key == SPACE:
            self._press_primary()
        elif text == "r":
            self._kiosk.sound.voice.repeat()
        elif text == "u" and self._kiosk.panel is not None and hasattr(self._kiosk.panel, "undo"):
            self._kiosk.panel.undo()
        else:
            return False
        return True

    def _key_up(self, _: Any, key: int, *rest: Any) -> bool:
        return self._kiosk.dice_box.key(KEY_NAMES.get(key, str(key)), False)

    @property
    def _board(self) -> BoardCanvas | None:
        """The board in sight, unless something lies over it."""
        board = getattr(self._kiosk.panel, "board", None)
        return board if self._kiosk.sheet is None and isinstance(board, BoardCanvas) else None

    def _steer(self, dx: int, dy: int) -> None:
        """Marks the next space of a board; where there is none, goes to the next button."""
        if self._board is None or not self._board.point(dx, dy):
            self._walk(dx + dy)
        elif self._focused is not None:
            self._focused.focus(False)
            self._focused = None

    def _targets(self) -> list[Touchable]:
        root: Widget = self._kiosk.sheet or self._kiosk.panels
        found = [
            widget
            for widget in root.walk(restrict=True)
            if isinstance(widget, Touchable) and widget.acts is not None and not widget.disabled
        ]
        return sorted(found, key=lambda widget: (-round(widget.to_window(*widget.center)[1] / 20), widget.x))

    def _walk(self, step: int) -> None:
        targets = self._targets()
        if not targets:
            return
        if self._focused in targets:
            self._focused.focus(False)
            index = (targets.index(self._focused) + step) % len(targets)
        else:
            index = 0 if step > 0 else len(targets) - 1
        self._focused = targets[index]
        self._focused.focus(True)

    def _press_primary(self) -> None:
        for target in self._targets():
            if isinstance(target, PushButton) and target.style == "primary":
                target.press()
                return
