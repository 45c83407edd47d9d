"""The card of a moment: a picture, one large sentence, and what to change on the real board, numbered."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.announcements import Tone
from companion.core.blocks import Player
from companion.core.message import Message
from kiosk.look.theme import Look, Rgba, shape_of
from kiosk.presenters.moments import MomentScreen
from kiosk.presenters.words import in_a_row
from kiosk.widgets.boxes import Column, Gap, Row
from kiosk.widgets.letters import letters_width
from kiosk.widgets.moment.die import TumblingDie
from kiosk.widgets.moment.hands import TurnedHands
from kiosk.widgets.motion import begin
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

DIE_PX = 120
MOST_INSTRUCTIONS = 4
"""How many instructions have lines of their own; the last line holds the rest."""

COLOURS: dict[Tone, str] = {"chance": "accent", "harm": "hit", "gain": "done", "board": "camera"}
"""The colour of each tone: its picture, its glow, and the line that runs out."""
GLOW = 0.24
"""How strong the glow behind the picture is."""
GLOW_STEPS = 64


class MomentCard(FloatLayout):
    """Shows a moment; `begin` sets in motion what moves on it."""

    left = NumericProperty(1.0)
    """How much of its time is left."""

    def __init__(
        self, look: Look, screen: MomentScreen, words: Callable[[Message], str], on_repeat: Widget | None
    ) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        self.screen = screen
        self._words = words
        self._dice: list[TumblingDie] = []
        self._hands: TurnedHands | None = None
        line = COLOURS[screen.tone]
        with self.canvas.before:
            Color(1, 1, 1)
            self._ground = Rectangle(texture=_glowing(look.colour(line), look.colour("surface")))
            Color(*look.colour(line))
            self._edge = Rectangle()
        self._repeat = on_repeat
        self._inside = self._build(line)
        self.add_widget(self._inside)
        if on_repeat is not None:
            self.add_widget(on_repeat)
        self.bind(pos=self._lay, size=self._lay, left=self._draw_edge)

    def begin(self, seconds: float) -> None:
        """Lets dice tumble, cards turn, and the line run out for as long as the card stays."""
        if self.look.has_motion:
            begin(Animation(left=0.0, duration=seconds), self)
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
            title = self._beside_repeat(Text(look, said, step="headline", bold=True))
            title.size_hint_y, title.height = None, look.roomy(78, 0.5)
            return Column(
                look, title, self._hands, padding=(24, 14, 24, 20), spacing=10, size_hint=(None, None)
            )
        picture = self._picture(line)
        column = Column(look, spacing=10)
        headline = Text(look, screen.headline, step="huge", bold=True, lines=4)
        column.add_widget(headline if look.is_portrait else self._beside_repeat(headline))
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

    def _beside_repeat(self, text: Text) -> Row:
        """Keeps words clear of the button that says them again."""
        gap = () if self._repeat is None else (Gap(self.look, self.look.touch / self.look.unit - 10),)
        return Row(self.look, text, *gap, spacing=4)

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
        """Makes what is seen beside the words: dice, who does it to whom, or a sign and whose it is."""
        look, screen = self.look, self.screen
        if screen.faces:
            picture: Widget = self._tray()
        elif screen.who is not None and screen.other is not None:
            arrow = Icon(look, screen.icon or "next", side=56, colour=line, size_hint_x=0.6)
            return Row(look, self._player(screen.who), arrow, self._player(screen.other), spacing=4)
        else:
            picture = Icon(look, screen.icon or "info", side=DIE_PX, colour=line)
            picture.height = look.px(DIE_PX)
        picture.size_hint_y = None
        named = (self._named(screen.who),) if screen.who is not None else ()
        return Column(look, Gap(look), picture, *named, Gap(look), spacing=8)

    def _player(self, player: Player) -> BoxLayout:
        """Shows a player's shape large, the name below."""
        look = self.look
        shape = Icon(look, shape_of(player.seat), side=64, colour=f"seat-{player.seat}")
        below = look.roomy(30, 0.5)
        room: dict[str, Any] = {"size_hint_y": None, "height": below}
        name = Text(look, player.name, step="lead", bold=True, align="center", lines=1, **room)
        both = Column(look, shape, name, spacing=0, size_hint_y=None, pos_hint={"center_y": 0.5})
        both.height = look.px(74) + below
        return both

    def _named(self, player: Player) -> BoxLayout:
        """Says whose moment it is: shape and name in one line."""
        look, seat = self.look, player.seat
        shape = Icon(
            look, shape_of(seat), side=24, colour=f"seat-{seat}", size_hint_x=None, width=look.px(28)
        )
        name = Text(look, player.name, step="title", bold=True, lines=1)
        name.size_hint_x = None
        name.width = min(
            letters_width(player.name, look.font_px("title"), is_bold=True) + look.px(4), look.px(118)
        )
        return Row(
            look,
            Gap(look),
            shape,
            name,
            Gap(look),
            spacing=4,
            size_hint_y=None,
            height=look.roomy(36, 0.5),
        )

    def _tray(self) -> FloatLayout:
        look, faces = self.look, self.screen.faces
        gap = look.px(12)
        grid = GridLayout(cols=self._die_columns, spacing=gap, size_hint=(None, None))
        rows = -(-len(faces) // self._die_columns)
        side = look.px(DIE_PX)
        grid.size = (self._die_columns * (side + gap) - gap, rows * (side + gap) - gap)
        is_close = look.is_portrait and self._repeat is not None and self._die_columns > 2
        grid.pos_hint = {"x" if is_close else "center_x": 0.0 if is_close else 0.5, "center_y": 0.5}
        for number, face in enumerate(faces):
            others = _others(face, faces, number)
            die = TumblingDie(look, face, self._words(face.named), others, DIE_PX)
            self._dice.append(die)
            grid.add_widget(die)
        box = FloatLayout(height=grid.height)
        box.add_widget(grid)
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
        self._draw_edge()
        self._inside.pos, self._inside.size = self.pos, self.size
        if self._repeat is not None:
            inset = look.px(10)
            self._repeat.pos = (
                self.x + self.width - self._repeat.width - inset,
                self.y + self.height - self._repeat.height - inset,
            )

    def _draw_edge(self, *_: Any) -> None:
        self._edge.pos, self._edge.size = self.pos, (self.left * self.width, self.look.px(5))


@lru_cache(maxsize=8)
def _glowing(glow: Rgba, ground: Rgba) -> Texture:
    """Returns a ground that glows at its left, as one picture: laying two over each other takes longer."""
    shares = [GLOW * max(0.0, 1 - 1.4 * step / GLOW_STEPS) ** 2 for step in range(GLOW_STEPS)]
    mixed = [
        round(255 * (share * lit + (1 - share) * dark))
        for share in shares
        for lit, dark in zip(glow[:3], ground[:3], strict=True)
    ]
    texture = Texture.create(size=(GLOW_STEPS, 1), colorfmt="rgb")
    texture.wrap = "clamp_to_edge"
    texture.blit_buffer(bytes(mixed), colorfmt="rgb", bufferfmt="ubyte")
    return texture


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
