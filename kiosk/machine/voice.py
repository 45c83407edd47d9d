"""The voice: one queue of sentences, one mouth; what is said can be heard again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
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
            with suppress(OSError):
                self._speak(sentence)
            with self._change:
                self._speaking, self._is_busy = None, False

    def _speak(self, sentence: Sentence) -> None:
        volume = self._preferences.volume
        if self.engine == "espeak-ng":
            self._play(["espeak-ng", *voice_options(sentence.text, sentence.language, volume)])
            return
        assert self._player is not None
        with tempfile.TemporaryDirectory(prefix="companion-voice-") as folder:
            file = Path(folder) / "said.wav"
            if self._play(["pico2wave", *pico_options(sentence.text, sentence.language, volume, file)]) == 0:
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


def voice_options(text: str, language: str, volume: int) -> list[str]:
    """Returns what espeak-ng is told to say a sentence at a volume."""
    return ["-v", language, "-a", str(round(volume * 1.5)), "-s", "155", "--", spoken(text, language)]


def pico_options(text: str, language: str, volume: int, file: Path) -> list[str]:
    """Returns what Pico is told to write a sentence at a volume."""
    said = f'<volume level="{volume}">{escape(spoken(text, language))}</volume>'
    return [f"-l={PICO_LANGUAGES.get(language, 'en-GB')}", f"-w={file}", said]


def spoken(text: str, language: str) -> str:
    """Writes a sentence as it is read aloud: places such as 9/2 and 0,1 in words, signs as pauses."""

    def level(found: re.Match[str]) -> str:
        return words(say("kiosk.aloud.level", column=found[1], level=found[2]), language)

    def tile(found: re.Match[str]) -> str:
        return words(say("kiosk.aloud.tile", column=found[1], row=found[2]), language)

    text = re.sub(r"(\d+)/(\d+)", level, text)
    text = re.sub(r"([−-]?\d+),([−-]?\d+)", tile, text)
    text = re.sub(r"(?<!\w)[−-](\d+)", lambda found: _minus(found[1], language), text)
    return re.sub(r"\s*[·–—…]\s*", ", ", text.replace("× ", "")).strip(" ,")


def _minus(number: str, language: str) -> str:
    return words(say("kiosk.aloud.minus", number=number), language)
