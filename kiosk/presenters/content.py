"""The table's own box under work: one entity at a time, with undo and every defect named as it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from companion.content.library import Content, Entity
from companion.content.loader import load_content
from companion.content.photos import TILES, find_photo, keep_photo
from companion.content.writer import own_pack, save_entity
from companion.core.blocks import Board, Option, Question
from companion.core.errors import Refusal
from companion.core.message import Message
from companion.games.protocol import Editor, Game
from companion.i18n import Translator

MOST_UNDO = 200
CARDLESS = ("boards", "icons")
"""Kinds that no card of their own shows: a board is made of tiles, icons are printed on cards."""


class ContentPresenter:
    """Edits entities of a game's own pack through the game's editor. Knows no field itself."""

    def __init__(self, game: Game[Any], words: Translator, memo: dict[str, Any]) -> None:
        assert game.editor is not None
        self.game = game
        self.editor: Editor = game.editor
        self.words = words
        self.memo = memo
        for name in ("kind", "entity", "tool"):
            memo.setdefault(name, None)
        for name in ("past", "future"):
            memo.setdefault(name, [])
        memo.setdefault("id", "")
        memo.setdefault("trace", b"")
        self._has_begun, self._is_adding = False, True

    @property
    def kind(self) -> str:
        """The kind of the entity under work."""
        return str(self.memo["kind"])

    @property
    def entity(self) -> Entity | None:
        """The entity under work, as it stands."""
        entity: Entity | None = self.memo["entity"]
        return entity

    def kinds(self) -> tuple[Option, ...]:
        """Lists what can be entered."""
        return self.editor.kinds()

    def known(self, kind: str) -> dict[str, Entity]:
        """Returns what the packs already hold of a kind."""
        return own_content(self.game).of_kind(kind)

    def begin(self, kind: str, entity_id: str = "", entity: Entity | None = None) -> None:
        """Takes an entity up: a known one, or a blank one."""
        self.memo.update(kind=kind, id=entity_id, entity=entity or self.editor.blank(kind))
        self.memo.update(past=[], future=[], trace=self._kept_trace())
        tools = self.editor.tools(kind)
        self.memo.update(tool=tools[0].value if tools else None)

    def _kept_trace(self) -> bytes:
        packs = own_packs(self.game)
        return find_photo(own_pack(self.game), TILES, self.memo["id"]) if packs and self.memo["id"] else b""

    @property
    def trace(self) -> bytes:
        """The photo that lies under the tile's grid, if one was taken."""
        return bytes(self.memo["trace"])

    def is_on_paper(self, kind: str) -> bool:
        """Tells whether entities of a kind are cards, entered by questions and not by touch."""
        return kind not in CARDLESS and self.editor.board(kind, self.editor.blank(kind)) is None

    def leave(self) -> None:
        """Puts the entity away unsaved."""
        self.memo.update(kind=None, entity=None, past=[], future=[])

    def board(self) -> Board | None:
        """Draws the entity where it is edited by touch."""
        assert self.entity is not None
        return self.editor.board(self.kind, self.entity)

    @property
    def touches_edges(self) -> bool:
        """Tells whether the tool in hand is for the sides of spaces."""
        tools = self.editor.tools(self.kind)
        return any(tool.touches_edges for tool in tools if tool.value == self.memo["tool"])

    def questions(self) -> tuple[Question, ...]:
        """Lists the fields to fill by hand."""
        assert self.entity is not None
        return self.editor.questions(self.kind, self.entity)

    def problems(self) -> tuple[Message, ...]:
        """Lists every defect as it stands."""
        assert self.entity is not None
        return self.editor.problems(self.kind, self.entity)

    def answer(self, field: str, value: Any) -> Refusal | None:
        """Fills a field; a first name serves in every language until another is typed."""

        def filled(entity: Entity) -> Entity:
            is_first_name = field.startswith("label.") and not any(entity.label.values())
            names = [f"label.{language}" for language in entity.label] if is_first_name else [field]
            for name in dict.fromkeys([field, *names]):
                entity = self.editor.answer(self.kind, entity, name, value)
            return entity

        return self._change(filled)

    def paint(self, space: str, *, is_first: bool = True) -> Refusal | None:
        """Places the tool on a space, or on a side of one.

        What the first space of a stroke does, placing or taking away, its later spaces do too; the whole
        stroke is one step back.
        """
        before = self._weight()
        entity = self.memo["entity"]

        def touched(entity: Entity) -> Entity:
            return self.editor.touch(self.kind, entity, self.memo["tool"], space)

        if is_first:
            self._has_begun = False
        refusal = self._change(touched, is_new_step=not self._has_begun)
        if refusal is not None:
            return refusal if is_first else None
        change = self._weight() - before
        if not self._has_begun:
            self._has_begun, self._is_adding = True, change >= 0
        elif change and (change > 0) != self._is_adding:
            self.memo["entity"] = entity
        return None

    def _weight(self) -> int:
        """Counts what is printed on the board, to tell placing from taking away."""
        board = self.board()
        if board is None:
            return 0
        return len(board.marks) + len(board.pieces) + sum(bool(space.icon) for space in board.spaces)

    def _change(self, change: Callable[[Entity], Entity], *, is_new_step: bool = True) -> Refusal | None:
        try:
            after = change(self.memo["entity"])
        except Refusal as refusal:
            return refusal
        if after != self.memo["entity"]:
            if is_new_step:
                self.memo["past"] = [*self.memo["past"], self.memo["entity"]][-MOST_UNDO:]
            self.memo["entity"] = after
            self.memo["future"] = []
        return None

    @property
    def can_undo(self) -> bool:
        """Tells whether a change can be taken back."""
        return bool(self.memo["past"])

    @property
    def can_redo(self) -> bool:
        """Tells whether a change that was taken back can be made again."""
        return bool(self.memo["future"])

    def undo(self) -> None:
        """Takes the last change back."""
        if self.can_undo:
            self.memo["future"].append(self.memo["entity"])
            self.memo["entity"] = self.memo["past"].pop()

    def redo(self) -> None:
        """Makes the change again that was taken back last."""
        if self.can_redo:
            self.memo["past"].append(self.memo["entity"])
            self.memo["entity"] = self.memo["future"].pop()

    def save(self) -> str:
        """Writes the entity into the table's own pack and returns its id."""
        assert self.entity is not None
        entity_id = self.memo["id"] or self._new_id(self.entity)
        save_entity(own_pack(self.game), self.kind, entity_id, self.entity)
        if self.trace:
            keep_photo(own_pack(self.game), TILES, entity_id, self.trace)
        self.memo["id"] = entity_id
        return str(entity_id)

    def _new_id(self, entity: Entity) -> str:
        name = entity.label.get("en") or next(iter(entity.label.values()), "")
        stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or self.kind
        taken = self.known(self.kind)
        number, chosen = 2, stem
        while chosen in taken:
            chosen, number = f"{stem}-{number}", number + 1
        return chosen


def own_packs(game: Game[Any]) -> list[str]:
    """Names the table's own pack of a game, where there is one; it extends the shipped one."""
    from companion.content.loader import user_packs_folder
    from companion.content.pack import PACK_FILE

    name = f"my-{game.manifest.id}"
    return [name] if (user_packs_folder() / name / PACK_FILE).exists() else []


def own_content(game: Game[Any]) -> Content:
    """Loads the table's own pack over the shipped one; the shipped one alone where the own is broken."""
    try:
        return load_content(game, own_packs(game))
    except Refusal:
        return load_content(game)
