"""People at a table: each looks at their own phone in a real browser and touches what is offered there."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.phones.qr import join_address
from tests.phones.browser import Browser, Page

PHONE, TABLET, TV = (390, 844), (820, 1180), (1280, 720)

ACT = (Path(__file__).parent / "player.js").read_text("utf-8")


class People:
    """Four phones and a TV in one browser, beside a table that somebody else lets live."""

    def __init__(self, browser: Browser, reception: Any, live: Callable[[], Any]) -> None:
        self._browser, self._reception, self._live = browser, reception, live
        self.phones: dict[str, Page] = {}
        self.tv: Page | None = None
        self._joining: dict[str, Page] = {}
        self.taps = 0

    def until(self, is_so: Callable[[], Any], timeout_s: float = 60.0) -> Any:
        """Lets the table live until something is so."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            found = is_so()
            if found:
                return found
            self._live()
        pages = {name: page.text()[:300] for name, page in (self.phones | self._joining).items()}
        raise AssertionError(f"not so within {timeout_s} s; the phones say {pages}")

    def join(self, who: str, size: tuple[int, int] = PHONE, language: str = "en") -> Page:
        """Scans the code of the table with a new phone, and waits until the table has agreed."""
        reach = self.until(lambda: self._reception.reach.port and self._reception.reach)
        invitation = self._reception.invite()
        address = join_address(reach.addresses[0], reach.port, invitation.token)
        page = self._browser.open(address, width=size[0], height=size[1], languages=language)
        self._joining = {f"{who}, who joins": page}
        self.until(lambda: page.run("!!document.querySelector('[data-key=tv]')"))
        page.click("tv" if who == "tv" else f"seat {who}")
        self.until(lambda: page.run("!!told"))
        self._joining = {}
        if who == "tv":
            self.tv = page
        else:
            self.phones[who] = page
        return page

    @property
    def pages(self) -> tuple[Page, ...]:
        return (*self.phones.values(), *((self.tv,) if self.tv is not None else ()))

    def agree_on(self, revision: int) -> None:
        """Waits until every phone and the TV show the same state."""
        for page in self.pages:
            self.until(lambda page=page: page.run(f"!!told && told.revision >= {revision}"))  # type: ignore[misc]

    def act(self, lit: float = 0.6) -> Iterator[str]:
        """Lets everybody look at their phone once; yields what each did."""
        for page in self.phones.values():
            with contextlib.suppress(TimeoutError):
                did = page.run(ACT.replace("SHARE_OF_SPACES", str(lit)))
                self.taps += did not in ("wait", "idle")
                yield did
            self._live()
