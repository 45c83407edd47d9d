"""What every panel is: a screen of its own, built from the kiosk's look and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.core.blocks import View
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.games.protocol import Game
from kiosk.look.theme import Look
from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Plate
from kiosk.widgets.text import Text
from kiosk.widgets.toast import Spot

if TYPE_CHECKING:
    from kiosk.app import Kiosk

T = TypeVar("T")


@runtime_checkable
class HasButton(Protocol):
    """A panel that is worked by one button."""

    def button(self, *, is_long: bool) -> None:
        """Takes a press, short or long."""


class Panel(FloatLayout):
    """One screen. `memo` is what it remembers when it is built anew for another language or text size."""

    def __init__(self, kiosk: Kiosk, memo: dict[str, Any]) -> None:
        super().__init__()
        self.kiosk = kiosk
        self.memo = memo
        self._title: Text | None = None
        self.build()

    explains = True
    """Whether a long press asks what lies under the finger."""

    @property
    def look(self) -> Look:
        """The look it is built in."""
        return self.kiosk.look

    @property
    def heading(self) -> str:
        """The title that stands above it."""
        return str(self._title.text) if self._title is not None else ""

    def say(self, key: str, **params: Any) -> str:
        """Says one of the kiosk's own sentences in the chosen language."""
        return self.kiosk.words(say(f"kiosk.{key}", **params))

    def words(self, message: Message) -> str:
        """Says a game's message in the chosen language."""
        return self.kiosk.words(message)

    def build(self) -> None:
        """Puts the widgets in; called once for each look."""

    def toast_spot(self) -> Spot:
        """Says where a short message hides nothing that is needed: over the title, else just below it."""
        look, title = self.look, self._title
        if title is None:
            margin = look.margin
            return self.x + margin, self.top - look.touch - margin, self.width - 2 * margin, look.touch
        x, y = title.to_window(title.x, title.center_y)
        if title.width >= 0.4 * self.width:
            return x, y - look.touch / 2, title.width, look.touch
        return x, y - 1.5 * look.touch - look.px(10), self.width - x - look.margin, look.touch

    @property
    def game(self) -> Game[Any] | None:
        """The game whose rules explain what is on it."""
        return self.kiosk.session.game if self.kiosk.session is not None else None

    @property
    def view(self) -> View | None:
        """The view of the night in play."""
        return self.kiosk.session.view() if self.kiosk.session is not None else None

    def explain(self, explain: Explainer, x: float, y: float) -> Explained | None:
        """Says what lies at a point, where that is more than a widget that explains itself."""
        return None

    def moment_spot(self) -> Spot:
        """Says where the card of a moment lies: over everything, unless something must stay in reach."""
        return self.x, self.y, self.width, self.height

    def night_changed(self) -> None:
        """Takes a change of the night in; most panels are simply built anew."""
        self.rebuild()

    def lit(self) -> None:
        """Takes in which spaces are within reach; most panels do not show it."""

    def sighted(self) -> None:
        """Takes in what the camera saw; most panels do not show it."""

    def rest(self, idle_s: float) -> None:
        """Tells for how long nobody has touched the screen; most panels do not mind."""

    def come_near(self) -> None:
        """Tells that somebody is at the screen again."""

    def phones_changed(self) -> None:
        """Takes in which phones came or went; most panels do not show it."""

    def club_changed(self) -> None:
        """Takes in what the club's host or line says; most panels do not show it."""

    def rebuild(self) -> None:
        """Builds everything anew from the memo."""
        self.clear_widgets()
        self.build()

    def shown(self) -> None:
        """Tells that it is in sight now."""

    def left(self) -> None:
        """Tells that it is out of sight; timers and cameras stop here."""

    def confirm_seen(self) -> bool:
        """Confirms what the camera saw, for a press of the dice button; tells whether there was anything."""
        return False

    def back_pressed(self) -> bool:
        """Takes the way back itself where it has inner pages; False leaves it to the kiosk."""
        return False

    def not_saved(self, error: OSError) -> None:
        """Says that the disk did not take something; the screen keeps it, to be saved again."""
        why = error.strerror or str(error)
        self.kiosk.toast(self.words(say("kiosk.not_saved", why=why)), "refusal")

    def carry_out(self, act: Callable[[], T], then: Callable[[T], None]) -> None:
        """Does what the rules or the disk may refuse, and what follows once it is done."""
        try:
            done = act()
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
        except OSError as error:
            self.not_saved(error)
        else:
            then(done)

    def frame(
        self, title: str, body: Widget, *, right: tuple[Widget, ...] = (), footer: Widget | None = None
    ) -> None:
        """Lays a panel out: the way back and a title above, the body, and buttons below."""
        look = self.look
        column = BoxLayout(orientation="vertical", spacing=look.px(6))
        header = Row(look, padding=(10, 6), size_hint_y=None, height=look.touch + look.px(14))
        Plate(header, look, fill="surface", radius=look.px(2))
        header.add_widget(
            PushButton(look, icon="back", acts=self.kiosk.back, height=look.touch, pos_hint={"center_y": 0.5})
        )
        self._title = Text(look, title, step="title", bold=True, lines=2)
        header.add_widget(self._title)
        for widget in right:
            widget.pos_hint = {"center_y": 0.5}
            header.add_widget(widget)
        column.add_widget(header)
        inside = BoxLayout(padding=[look.px(12), 0, look.px(12), look.px(6) if footer is None else 0])
        inside.add_widget(body)
        column.add_widget(inside)
        if footer is not None:
            bar = Row(look, footer, padding=(12, 10), size_hint_y=None, height=look.roomy(76, 0.5))
            Plate(bar, look, fill="surface", radius=look.px(2))
            column.add_widget(bar)
        self.add_widget(column)
