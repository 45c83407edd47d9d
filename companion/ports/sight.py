"""What the camera saw, and what it should see (sighting/1 and the expected scene)."""

from __future__ import annotations

from msgspec import Struct


class SeenFigure(Struct, frozen=True):
    """A figure that the camera is certain of: its space, where it stands in millimetres, how certain."""

    space: str
    x: float
    y: float
    confidence: float


class Sighting(Struct, frozen=True, kw_only=True):
    """One judged still scene; what is not certain is `unsure` or `unseen`."""

    format: str = "sighting/1"
    registered: bool
    figures: dict[str, SeenFigure] = {}
    unsure: dict[str, tuple[str, ...]] = {}
    unseen: tuple[str, ...] = ()
    why: str = ""


class Scene(Struct, frozen=True):
    """Where the record says that the figures stand: figure id to space id."""

    figures: dict[str, str]
    alike: dict[str, tuple[str, ...]] = {}
    """Figures that nobody can tell apart, by the name of their group: only their spaces can be compared.

    Those in reserve are named too; one that is like no other and may still come is a group by itself.
    """


class SceneChange(Struct, frozen=True):
    """Figures seen elsewhere than the record has them: from which space to which, None for off the board."""

    moved: dict[str, tuple[str | None, str | None]]
