"""Cards entered by photos: each is seen as it is laid down, and its few numbers are typed once."""

from __future__ import annotations

from typing import Any

from companion.content.library import Entity
from companion.content.photos import CARDS, DICE, keep_photo, photographed
from companion.content.writer import own_pack
from companion.core.message import Message, literal, say
from companion.games.protocol import Game
from companion.i18n import Translator
from companion.ports.places import BACK
from companion.ports.watch import TakenPhoto
from kiosk.presenters.content import ContentPresenter


class PhotosPresenter:
    """Takes photos in and makes cards of them; what was chosen for one is offered for the next."""

    def __init__(self, game: Game[Any], kind: str, words: Translator, memo: dict[str, Any]) -> None:
        self._words = words
        self._memo = memo
        self.content = ContentPresenter(game, words, memo)
        self.kind = kind
        self.pack = own_pack(game)
        self.is_dice = kind == DICE
        """Whether faces of dice are taught instead of cards."""
        memo.setdefault("taken", None)
        memo.setdefault("by_number", {})
        memo.setdefault("before", None)

    @property
    def taken(self) -> TakenPhoto | None:
        """The photo that somebody is to say something about."""
        taken: TakenPhoto | None = self._memo["taken"]
        return taken

    @property
    def count(self) -> int:
        """How many cards of this kind, or faces, have a photo."""
        if self.is_dice:
            return len(photographed(self.pack, DICE))
        return len(photographed(self.pack, CARDS) & self.content.known(self.kind).keys())

    @property
    def number(self) -> int:
        """Which card it is, counted from 1."""
        return self.count + 1

    def asked(self) -> Message:
        """Says what to do now."""
        key = "lay" if self.taken is None else "what"
        if self.is_dice:
            key = "lay_die" if self.taken is None else "what_face"
        return say(f"kiosk_camera.photos.{key}", number=self.number)

    def take(self, photo: TakenPhoto) -> None:
        """Takes a new photo in; a card that lies there instead of another takes its place."""
        self._memo["taken"] = photo
        if self.content.entity is None and not self.is_dice:
            self.content.begin(self.kind, "", self._blank())

    def _blank(self) -> Entity:
        """Returns a new card with a number for a name, and what was chosen for the card before."""
        editor = self.content.editor
        entity, before = editor.blank(self.kind), self._memo["before"]
        asked = editor.questions(self.kind, before) if before is not None else ()
        for question in asked:
            if question.kind in ("choice", "text") and not question.id.startswith("label."):
                known = {one.id for one in editor.questions(self.kind, entity)}
                if question.id in known:
                    entity = editor.answer(self.kind, entity, question.id, question.default)
        for language in entity.label:
            name = Translator(language)(say("kiosk_camera.photos.card", number=self.number))
            entity = editor.answer(self.kind, entity, f"label.{language}", name)
        return entity

    def faces(self) -> dict[str, Message]:
        """Names the symbols of the game's dice."""
        faces = [face for die in self.content.game.dice for face in die.faces]
        return {str(face.id): face.named for face in faces if isinstance(face.id, str)}

    def notes(self) -> tuple[Message, ...]:
        """Says what is wrong with the photo, so that it is taken again at once."""
        if self.taken is None:
            return ()
        twins = [self.named(name) for name in map(self._known, self.taken.like) if name]
        alike = (say("kiosk_camera.photos.like", card=twins[0]),) if twins else ()
        return (*self.taken.notes, *alike)

    def _known(self, name: str) -> str:
        """Returns the card that a photo was kept for; nothing where it was dropped."""
        return str(self._memo["by_number"].get(name, "")) if name.startswith("#") else name

    def named(self, card: str) -> Message:
        """Names a card."""
        if card == BACK:
            return say("kiosk_camera.photos.back")
        entity = self.content.known(self.kind).get(card)
        return entity.named() if entity is not None else literal(card)

    def without_photo(self) -> dict[str, Entity]:
        """Lists the cards that are entered already and have no photo yet."""
        done = photographed(self.pack, CARDS)
        return {name: one for name, one in self.content.known(self.kind).items() if name not in done}

    def keep(self) -> str:
        """Keeps the new card with its photo; the disk may refuse with OSError."""
        entity = self.content.entity
        name = self.content.save()
        self._memo["before"] = entity
        self.keep_as(name)
        return name

    def keep_as(self, name: str) -> None:
        """Keeps the photo for a card that is entered already, or for the cards' back."""
        assert self.taken is not None
        keep_photo(self.pack, DICE if self.is_dice else CARDS, name, self.taken.jpeg)
        self._memo["by_number"] = {**self._memo["by_number"], f"#{self.taken.number}": name}
        self.drop()

    def drop(self) -> None:
        """Throws the photo away, to take another one."""
        self._memo["taken"] = None
        self.content.leave()
