"""Short words as textures, for what is drawn rather than laid out."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

from kiosk.machine.window import font_file
from kiosk.widgets.still import odd_side


def written(label: CoreLabel) -> Texture:
    """Writes a label into a texture of its own."""
    width, height = label.render()
    label.text_size = (odd_side(width), odd_side(height))
    label.refresh()
    return label.texture


@lru_cache(maxsize=64)
def letters_texture(text: str, font_px: float, is_bold: bool = False) -> Texture:
    """Writes a short text in white, to be tinted where it is drawn."""
    label = CoreLabel(
        text=text,
        font_size=font_px,
        font_name=font_file("bold" if is_bold else "regular"),
        halign="center",
        valign="top",
    )
    label.resolve_font_name()
    return written(label)


@lru_cache(maxsize=512)
def letters_width(text: str, font_px: float, is_bold: bool = False) -> float:
    """Returns how wide a text is in one line, without writing it."""
    label = CoreLabel(text=text, font_size=font_px, font_name=font_file("bold" if is_bold else "regular"))
    label.resolve_font_name()
    return float(label.get_extents(text)[0])
