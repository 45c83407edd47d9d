"""The card of a moment: a picture, one large sentence, and what to change on the real board, numbered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.announcements import Tone
from companion.core.message import Message
from kiosk.look.theme import Look, shape_of
from kiosk.presenters.moments import MomentScreen
from kiosk.presenters.words import in_a_row
from kiosk.widgets.boxes import Column, Gap, Row
from kiosk.widgets.moment.die import TumblingDie
from kiosk.widgets.moment.hands import TurnedHands
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

DIE_PX = 120
MOST_INSTRUCTIONS = 4
"""How many instructions have lines of their own; the last line holds the rest."""

COLOURS: dict[Tone, tuple[str, str]] = {
    "chance": ("surface", "accent"),
    "harm": ("hit_surface", "hit"),
    "gain": ("surface", "done"),
    "board": ("surface", "camera"),
}
"""The ground and the line of each tone."""


class MomentCard(FloatLayout):
    """Shows a moment; `begin` sets in motion what moves on it."""

    def __init__(
        self, look: Look, screen: MomentScreen, words: Callable[[Message], str], on_repeat: Widget | None
    ) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        self.screen = screen
        self._words = words
        self._dice: list[TumblingDie] = []
        self._hands: TurnedHands | None = None
        ground, line = COLOURS[screen.tone]
        with self.canvas.before:
            Color(*look.colour(ground))
            self._ground = Rectangle()
            Color(*look.colour(line))
            self._edge = Rectangle()
        self._inside = self._build(line)
        self.add_widget(self._inside)
        self._repeat = on_repeat
        if on_repeat is not None:
            self.add_widget(on_repeat)
        self.bind(pos=self._lay, size=self._lay)

    def begin(self) -> None:
        """Lets dice tumble and cards turn."""
        for die in self._dice:
            die.fall()
        if self._hands is not None:
            self._hands.begin()

    # What stands on it.

    def _build(self, line: str) -> BoxLayout:
        look, screen = self.look, self.screen
        if screen.hands:
            self._hands = TurnedHands(look, screen.hands, screen.order, self._words)
            said = screen.details[-1] if screen.order and screen.details else screen.headline
            title = Text(look, said, step="headline", bold=True, size_hint_y=None, height=look.roomy(78, 0.5))
            return Column(
                look, title, self._hands, padding=(24, 14, 24, 20), spacing=10, size_hint=(None, None)
            )
        picture = self._picture(line)
        column = Column(look, spacing=10)
        column.add_widget(self._sentence())
        if screen.details:
            told = in_a_row(screen.details)
            column.add_widget(Text(look, told, step="title", colour="quiet", size_hint_y=0.6, valign="top"))
        for number, text in enumerate(_in_lines(screen.instructions), 1):
            column.add_widget(self._instruction(number, text))
        if look.is_portrait:
            picture.size_hint_y, picture.height = None, self._picture_side
            return Column(look, picture, column, padding=(24, 24), spacing=20, size_hint=(None, None))
        picture.size_hint_x, picture.width = None, self._picture_side
        return Row(look, picture, column, padding=(24, 18, 24, 18), spacing=24, size_hint=(None, None))

    @property
    def _picture_side(self) -> float:
        """How much room the picture has beside the words, or above them."""
        columns = self._die_columns
        if self.screen.faces and not self.look.is_portrait:
            return self.look.px(max(160, columns * (DIE_PX + 12)))
        if self.screen.faces:
            rows = -(-len(self.screen.faces) // columns)
            return self.look.px(rows * (DIE_PX + 12) + 40)
        return self.look.px(230 if self.screen.other is not None and not self.look.is_portrait else 160)

    @property
    def _die_columns(self) -> int:
        count = len(self.screen.faces)
        return count if count <= 1 else 2 if count <= 4 else 3

    def _picture(self, line: str) -> BoxLayout:
        look, screen = self.look, self.screen
        if screen.faces:
            return self._tray()
        box = BoxLayout(spacing=look.px(10))
        if screen.who is not None and screen.other is not None:
            for part, colour in (
                (shape_of(screen.who.seat), f"seat-{screen.who.seat}"),
                (screen.icon or "next", line),
                (shape_of(screen.other.seat), f"seat-{screen.other.seat}"),
            ):
                box.add_widget(Icon(look, part, side=64, colour=colour))
            return box
        box.add_widget(Icon(look, screen.icon or "info", side=DIE_PX, colour=line))
        return box

    def _tray(self) -> BoxLayout:
        look, faces = self.look, self.screen.faces
        gap = look.px(12)
        grid = GridLayout(cols=self._die_columns, spacing=gap, size_hint=(None, None))
        rows = -(-len(faces) // self._die_columns)
        side = look.px(DIE_PX)
        grid.size = (self._die_columns * (side + gap) - gap, rows * (side + gap) - gap)
        grid.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        for number, face in enumerate(faces):
            others = _others(face, faces, number)
            die = TumblingDie(look, face, self._words(face.named), others, DIE_PX)
            self._dice.append(die)
            grid.add_widget(die)
        box = FloatLayout()
        box.add_widget(grid)
        outer = BoxLayout()
        outer.add_widget(box)
        return outer

    def _sentence(self) -> BoxLayout:
        look, screen = self.look, self.screen
        box = Column(look, spacing=2)
        if screen.who is not None:
            seat = screen.who.seat
            shape = Icon(
                look, shape_of(seat), side=26, colour=f"seat-{seat}", size_hint_x=None, width=look.px(32)
            )
            name = Text(look, screen.who.name, step="large", bold=True, colour="quiet", lines=1)
            who = Row(look, shape, name, Gap(look, 60), size_hint_y=None, height=look.roomy(36, 0.5))
            box.add_widget(who)
        box.add_widget(Text(look, screen.headline, step="huge", bold=True, lines=4))
        return box

    def _instruction(self, number: int, text: str) -> Row:
        look = self.look
        count = Text(
            look, str(number), step="large", bold=True, colour="accent", size_hint_x=None, width=look.px(26)
        )
        said = Text(look, text, step="large", bold=True)
        row = Row(look, count, said, padding=(14, 4), size_hint_y=0.55)
        Plate(row, look, fill="raised")
        return row

    def _lay(self, *_: Any) -> None:
        look = self.look
        self._ground.pos, self._ground.size = self.pos, self.size
        self._edge.pos, self._edge.size = (self.x, self.y), (self.width, look.px(4))
        self._inside.pos, self._inside.size = self.pos, self.size
        if self._repeat is not None:
            inset = look.px(10)
            self._repeat.pos = (
                self.x + self.width - self._repeat.width - inset,
                self.y + self.height - self._repeat.height - inset,
            )


def _others(face: Any, faces: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    """Returns faces to show while a die falls: other numbers, or what the other dice show."""
    if isinstance(face.id, int):
        return tuple(type(face)((face.id + turn - 1) % 6 + 1) for turn in (3, 1, 4, 2))
    return tuple(other for index, other in enumerate(faces) if index != number) or (face,)


def _in_lines(instructions: tuple[str, ...]) -> tuple[str, ...]:
    """Gives each instruction a line; what is too many shares the last one."""
    if len(instructions) <= MOST_INSTRUCTIONS:
        return instructions
    first = MOST_INSTRUCTIONS - 1
    return (*instructions[:first], in_a_row(instructions[first:]))
