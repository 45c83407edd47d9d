"""Loaded content: the entities of the packs a night uses, by kind and id."""

from __future__ import annotations

from msgspec import Struct

from companion.core.errors import Invalid
from companion.core.message import Message, label, say


class Entity(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything that a pack describes; the file's name is its id, the folder its kind."""

    label: dict[str, str]

    def named(self) -> Message:
        """Says its name in the reader's language."""
        return label(self.label)


class PackRef(Struct, frozen=True):
    """Which pack a night uses: name, version and hash of its files, and whether it is only a sample."""

    id: str
    version: str
    sha256: str
    is_sample: bool


class Content(Struct, frozen=True):
    """Everything the packs of one night hold; the last pack wins where two name the same entity."""

    packs: tuple[PackRef, ...]
    entities: dict[str, dict[str, Entity]]

    @property
    def is_sample(self) -> bool:
        """Tells whether any of it is invented sample content."""
        return any(pack.is_sample for pack in self.packs)

    def of_kind(self, kind: str) -> dict[str, Entity]:
        """Returns the entities of a kind by id."""
        return self.entities.get(kind, {})

    def find(self, kind: str, entity_id: str) -> Entity:
        """Returns an entity; refuses with Invalid naming the ones there are."""
        known = self.of_kind(kind)
        if entity_id not in known:
            raise Invalid(
                say("core.unknown_entity", kind=kind, id=entity_id, known=", ".join(sorted(known)) or "-")
            )
        return known[entity_id]
