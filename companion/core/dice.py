"""Dice as the games print them, and the request for a roll."""

from __future__ import annotations

from msgspec import Struct

from companion.core.message import Message, literal

FaceId = int | str
"""How a command names a face: a number, or a symbol's name."""


class Face(Struct, frozen=True, omit_defaults=True):
    """One outcome of chance: what a command calls it, how it is drawn and how it is said."""

    id: FaceId
    icon: str = ""
    label: Message | None = None

    @property
    def named(self) -> Message:
        """Says the face: its label, or its id where that is what is printed."""
        return self.label or literal(str(self.id))


class Die(Struct, frozen=True, omit_defaults=True):
    """A die by its faces; a symbol printed twice stands twice."""

    faces: tuple[Face, ...]
    label: Message | None = None
    """What the die is called, where several kinds are rolled together."""

    @property
    def ids(self) -> tuple[FaceId, ...]:
        """Lists the faces as commands name them."""
        return tuple(face.id for face in self.faces)

    def face_at(self, number: int) -> Face | None:
        """Returns the face that a dice box reports as a number, from 1."""
        return self.faces[number - 1] if 1 <= number <= len(self.faces) else None

    def find_face(self, face: FaceId) -> Face:
        """Returns the face of that id."""
        return next(each for each in self.faces if each.id == face)


def numbered(sides: int) -> Die:
    """Returns a die with the numbers from 1 on."""
    return Die(tuple(Face(number) for number in range(1, sides + 1)))


D6 = numbered(6)


class DiceRequest(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="dice"):
    """The game waits for these dice; the answer is a `RollDice` with one face each, in this order."""

    dice: tuple[Die, ...]
    purpose: Message
    first: int = 0
    """The face that a list of outcomes begins with, so that who always takes the first still rolls others."""
