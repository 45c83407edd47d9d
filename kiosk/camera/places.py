"""Where the places beside the board are kept between nights: a places/1 file beside the table's."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.content.writer import own_pack
from companion.ports.files import write_whole
from companion.ports.places import Places
from companion.ports.table import Table
from kiosk.camera.tables import TableFiles, read_kept
from kiosk.night.session import Session
from kiosk.presenters.cards import picks
from kiosk.presenters.table.buttons import in_group


class PlaceFiles:
    """The places of one night's game; a drawn table has places of its own."""

    def __init__(self, session: Session | None, source: str) -> None:
        self._session = session
        self._shelf = TableFiles(session, source)

    @property
    def file(self) -> Path:
        """Where the places are kept."""
        return self._shelf.file.with_name(self._shelf.file.name.replace("-table.json", "-places.json"))

    def load(self, table: Table) -> Places | None:
        """Returns the kept places, a drawn table's by default; refuses a broken file."""
        if self.file.exists():
            places: Places = read_kept(self.file, Places)
            return places
        return self.around(table) if self._shelf.is_drawn else None

    def around(self, table: Table) -> Places | None:
        """Lays places around the board: as many cards as each player picks, one that is drawn, and a tray."""
        if self._session is None:
            return None
        from vision.beside import places_beside

        players = self._session.view().players
        return places_beside(table.board_mm, len(players), cards_each(self._session), draws=True)

    def save(self, places: Places) -> None:
        """Keeps places; a cut never leaves half a file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.file, msgspec.json.format(msgspec.json.encode(places)))

    def forget(self) -> None:
        """Throws the kept places away."""
        self.file.unlink(missing_ok=True)

    def taught(self, kind: str) -> str:
        """Returns the folder with the photos of this table's own cards or dice, where there is one."""
        if self._session is None or self._shelf.is_drawn:
            return ""
        folder = own_pack(self._session.game) / kind
        return str(folder) if folder.is_dir() else ""


def symbols_of(session: Session) -> tuple[str, ...]:
    """Lists the symbols on the game's dice; none where they have numbers."""
    faces = [face for die in session.game.dice for face in die.ids]
    return tuple(dict.fromkeys(face for face in faces if isinstance(face, str)))


def cards_each(session: Session) -> int:
    """Returns how many cards each player lays down at once in what is asked now."""
    asked = [len(choice.asks) for choice in in_group(session.view(), "secret") if picks(choice)]
    return max(asked, default=0)


def cards_in_play(session: Session) -> tuple[str, ...]:
    """Lists the cards that somebody may lay down or draw now, for a table that draws them."""
    names: list[str] = []
    for choice in session.view().choices:
        if choice.group == "secret":
            names += [str(option.value) for option in picks(choice) or ()]
        card = choice.card or choice.command.get("card")
        if choice.group == "chance" or choice.card is not None:
            names += [str(card)] if card else []
    return tuple(dict.fromkeys(names))
