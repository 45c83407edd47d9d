"""Short cues and a voice; both can be muted, and what this machine cannot sound is said in words."""

from __future__ import annotations

import math
import os
import shutil
import struct
import subprocess
import wave
from pathlib import Path
from typing import Literal

import platformdirs

from companion.core.message import Message, say
from kiosk.machine.voice import Voice
from kiosk.preferences import Preferences

Cue = Literal["touch", "turn", "dice", "hit", "gain", "refused", "won"]

TONES: dict[Cue, tuple[tuple[float, float], ...]] = {
    "touch": ((880, 0.018),),
    "turn": ((523.25, 0.09), (659.25, 0.14)),
    "dice": ((392, 0.04), (440, 0.04), (494, 0.04), (587, 0.1)),
    "hit": ((196, 0.12), (147, 0.2)),
    "gain": ((659.25, 0.07), (880, 0.12)),
    "refused": ((220, 0.09), (208, 0.16)),
    "won": ((523.25, 0.12), (659.25, 0.12), (784, 0.12), (1046.5, 0.32)),
}
"""Each cue as notes: frequency in hertz, length in seconds."""

RATE = 22050
LOUDNESS = 0.8
"""How loud a cue is at full volume: well below clipping."""
PLAYERS = ("pw-play", "paplay", "aplay")


def cue_samples(cue: Cue, volume: float) -> bytes:
    """Synthesises a cue: soft sines that swell and fade, so that nothing clicks."""
    frames = bytearray()
    for frequency, seconds in TONES[cue]:
        count = int(RATE * seconds)
        for i in range(count):
            envelope = min(1.0, i / (RATE * 0.004)) * (1 - i / count) ** 1.5
            wobble = math.sin(2 * math.pi * frequency * i / RATE)
            wobble += 0.3 * math.sin(4 * math.pi * frequency * i / RATE)
            frames += struct.pack("<h", int(wobble / 1.3 * envelope * volume * 32000))
    return bytes(frames)


class Sound:
    """Plays cues in other processes, so that the screen never waits, and holds the voice."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._is_silenced = bool(os.environ.get("COMPANION_SILENT"))
        self._player = None if self._is_silenced else next(filter(None, map(shutil.which, PLAYERS)), None)
        self.voice = Voice(preferences, self._player)
        self._cues: list[subprocess.Popen[bytes]] = []
        self._has_failed = False

    @property
    def problems(self) -> tuple[Message, ...]:
        """Says what cannot be heard on this machine, and what to do about it."""
        if self._is_silenced:
            return ()
        found = []
        if self._player is None:
            found.append(say("kiosk.sound.no_player"))
        elif self._has_failed:
            found.append(say("kiosk.sound.no_device"))
        if self.voice.engine is None:
            found.append(say("kiosk.sound.no_voice"))
        return tuple(found)

    def listen(self) -> None:
        """Notices the players that have ended, and whether the last one found nothing to play on."""
        for player in self._cues:
            result = player.poll()
            if result is not None and result >= 0:
                self._has_failed = result != 0
        self._cues = [player for player in self._cues if player.returncode is None]

    def cue(self, cue: Cue) -> None:
        """Plays a cue unless muted."""
        if self._player is None or self._preferences.is_muted or not self._preferences.volume:
            return
        self.listen()
        if len(self._cues) >= 3:
            return
        try:
            self._cues.append(_start([self._player, str(self._file(cue))]))
        except OSError:  # a full disk keeps no cue; a touch is worth more than its sound
            self._has_failed = True

    def _file(self, cue: Cue) -> Path:
        volume = max(10, round(self._preferences.volume, -1))
        path = (
            Path(platformdirs.user_cache_dir("tabletop-companion"))
            / "cues"
            / f"{cue}-{volume}-{round(LOUDNESS * 100)}.wav"
        )
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(".new")
            with wave.open(str(draft), "wb") as sound:
                sound.setnchannels(1)
                sound.setsampwidth(2)
                sound.setframerate(RATE)
                sound.writeframes(cue_samples(cue, volume / 100 * LOUDNESS))
            draft.replace(path)
        return path

    def close(self) -> None:
        """Falls silent."""
        self.voice.close()
        for player in self._cues:
            if player.poll() is None:
                player.terminate()


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
