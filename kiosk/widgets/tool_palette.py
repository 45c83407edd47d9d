"""What a touch on a board under work places: tools as buttons, below the board or beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from kiosk.look.theme import Look
from kiosk.widgets.boxes import Scroll
from kiosk.widgets.button import STYLES, PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text

MOST_IN_A_ROW = 9


class Tool(PushButton):
    """An icon above its word."""

    def __init__(self, look: Look, text: str, icon: str, acts: Callable[[], Any], is_chosen: bool) -> None:
        super().__init__(look, "", acts, style="chosen" if is_chosen else "plain", size_hint_y=1)
        self.orientation = "vertical"
        self.padding = [look.px(2), look.px(5)]
        self.spacing = look.px(1)
        if icon:
            self.add_widget(Icon(look, icon, side=18, colour=STYLES[self.style][2], size_hint_y=0.55))
        self.label = Text(look, text, step="small", bold=is_chosen, align="center")
        self.add_widget(self.label)


class ToolPalette(BoxLayout):
    """Tools in a row below the board; many tools or large words stand in a column that scrolls."""

    def __init__(self, look: Look, tools: list[tuple[str, str, Callable[[], Any], bool]]) -> None:
        super().__init__()
        self.is_beside = not look.is_portrait and (len(tools) > MOST_IN_A_ROW or look.is_large_text)
        columns = 4 if look.is_portrait else len(tools)
        if self.is_beside:
            columns = 1 if look.is_large_text else 2
        rows = -(-len(tools) // columns)
        row = max(look.touch, look.roomy(66 if not self.is_beside or columns > 1 else 48, 0.7))
        grid = GridLayout(cols=columns, spacing=look.px(5), size_hint_y=None, row_default_height=row)
        grid.row_force_default = True
        grid.height = rows * row + (rows - 1) * look.px(5)
        for tool in tools:
            grid.add_widget(Tool(look, *tool))
        content: Widget = grid
        if self.is_beside or rows > 3:
            content = Scroll(look, grid)
        self.add_widget(content)
        if self.is_beside:
            self.size_hint_x, self.width = None, look.roomy(170, 0.3)
        else:
            self.size_hint_y, self.height = None, min(grid.height, 3.5 * row)
