"""Phones: the code to scan, who is here, and the switch that ends it all."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.core.message import Message, say
from companion.phones.forms import Phone
from companion.phones.qr import join_address, wireless
from kiosk.panels.panel import Panel
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.qr import QrCode
from kiosk.widgets.text import Text

LOOK_S = 1.0
"""How often the seconds that are left are counted."""


class PhonesPanel(Panel):
    """Off: what it is, and one large button. On: a code, a PIN, and everybody who came in."""

    def build(self) -> None:
        """Shows what holds now."""
        self._left: Text | None = None
        self._shown = self._now()
        if self.kiosk.phones.is_open:
            self._show_open()
        else:
            self._show_closed()

    def shown(self) -> None:
        """Begins to count."""
        self._timer = Clock.schedule_interval(self._look, LOOK_S)

    def left(self) -> None:
        """Counts no more."""
        self._timer.cancel()

    def night_changed(self) -> None:
        """Stays as it is: only somebody coming or going changes it."""

    def phones_changed(self) -> None:
        """Shows who came, went or waits."""
        if self._now() != self._shown:
            self.rebuild()

    def _now(self) -> object:
        """What the panel is built from, so that it is built anew only where that changes."""
        phones = self.kiosk.phones
        invitation = phones.reception.invite()
        return (
            phones.is_open,
            phones.trouble,
            phones.is_late,
            phones.reception.reach,
            phones.reception.book.all(),
            invitation.token if invitation is not None else "",
            phones.network,
            phones.is_opening_hotspot,
            phones.hotspot_trouble,
        )

    def _look(self, _: float) -> None:
        self.phones_changed()
        invitation = self.kiosk.phones.reception.invitation
        if self._left is not None and invitation is not None:
            self._left.text = self._say("holds", seconds=int(invitation.left_s))

    def _say(self, key: str, **params: str | int) -> str:
        return self.words(say(f"phones.kiosk.{key}", **params))

    # Off.

    def _show_closed(self) -> None:
        look, phones = self.look, self.kiosk.phones
        body = Scroll(look, spacing=14)
        body.column.add_widget(Text(look, self._say("intro"), step="lead", grows=True))
        if phones.trouble is not None:
            body.column.add_widget(self._warning(self.words(phones.trouble)))
        has_night = self.kiosk.session is not None
        if not has_night:
            body.column.add_widget(Text(look, self._say("no_night"), step="text", colour="quiet", grows=True))
        go = PushButton(
            look, self._say("let_join"), phones.let_join, icon="phone", style="primary", size_hint_y=1
        )
        go.disabled = not has_night
        self.frame(self.say("phones.title"), body, footer=Row(look, go))

    def _warning(self, text: str) -> Widget:
        words = Text(self.look, text, step="text", bold=True, grows=True)
        return Surface(self.look, words, fill="hit_surface", line="hit", padding=10, grows=True)

    # On.

    def _show_open(self) -> None:
        look, phones = self.look, self.kiosk.phones
        ways = self._ways_in()
        people = Scroll(look, *self._people(), spacing=8)
        if look.is_portrait:
            body: Widget = Column(look, ways, people, spacing=12)
        else:
            body = Row(look, ways, people, spacing=14)
        buttons = [PushButton(look, self._say("stop"), phones.stop, icon="close", size_hint_y=1)]
        if phones.network is not None:
            buttons.append(PushButton(look, self._say("hotspot_close"), phones.close_hotspot, size_hint_y=1))
        elif phones.is_opening_hotspot:
            waiting = PushButton(look, self._say("hotspot_wait"), None, size_hint_y=1)
            waiting.disabled = True
            buttons.append(waiting)
        else:
            buttons.append(PushButton(look, self._say("hotspot"), phones.open_hotspot, size_hint_y=1))
        self.frame(self.say("phones.title"), body, footer=Row(look, *buttons))

    def _ways_in(self) -> Widget:
        """Shows the code and the PIN, or what is in the way of them."""
        look, phones = self.look, self.kiosk.phones
        invitation, reach = phones.reception.invite(), phones.reception.reach
        if invitation is None:
            return self._only(self._say("over"))
        if reach.trouble is not None:
            return self._only(self.words(reach.trouble))
        if not phones.reception.is_connected or not reach.port:
            return self._only(self._say("no_server" if phones.is_late else "starting"))
        if not reach.addresses:
            return self._only(self._say("no_address"))
        link = join_address(reach.addresses[0], reach.port, invitation.token)
        address = f"{reach.addresses[0]}:{reach.port}"
        self._left = Text(
            look,
            self._say("holds", seconds=int(invitation.left_s)),
            step="small",
            colour="quiet",
            align="center",
            size_hint_y=None,
            height=look.roomy(22),
        )
        pin = f"{invitation.pin[:3]} {invitation.pin[3:]}"
        column = Column(look, spacing=4)
        if phones.network is not None:
            column.add_widget(self._network(link))
        else:
            column.add_widget(QrCode(link))
        column.add_widget(self._line(self._say("type", address=address), "text"))
        column.add_widget(self._line(pin, "large"))
        column.add_widget(self._left)
        return column

    def _network(self, link: str) -> Widget:
        """Shows two codes: first the network to join, then the way in."""
        look, network = self.look, self.kiosk.phones.network
        assert network is not None
        first = Column(
            look,
            self._line(self._say("hotspot_hint"), "small"),
            QrCode(wireless(network.name, network.password)),
            self._line(f"{network.name} · {network.password}", "small"),
        )
        then = Column(look, self._line(self._say("scan"), "small"), QrCode(link))
        return Row(look, first, then)

    def _line(self, text: str, step: str) -> Text:
        height = self.look.roomy({"large": 40, "text": 26}.get(step, 22))
        return Text(
            self.look,
            text,
            step=step,  # type: ignore[arg-type]
            bold=step == "large",
            align="center",
            size_hint_y=None,
            height=height,
        )

    def _only(self, text: str) -> Widget:
        return Column(self.look, Text(self.look, text, step="lead", align="center"))

    # Who is here.

    def _people(self) -> list[Widget]:
        look, phones = self.look, self.kiosk.phones
        rows: list[Widget] = [
            Text(look, self._say("who").upper(), step="caps", bold=True, colour="quiet", grows=True)
        ]
        if phones.hotspot_trouble is not None:
            rows.append(self._warning(self.words(phones.hotspot_trouble)))
        known = phones.reception.book.all()
        if not known:
            rows.append(Text(look, self._say("nobody"), step="text", colour="quiet", grows=True))
        return [*rows, *(self._person(phone) for phone in known)]

    def _person(self, phone: Phone) -> Widget:
        look, reception = self.look, self.kiosk.phones.reception
        name = Text(look, self.words(name_of(phone)), step="lead", bold=True)
        away = PushButton(
            look, self._say("send_away"), partial(reception.send_away, phone.digest), size_hint_x=0.7
        )
        return Row(look, name, away, size_hint_y=None, height=look.roomy(52))


def name_of(phone: Phone) -> Message:
    """Names a phone as the table knows it."""
    return say(f"phones.kiosk.phone.{phone.role or 'new'}", player=phone.player, number=phone.number)
