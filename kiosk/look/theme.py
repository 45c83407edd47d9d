"""The look: one palette, one type scale, one spacing, for every screen size. Knows no Kivy."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Rgba = tuple[float, float, float, float]
Step = Literal["caps", "small", "text", "lead", "title", "large", "headline", "huge"]

SHAPES = ("circle", "triangle", "square", "diamond", "star", "hexagon")
OKABE_ITO = ("#E69F00", "#56B4E9", "#CC79A7", "#009E73", "#D55E00", "#F0E442")
TRITAN_SAFE = ("#E8475F", "#3FB8C4", "#F2EFE6", "#A3324A", "#1F7F8C", "#8C8C8C")

TYPE_SCALE: dict[Step, float] = {
    "caps": 11.5,
    "small": 13,
    "text": 15.5,
    "lead": 18,
    "title": 22,
    "large": 28,
    "headline": 34,
    "huge": 44,
}
"""Sizes in pixels of the 480-pixel reference screen."""

TEXT_SCALES = (1.0, 1.15, 1.3, 1.45)
TOUCH_MM = 9.0
REFERENCE_SIDE = 480
REFERENCE_MM = 86.0
"""The short side of the 7-inch display, in pixels and in millimetres."""


CAP_SHARE = 0.727
"""How high a capital letter of Inter is, by the size of its type."""
FAR_CAP_MM = 3.0
"""The least height of a capital letter that is read at two metres."""


def cap_mm(font_px: float, short_side_px: float, short_side_mm: float = REFERENCE_MM) -> float:
    """Returns how high capital letters of a size are on a display of that size, in millimetres."""
    return font_px * CAP_SHARE * short_side_mm / short_side_px


class Palette(Struct, frozen=True):
    """Named colours; a widget asks for a meaning, never for a value."""

    name: str
    background: str
    surface: str
    raised: str
    pressed: str
    line: str
    text: str
    quiet: str
    faint: str
    accent: str
    accent_pressed: str
    on_accent: str
    accent_dim: str
    camera: str
    hit: str
    hit_surface: str
    done: str
    cell: str
    ground: str
    platform: str
    thick: str
    wall: str
    enemy: str
    outline: str
    players: tuple[str, ...] = OKABE_ITO

    def colour(self, name: str) -> Rgba:
        """Returns a colour by its meaning, `seat-2` for a player's, or `#RRGGBB` itself."""
        if name.startswith("seat-"):
            return rgba(self.players[int(name[5:]) % len(self.players)])
        return rgba(name if name.startswith("#") else getattr(self, name))


DARK = Palette(
    name="dark",
    background="#14110F",
    surface="#1E1A17",
    raised="#2A2420",
    pressed="#3A322C",
    line="#3A322C",
    text="#F6ECDE",
    quiet="#B5A797",
    faint="#6E6257",
    accent="#F5B544",
    accent_pressed="#FFD584",
    on_accent="#1A1206",
    accent_dim="#4A3A1C",
    camera="#4FB3A5",
    hit="#E5604D",
    hit_surface="#3C1F1B",
    done="#7BC47F",
    cell="#24201C",
    ground="#5E4A38",
    platform="#8A6F4D",
    thick="#6E5747",
    wall="#E6D6BE",
    enemy="#B5485A",
    outline="#FFFFFF",
)

LIGHT = Palette(
    name="light",
    background="#F3ECE1",
    surface="#FBF7F0",
    raised="#FFFFFF",
    pressed="#E6DBCA",
    line="#D6C8B4",
    text="#221A12",
    quiet="#66594B",
    faint="#A39684",
    accent="#C97A00",
    accent_pressed="#9C5E00",
    on_accent="#FFFFFF",
    accent_dim="#F8E3B8",
    camera="#13796C",
    hit="#B5301C",
    hit_surface="#FBE3DE",
    done="#2E7D36",
    cell="#EFE6D8",
    ground="#9A7B57",
    platform="#A8865A",
    thick="#8F735B",
    wall="#4A3B2C",
    enemy="#A8324A",
    outline="#221A12",
    players=("#E69F00", "#2E8FCB", "#C0608F", "#00835F", "#C94F00", "#C9B400"),
)


def with_contrast(palette: Palette) -> Palette:
    """Returns the palette with the quiet shades pushed towards the text's."""
    if palette.name == "dark":
        return replace(
            palette,
            background="#000000",
            surface="#0E0E0E",
            raised="#1C1C1C",
            line="#8A8A8A",
            text="#FFFFFF",
            quiet="#E4E0DA",
            faint="#A8A29A",
            accent="#FFC94D",
            on_accent="#000000",
            hit_surface="#4A0F08",
            cell="#1A1A1A",
        )
    return replace(
        palette,
        background="#FFFFFF",
        surface="#FFFFFF",
        raised="#F2F2F2",
        line="#555555",
        text="#000000",
        quiet="#2A2A2A",
        faint="#5A5A5A",
        accent="#8A4B00",
        hit_surface="#FFD9D2",
        cell="#EDEDED",
    )


@lru_cache(maxsize=256)
def rgba(value: str) -> Rgba:
    """Reads `#RRGGBB` or `#RRGGBBAA`."""
    digits = value.lstrip("#")
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, (int(digits[6:8], 16) / 255 if len(digits) == 8 else 1.0)


def shape_of(seat: int) -> str:
    """Names the shape that goes with a seat's colour, so that colour never speaks alone."""
    return f"shape-{SHAPES[seat % len(SHAPES)]}"


class Look(Struct, frozen=True):
    """A palette at a size: what widgets are built with; a new one means building the screen anew."""

    palette: Palette = DARK
    width: int = 800
    height: int = 480
    text_scale: float = 1.0
    has_motion: bool = True

    @property
    def unit(self) -> float:
        """One reference pixel, in real pixels."""
        return min(self.width, self.height) / REFERENCE_SIDE

    @property
    def is_portrait(self) -> bool:
        """Tells whether panels stack rather than stand side by side."""
        return self.height > self.width

    @property
    def is_large_text(self) -> bool:
        """Tells whether labels need noticeably more room than drawn for."""
        return self.text_scale > 1.2

    def px(self, reference_px: float) -> float:
        """Scales a length of the reference screen."""
        return round(reference_px * self.unit, 1)

    def roomy(self, reference_px: float, share: float = 1.0) -> float:
        """Scales a length that holds text, so that it grows with the text by a share."""
        return self.px(reference_px * (1 + (self.text_scale - 1) * share))

    def font_px(self, step: Step) -> float:
        """Returns the size of a step of the type scale; the largest steps grow less."""
        growth = (self.text_scale - 1) * (0.5 if step in ("large", "headline", "huge") else 1.0)
        return self.px(TYPE_SCALE[step] * (1 + growth))

    def mm(self, millimetres: float) -> float:
        """Returns a length on the 7-inch display in pixels, whole ones so that it is never less."""
        return float(ceil(millimetres * REFERENCE_SIDE / REFERENCE_MM * self.unit))

    @property
    def touch(self) -> float:
        """The least side of anything that is touched: 9 mm on the 7-inch display."""
        return self.mm(TOUCH_MM)

    @property
    def gap(self) -> float:
        """The space between neighbours."""
        return self.px(8)

    @property
    def margin(self) -> float:
        """The space inside a surface."""
        return self.px(14)

    @property
    def radius(self) -> float:
        """The corner of an ordinary surface."""
        return self.px(12)

    def colour(self, name: str, alpha: float = 1.0) -> Rgba:
        """Returns a colour by its meaning, thinned by an alpha."""
        red, green, blue, own = self.palette.colour(name)
        return red, green, blue, own * alpha
