"""Club: join a club night, who plays here next, how everybody stands; else the last weeks at this table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.core.errors import Refusal
from companion.core.message import Message, say
from kiosk.look.theme import Step
from kiosk.panels.panel import Panel
from kiosk.presenters.club import lately, night_for, setup_memo
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.qr import QrCode
from kiosk.widgets.text import Text
from kiosk.widgets.typewriter import type_text

if TYPE_CHECKING:
    from companion.club.member import Member

CODE_KEYS = ("0123456789", "abcdefghjk", "mnpqrstvwx", "yz")


class ClubPanel(Panel):
    """What the club says, or how to join one."""

    def build(self) -> None:
        """Shows the club where there is one, the last weeks where there is none."""
        member = self.kiosk.club.member
        if member is None:
            parts = [self._hint(), self._lately()]
        else:
            parts = [self._status(member), *self._here(member), self._standings(member), self._tables(member)]
        body = Scroll(self.look, *(part for part in parts if part is not None), spacing=10)
        footer = self._joining() if member is None else self._playing(member)
        right = () if member is None else (self._leave_button(),)
        title = self.say("club.title") if member is None else member.ticket.title
        self.frame(title, body, footer=footer, right=right)

    def left(self) -> None:
        """Lets the camera go."""
        self.kiosk.club.stop_looking()

    def club_changed(self) -> None:
        """Shows what the host or the line said just now."""
        if self.kiosk.sheet is None:
            self.rebuild()

    # Outside of a club.

    def _hint(self) -> Widget:
        return Text(self.look, self.say("club.hint"), step="text", colour="quiet", grows=True)

    def _lately(self) -> Widget:
        lines = lately()
        box = Surface(self.look, grows=True, spacing=8)
        if not lines:
            box.add_widget(Text(self.look, self.say("club.empty"), step="lead", grows=True))
            return box
        box.add_widget(self._row(self.say("club.lately"), "points", "nights", "wins"))
        for place, line in enumerate(lines, 1):
            numbers = (line.points, line.nights, line.wins)
            box.add_widget(self._row(f"{place}. {line.name}", *numbers, is_bold=place == 1))
        return box

    def _joining(self) -> Widget:
        look = self.look
        buttons = (
            PushButton(look, self.say("club.by_camera"), self._by_camera, icon="camera", size_hint_y=1),
            PushButton(
                look,
                self.say("club.asking" if self.kiosk.club.is_asking else "club.by_code"),
                self._by_code,
                icon="pen",
                style="primary",
                step="lead",
                size_hint_y=1,
            ),
        )
        return Row(look, *buttons)

    def _by_code(self) -> None:
        type_text(
            self.kiosk, self.say("club.code"), "", self._join, keys=CODE_KEYS, placeholder="XXXX-XXXX-XXXX"
        )

    def _by_camera(self) -> None:
        look = self.look
        text = Text(look, self.say("club.hold"), step="lead", align="center", grows=True)
        self.kiosk.open_sheet(self.say("club.by_camera"), text, on_gone=self.kiosk.club.stop_looking)
        self.kiosk.club.look_for_code(self._found, self._no_camera)

    def _found(self, invitation: str) -> None:
        self.kiosk.close_sheet()
        self._join(invitation)

    def _no_camera(self, why: Message) -> None:
        self.kiosk.close_sheet()
        self.kiosk.toast(self.words(why), "refusal")

    def _join(self, invitation: str) -> None:
        self.kiosk.club.join(invitation, self._answered)
        self.rebuild()

    def _answered(self, why: Message | None) -> None:
        if self.kiosk.panel is self:
            self.rebuild()
        if why is not None:
            self.kiosk.toast(self.words(why), "refusal")
            return
        member = self.kiosk.club.member
        if member is not None:
            joined = say("club.joined", title=member.ticket.title, table=member.ticket.table)
            self.kiosk.toast(self.words(joined), "gain")

    # In a club.

    def _status(self, member: Member) -> Widget:
        return Text(self.look, self.words(member.status()), step="text", colour="quiet", grows=True)

    def _here(self, member: Member) -> list[Widget]:
        """Says who plays at this table now."""
        look, sitting = self.look, member.sitting
        if sitting is None:
            waits = self.say("club.waits")
            return [Surface(look, Text(look, waits, step="lead", grows=True), grows=True)]
        title = self.say("club.here", round=sitting["round"], table=member.ticket.table)
        names = " · ".join(sitting["players"])
        return [
            Surface(
                look,
                Text(look, title, step="text", colour="quiet", grows=True),
                Text(look, names, step="title", bold=True, grows=True),
                grows=True,
                fill="raised",
                spacing=4,
            )
        ]

    def _standings(self, member: Member) -> Widget | None:
        lines = member.board.get("standings", [])
        if not lines:
            return None
        box = Surface(self.look, grows=True, spacing=6)
        box.add_widget(self._row(self.say("club.standings"), "points", "wins"))
        for line in lines:
            name = f"{line['place']}. {line['name']}"
            box.add_widget(self._row(name, line["points"], line["wins"], is_bold=line["place"] == 1))
        return box

    def _tables(self, member: Member) -> Widget | None:
        """Says who sits where in this round."""
        pairing = member.board.get("pairing")
        if not pairing:
            return None
        look = self.look
        box = Surface(look, grows=True, spacing=6)
        head = self.say("club.round", round=pairing["round"])
        box.add_widget(Text(look, head, step="small", colour="quiet", grows=True))
        for table in pairing["tables"]:
            names = ", ".join(table["players"])
            done = " ✓" if table["is_over"] else ""
            said = self.say("club.table", table=table["table"], names=names) + done
            is_here = table["table"] == member.ticket.table
            box.add_widget(Text(look, said, step="lead", bold=is_here, grows=True))
        if pairing["byes"]:
            names = ", ".join(pairing["byes"])
            box.add_widget(Text(look, self.say("club.byes", names=names), step="lead", grows=True))
        return box

    def _playing(self, member: Member) -> Widget:
        """Offers the way to this table's round, or its result as a QR code."""
        look, seating = self.look, member.seating
        found = night_for(seating) if seating is not None else None
        if seating is None:
            button = PushButton(
                look, self.say("home.new"), lambda: self.kiosk.open("setup"), icon="plus", size_hint_y=1
            )
        elif found is None:
            said = self.say("club.begin", round=seating.round)
            button = PushButton(
                look, said, self._begin, icon="play", style="primary", step="title", size_hint_y=1
            )
        elif found[1]:
            said = self.say("club.show_result")
            button = PushButton(look, said, lambda: self._show_result(found[0]), icon="trophy", size_hint_y=1)
        else:
            said = self.say("club.continue", round=seating.round)
            acts: Any = lambda: self.kiosk.resume(found[0])  # noqa: E731
            button = PushButton(look, said, acts, icon="play", style="primary", step="title", size_hint_y=1)
        return Row(look, button)

    def _begin(self) -> None:
        member = self.kiosk.club.member
        memo = setup_memo(member) if member is not None else None
        if memo is None:
            self.kiosk.toast(self.say("club.other_game"), "refusal")
            return
        self.kiosk.open("setup", **memo)

    def _show_result(self, path: Path) -> None:
        """Shows the result as a QR code, for a host that cannot be reached."""
        from companion.club.carry import summary_of, write_summary

        member = self.kiosk.club.member
        assert member is not None
        try:
            text = write_summary(summary_of(path, member.ticket), member.ticket.account.password)
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        self.kiosk.open_sheet(self.say("club.show_result"), body=QrCode(text), share=1.0)

    def _leave_button(self) -> Widget:
        return PushButton(self.look, self.say("club.leave"), self._ask_to_leave, height=self.look.touch)

    def _ask_to_leave(self) -> None:
        look = self.look
        self.kiosk.open_sheet(
            self.say("club.leave"),
            Text(look, self.say("club.leave_note"), step="lead", grows=True),
            PushButton(look, self.say("club.leave"), self._leave, style="primary", height=look.roomy(56)),
        )

    def _leave(self) -> None:
        self.kiosk.close_sheet()
        self.kiosk.club.leave()
        self.rebuild()

    # Tables.

    def _row(self, name: str, *cells: int | str, is_bold: bool = False) -> Widget:
        """Lays out a line; cells that are words are the heads of their columns."""
        look = self.look
        is_head = any(isinstance(cell, str) for cell in cells)
        step: Step = "small" if is_head else "lead"
        colour = "quiet" if is_head else "text"
        row = Row(look, size_hint_y=None, height=look.roomy(30 if is_head else 40))
        row.add_widget(Text(look, name, step=step, colour=colour, bold=is_bold, lines=1, size_hint_x=2))
        for cell in cells:
            text = self.say(f"club.{cell}") if isinstance(cell, str) else str(cell)
            row.add_widget(Text(look, text, step=step, colour=colour, align="right", lines=1))
        return row
