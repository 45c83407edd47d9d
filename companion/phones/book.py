"""The book of phones: who came in and which place each has; kept on the disk so that no restart loses it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.core.decoding import DECODING_ERRORS
from companion.core.errors import Invalid
from companion.phones.forms import Phone
from companion.phones.rights import Role
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import make_private_folder

MOST_PHONES = 24
"""More than any table has people; the oldest without a place goes first."""


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds: the phones of one night, by the digests of their cookies."""

    night: str
    phones: tuple[Phone, ...]
    count: int


def digest_of(cookie: str) -> str:
    """Returns by what a cookie is known; the cookie itself is kept by its browser alone."""
    return sha256(cookie.encode()).hexdigest()


class PhoneBook:
    """The phones of one night; a change is on the disk when it returns."""

    def __init__(self, path: Path | None = None, night: Callable[[], str] = str) -> None:
        self._path = path
        self._night = night
        self._phones: dict[str, Phone] = {}
        self._count = 0
        self._read()

    def _read(self) -> None:
        if self._path is None:
            return
        with suppress(OSError, Invalid, *DECODING_ERRORS):
            page = msgspec.json.decode(read_whole(self._path), type=Page)
            if page.night == self._night():
                self._phones = {phone.digest: phone for phone in page.phones}
                self._count = page.count

    def _keep(self) -> None:
        if self._path is None:
            return
        with suppress(OSError):  # a full disk costs a second scan after a restart, nothing else
            make_private_folder(self._path.parent)
            page = Page(self._night(), tuple(self._phones.values()), self._count)
            write_whole(self._path, msgspec.json.encode(page), is_private=True)

    def __len__(self) -> int:
        return len(self._phones)

    def all(self) -> tuple[Phone, ...]:
        """Lists the phones in the order in which they came in."""
        return tuple(self._phones.values())

    def find(self, digest: str) -> Phone | None:
        """Returns a phone by the digest of its cookie."""
        return self._phones.get(digest)

    def holder_of(self, player: str) -> Phone | None:
        """Returns the phone that has a player's seat."""
        return next((p for p in self._phones.values() if p.role == "seat" and p.player == player), None)

    def waiting(self) -> tuple[Phone, ...]:
        """Lists the phones that wait for an answer."""
        return tuple(phone for phone in self._phones.values() if phone.wants is not None)

    def let_in(self, digest: str) -> None:
        """Takes a phone in that has no place yet."""
        if digest in self._phones:
            return
        if len(self._phones) >= MOST_PHONES:
            idle = next((p.digest for p in self._phones.values() if p.role is None), None)
            del self._phones[idle if idle is not None else next(iter(self._phones))]
        self._count += 1
        self._phones[digest] = Phone(digest, number=self._count)
        self._keep()

    def ask(self, digest: str, role: Role, player: str) -> None:
        """Notes the place that a phone wants."""
        self._set(replace(self._phones[digest], wants=role, wants_player=player))

    def agree(self, digest: str) -> None:
        """Gives a phone what it wants; the one that had the seat before is sent away."""
        phone = self._phones.get(digest)
        if phone is None or phone.wants is None:
            return
        before = self.holder_of(phone.wants_player) if phone.wants == "seat" else None
        if before is not None and before.digest != digest:
            del self._phones[before.digest]
        place = replace(phone, role=phone.wants, player=phone.wants_player, was_refused=False)
        self._set(replace(place, wants=None, wants_player=""))

    def refuse(self, digest: str) -> None:
        """Says no to what a phone wants; it may ask once more, and is sent away over a second no."""
        phone = self._phones.get(digest)
        if phone is not None and phone.was_refused:
            self.send_away(digest)
        elif phone is not None:
            self._set(replace(phone, wants=None, wants_player="", was_refused=True))

    def send_away(self, digest: str) -> None:
        """Forgets a phone: its cookie is worth nothing from now on."""
        if self._phones.pop(digest, None) is not None:
            self._keep()

    def clear(self) -> None:
        """Forgets everybody."""
        self._phones.clear()
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()

    def _set(self, phone: Phone) -> None:
        self._phones[phone.digest] = phone
        self._keep()
