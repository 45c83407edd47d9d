"""The table's line to a club: it reports for as long as the kiosk runs, and panels ask how it stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.ports.threads import MessageThread

if TYPE_CHECKING:
    from companion.club.member import Member


class ClubLine:
    """Joins, reports and leaves; whatever takes long is done beside the screen and told through `post`."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_change: Callable[[], None]) -> None:
        self._post, self._on_change = post, on_change
        self.member: Member | None = None
        """This table in the club that it joined; None outside of any."""
        self.is_asking = False
        """Whether a host is being asked for a place."""
        self._looking: Event | None = None

    def open(self) -> None:
        """Reports again to the club that was joined before, if there is one."""
        from companion.club.ticket import kept_ticket

        ticket = kept_ticket()
        if ticket is not None:
            self._report(ticket)

    def close(self) -> None:
        """Stops reporting; what was not reported stays in the journals."""
        self.stop_looking()
        if self.member is not None:
            self.member.close()
            self.member = None

    def nudge(self) -> None:
        """Reports at once: something was just recorded."""
        if self.member is not None:
            self.member.nudge()

    def join(self, invitation: str, answered: Callable[[Message | None], None]) -> None:
        """Asks a host for a place; the answer says why there is none."""
        self.is_asking = True
        MessageThread(target=self._ask, args=(invitation, answered), name="join a club", daemon=True).start()

    def _ask(self, invitation: str, answered: Callable[[Message | None], None]) -> None:
        from companion.club.ticket import claim

        try:
            ticket = claim(invitation)
        except Refusal as refusal:
            said = refusal.message
            self._post(lambda: self._answered(None, answered, said))
        except Exception as error:  # whatever a host answers, the screen stays up
            said = say("club.no_host", host="?", why=str(error) or type(error).__name__)
            self._post(lambda: self._answered(None, answered, said))
        else:
            self._post(lambda: self._answered(ticket, answered, None))

    def _answered(self, ticket: Any, answered: Callable[[Message | None], None], why: Message | None) -> None:
        self.is_asking = False
        if ticket is not None:
            self.close()
            self._report(ticket)
        answered(why)

    def leave(self) -> None:
        """Reports to nobody any more."""
        from companion.club.ticket import forget_ticket

        self.close()
        forget_ticket()

    def look_for_code(self, found: Callable[[str], None], failed: Callable[[Message], None]) -> None:
        """Looks for the QR code of a host with the table's camera until one is found."""
        self.stop_looking()
        stop = self._looking = Event()
        MessageThread(target=self._look, args=(stop, found, failed), name="QR code", daemon=True).start()

    def stop_looking(self) -> None:
        """Lets the camera go."""
        if self._looking is not None:
            self._looking.set()
            self._looking = None

    def _look(self, stop: Event, found: Callable[[str], None], failed: Callable[[Message], None]) -> None:
        from vision.codes import codes_of_any_camera

        try:
            for text in codes_of_any_camera(stop):
                if not stop.is_set() and "/join/" in text:
                    stop.set()
                    self._post(partial(found, text))
        except Refusal as refusal:
            if not stop.is_set():
                self._post(partial(failed, refusal.message))

    def _report(self, ticket: Any) -> None:
        from companion.club.member import Member

        self.member = Member(ticket, on_change=lambda: self._post(self._on_change))
        self.member.start()
