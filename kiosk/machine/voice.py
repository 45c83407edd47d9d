"""The voice: one queue of sentences, one mouth; what is said can be heard again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import wave
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Literal
from xml.sax.saxutils import escape

from msgspec import Struct

from companion.core.message import say
from companion.i18n import words
from kiosk.preferences import Preferences

Engine = Literal["pico2wave", "espeak-ng"]

ENGINES: tuple[Engine, ...] = ("pico2wave", "espeak-ng")
"""The voices that are looked for, the best first."""
PICO_LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
MOST_WAITING = 40
LEAD_IN_S = 0.15


class Sentence(Struct, frozen=True):
    """Something to say in a language; a prompt only matters until the next one."""

    text: str
    language: str
    is_prompt: bool = False


class Voice:
    """Speaks on a thread of its own, a sentence after the other, so that the screen never waits."""

    def __init__(self, preferences: Preferences, player: str | None) -> None:
        self._preferences = preferences
        self._player = player
        is_silenced = bool(os.environ.get("COMPANION_SILENT"))
        self.engine: Engine | None = None if is_silenced else find_engine(player is not None)
        self.on_said: Callable[[str], None] = lambda text: None
        """Hears every sentence as it is handed over, also where nothing can sound."""
        self._waiting: deque[Sentence] = deque(maxlen=MOST_WAITING)
        self._last: list[Sentence] = []
        self._is_fresh = True
        self._change = Condition()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._is_busy = False
        self._is_closed = False

    @property
    def can_speak(self) -> bool:
        """Tells whether a sentence would be heard now."""
        preferences = self._preferences
        return self.engine is not None and preferences.has_voice and not preferences.is_muted

    def announce(self, sentences: Iterable[str], language: str) -> None:
        """Says what has happened, all of it, after what is being said."""
        self._last = [Sentence(text, language) for text in sentences]
        self._is_fresh = True
        for sentence in self._last:
            self._say(sentence)

    def prompt(self, text: str, language: str) -> None:
        """Says what to do now; an earlier prompt that still waits is out of date."""
        sentence = Sentence(text, language, is_prompt=True)
        with self._change:
            kept = [waiting for waiting in self._waiting if not waiting.is_prompt]
            self._waiting.clear()
            self._waiting.extend(kept)
        self._last = [*(said for said in self._last if not said.is_prompt and self._is_fresh), sentence]
        self._is_fresh = False
        self._say(sentence)

    def repeat(self) -> None:
        """Says the last announcement and prompt once more, at once."""
        self.hush()
        for sentence in self._last:
            self._say(sentence)

    def hush(self) -> None:
        """Falls silent: what is being said is cut off, what waits is dropped."""
        with self._change:
            self._waiting.clear()
            if self._speaking is not None and self._speaking.poll() is None:
                self._speaking.terminate()

    def close(self) -> None:
        """Falls silent for good."""
        self.hush()
        with self._change:
            self._is_closed = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join(2)

    @property
    def is_speaking(self) -> bool:
        """Tells whether something is being said or waits to be."""
        with self._change:
            return bool(self._waiting) or self._is_busy

    def _say(self, sentence: Sentence) -> None:
        self.on_said(sentence.text)
        if not self.can_speak:
            return
        with self._change:
            self._waiting.append(sentence)
            self._change.notify()
        if self._thread is None:
            self._thread = Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._is_closed:
                    self._change.wait()
                if self._is_closed:
                    return
                sentence, self._is_busy = self._waiting.popleft(), True
            # A machine that cannot sound it shows it all the same.
            with suppress(OSError, EOFError, wave.Error):
                self._speak(sentence)
            with self._change:
                self._speaking, self._is_busy = None, False

    def _speak(self, sentence: Sentence) -> None:
        engine, volume = self.engine, self._preferences.volume
        assert engine is not None
        if self._player is None:
            self._play([engine, *voice_options(engine, sentence, volume)])
            return
        with tempfile.TemporaryDirectory(prefix="companion-voice-") as folder:
            file = Path(folder) / "said.wav"
            if self._play([engine, *voice_options(engine, sentence, volume, file)]) == 0:
                lead_in(file)
                self._play([self._player, str(file)])

    def _play(self, command: list[str]) -> int:
        with self._change:
            if self._is_closed:
                return 1
            self._speaking = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return self._speaking.wait()


def find_engine(has_player: bool) -> Engine | None:
    """Returns the best voice of this machine; Pico writes a file, which needs a player."""
    return next(
        (name for name in ENGINES if shutil.which(name) and (has_player or name != "pico2wave")), None
    )


def voice_options(engine: Engine, sentence: Sentence, volume: int, file: Path | None = None) -> list[str]:
    """Returns what an engine is told to say a sentence, aloud or into a file; nothing is distorted."""
    said = spoken(sentence.text, sentence.language)
    if engine == "pico2wave":
        level = round(volume * 0.8)
        language = PICO_LANGUAGES.get(sentence.language, "en-GB")
        return [f"-l={language}", f"-w={file}", f'<volume level="{level}">{escape(said)}</volume>']
    into = [] if file is None else ["-w", str(file)]
    return ["-v", sentence.language, "-a", str(volume), "-s", "155", *into, "--", said]


def lead_in(file: Path) -> None:
    """Puts a little silence before a sentence: a loudspeaker that wakes up swallows what comes first."""
    with wave.open(str(file), "rb") as sound:
        form, samples = sound.getparams(), sound.readframes(sound.getnframes())
    with wave.open(str(file), "wb") as sound:
        sound.setparams(form)
        sound.writeframes(
            bytes(round(LEAD_IN_S * form.framerate) * form.sampwidth * form.nchannels) + samples
        )


def spoken(text: str, language: str) -> str:
    """Writes a sentence as it is read aloud: places such as 9/2 in words, signs and brackets as pauses."""

    def level(found: re.Match[str]) -> str:
        return words(say("kiosk.aloud.level", column=found[1], level=found[2]), language)

    def tile(found: re.Match[str]) -> str:
        return words(say("kiosk.aloud.tile", column=found[1], row=found[2]), language)

    text = re.sub(r"(\d+)/(\d+)", level, text)
    text = re.sub(r"([−-]?\d+),([−-]?\d+)", tile, text)
    text = re.sub(r"(?<!\w)[−-](\d+)", lambda found: _minus(found[1], language), text)
    text = re.sub(r"\s*\(([^()]*)\)", r", \1,", text.replace("× ", ""))
    text = re.sub(r"\s*[·–—…]\s*", ", ", text)
    return re.sub(r",+\s*(?=[,.;:?!]|$)", "", text).strip(" ,")


def _minus(number: str, language: str) -> str:
    return words(say("kiosk.aloud.minus", number=number), language)
