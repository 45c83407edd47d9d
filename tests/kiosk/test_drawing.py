"""Colours, icons and words: readable, drawn, and known to the font."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from companion.core.drawings import DRAWINGS
from companion.i18n.translator import LOCALE_FOLDER
from kiosk.look.icons import is_known, picture, token_letter
from kiosk.look.theme import DARK, LIGHT, SHAPES, TEXT_SCALES, Look, Palette, rgba, shape_of, with_contrast
from kiosk.machine.window import font_file
from kiosk.preferences import Preferences, PreferencesFile

ROOM = Path(__file__).parents[2] / "kiosk"


def luminance(colour: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue, _ = rgba(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [DARK, LIGHT, with_contrast(DARK), with_contrast(LIGHT)])
def test_words_stand_out_from_every_surface(palette: Palette) -> None:
    for surface in (palette.background, palette.surface, palette.raised):
        assert contrast(palette.text, surface) >= 7
        assert contrast(palette.quiet, surface) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 3


def test_high_contrast_is_higher() -> None:
    for palette in (DARK, LIGHT):
        strong = with_contrast(palette)
        assert contrast(strong.quiet, strong.background) > contrast(palette.quiet, palette.background)


def test_a_touch_target_is_nine_millimetres_on_the_seven_inch_display() -> None:
    px_a_mm = 480 / 86
    assert Look().touch / px_a_mm >= 9.0
    assert Look(width=1280, height=720).touch > Look().touch


def test_every_seat_has_its_own_colour_and_shape() -> None:
    assert len({shape_of(seat) for seat in range(6)}) == len(SHAPES) == 6
    assert len({DARK.colour(f"seat-{seat}") for seat in range(6)}) == 6


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_every_icon_draws_something_and_not_everything(name: str) -> None:
    mask = picture(name, 48)
    covered = sum(mask.histogram()[128:]) / (48 * 48)
    assert 0.04 < covered < 0.95


def test_no_two_icons_look_the_same() -> None:
    seen: dict[bytes, str] = {}
    for name in DRAWINGS:
        if name in ("end",):  # the same tick under the name that games use
            continue
        drawn = picture(name, 32).tobytes()
        assert drawn not in seen, f"{name} and {seen.get(drawn)}"
        seen[drawn] = name


def test_an_unknown_icon_is_a_lettered_token() -> None:
    assert not is_known("quagmire")
    assert token_letter("quagmire") == "Q"
    assert sum(picture("quagmire", 32).histogram()[128:]) > 0


def test_every_icon_that_the_kiosk_names_is_drawn() -> None:
    found: set[str] = set()
    for file in ROOM.rglob("*.py"):
        found |= set(re.findall(r'\bicon="([a-z-]+)"', file.read_text("utf-8")))
    assert len(found) > 20
    assert not {name for name in found if not is_known(name)}


def test_every_letter_of_the_catalogues_is_in_the_font() -> None:
    listed = subprocess.run(
        ["fc-query", "--format=%{charset}", font_file("regular")], capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("fc-query is not installed")
    ranges = [part.split("-") for part in listed.stdout.split()]
    known = {code for part in ranges for code in range(int(part[0], 16), int(part[-1], 16) + 1)}
    texts = [file.read_text("utf-8") for file in LOCALE_FOLDER.rglob("*.po")]
    used = {char for text in texts for char in text if char.isprintable()}
    assert len(used) > 60
    assert not {char for char in used if ord(char) not in known}


def test_preferences_survive_a_restart_and_a_damaged_file(tmp_path: Path) -> None:
    file = PreferencesFile(tmp_path / "kiosk.json")
    kept = Preferences(language="fr", text_size=2)
    kept.remember_names(["Ana", "Bo"])
    file.save(kept)
    assert file.load() == kept
    file.path.write_bytes(b"{half")
    assert file.load().text_size == Preferences().text_size
    assert (tmp_path / "kiosk.damaged").exists()


def test_text_sizes_grow() -> None:
    sizes = [Look(text_scale=scale).font_px("text") for scale in TEXT_SCALES]
    assert sizes == sorted(set(sizes))
