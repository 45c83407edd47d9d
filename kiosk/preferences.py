"""What a table prefers, kept on the disk between nights."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.core.decoding import DECODING_ERRORS
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.i18n import system_language
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import data_folder
from kiosk.look.theme import DARK, LIGHT, TEXT_SCALES, TRITAN_SAFE, Look, with_contrast

MOMENTS_S = {"off": 0.0, "short": 2.0, "long": 5.0}
"""How long a moment is shown, by the table's wish."""


class Preferences(Struct, kw_only=True):
    """Every switch of the settings panel."""

    language: str = msgspec.field(default_factory=system_language)
    theme: Literal["dark", "light"] = "dark"
    is_high_contrast: bool = False
    players_palette: Literal["okabe_ito", "tritan"] = "okabe_ito"
    text_size: int = 1
    rotation: Literal[0, 90, 180, 270] = 0
    has_motion: bool = True
    moments: Literal["off", "short", "long"] = "short"
    has_far_view: bool = True
    is_muted: bool = False
    volume: int = 85
    has_voice: bool = True
    goes_on_alone: bool = True
    rolls_alone: bool = False
    draws_alone: bool = False
    camera_proposes: bool = True
    camera_waits_s: int = 6
    """After how many seconds a seen move is taken for right by itself; 0 for never."""
    camera_source: Annotated[str, Meta(max_length=2000, pattern=r"^[^\0]*$")] = "auto"
    """Handed to a program, which takes no zero byte and no word without end."""
    shows_reminders: bool = True
    brightness: int = 100
    dims_at_night: bool = False
    turn_minutes: int = 0
    """After how many minutes of a turn the table hears of it, gently; 0 never."""
    teaches: bool = True
    understood: list[str] = []
    """The rules of phases that the table has understood."""
    names: list[str] = []

    def look(self, width: int, height: int) -> Look:
        """Returns the look of these preferences on a screen of that size."""
        palette = DARK if self.theme == "dark" else LIGHT
        if self.players_palette == "tritan":
            palette = msgspec.structs.replace(palette, players=TRITAN_SAFE)
        if self.is_high_contrast:
            palette = with_contrast(palette)
        scale = TEXT_SCALES[max(0, min(self.text_size, len(TEXT_SCALES) - 1))]
        return Look(palette, width, height, scale, self.has_motion)

    @property
    def moment_s(self) -> float:
        """How long the card of a moment stays, in seconds; none where there are no cards."""
        return MOMENTS_S[self.moments]

    def remember_names(self, names: list[str]) -> None:
        """Puts names first in the list that the set-up offers."""
        self.names = list(dict.fromkeys([*names, *self.names]))[:24]


class PreferencesFile:
    """The preferences on the disk; a damaged file is set aside, never in the way of a night."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "kiosk.json"
        self.trouble: Message | None = None
        """What to tell the table about a file that was set aside."""

    def load(self) -> Preferences:
        """Reads the file, or returns defaults where there is none or it cannot be read."""
        try:
            return msgspec.json.decode(read_whole(self.path), type=Preferences)
        except FileNotFoundError:
            return Preferences()
        except (*DECODING_ERRORS, Invalid, OSError):
            kept = self.path
            with suppress(OSError):
                kept = self.path.replace(self.path.with_suffix(".damaged"))
            self.trouble = say("kiosk.aside.preferences", file=str(kept))
            return Preferences()

    def save(self, preferences: Preferences) -> None:
        """Writes the file in one step, so that a power cut leaves the old one or the new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, msgspec.json.format(msgspec.json.encode(preferences)))
