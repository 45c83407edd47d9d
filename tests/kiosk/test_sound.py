"""Sound and voice: heard when they should be, silent when muted, and said in words where they cannot be."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import time
import wave
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from companion.core.message import Message
from companion.games.registry import GAMES
from companion.i18n import LANGUAGES, Translator
from kiosk.machine.sound import LOUDNESS, RATE, TONES, Sound, cue_samples
from kiosk.machine.voice import Sentence, lead_in, spoken, voice_options
from kiosk.preferences import Preferences
from tests.kiosk.fixtures import playing, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]

HEARD_DB = -26.0
"""Half as loud as ordinary speech in a recording: what is quieter is lost at a lively table."""


def decibels(samples: memoryview) -> float:
    mean = math.sqrt(sum(sample * sample for sample in samples) / max(1, len(samples)))
    return 20 * math.log10(max(mean, 1e-9) / 32768)


def put_player(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose only programs are the test's own."""
    monkeypatch.delenv("COMPANION_SILENT", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def silent_file(folder: Path) -> Path:
    file = folder / "silence.wav"
    with wave.open(str(file), "wb") as sound:
        sound.setparams((1, 2, RATE, 0, "NONE", ""))
    return file


def settle(sound: Sound) -> None:
    """Waits until every player has ended."""
    deadline = time.monotonic() + 10
    while sound._cues and time.monotonic() < deadline:
        time.sleep(0.01)
        sound.listen()
    while sound.voice.is_speaking and time.monotonic() < deadline:
        time.sleep(0.01)


@pytest.mark.parametrize("cue", sorted(TONES))
def test_cues_are_heard_at_the_usual_volume(cue: str) -> None:
    volume = Preferences().volume / 100 * LOUDNESS
    assert decibels(memoryview(cue_samples(cue, volume)).cast("h")) > HEARD_DB  # type: ignore[arg-type]
    quiet = memoryview(cue_samples(cue, 0.1 * LOUDNESS)).cast("h")  # type: ignore[arg-type]
    assert decibels(quiet) < HEARD_DB, "the volume does something"


def headlines(game_id: str) -> list[Message]:
    """Plays a demo night and collects what would be announced, one sentence of each kind."""
    session = quick_session(game_id)
    found: dict[str, Message] = {}
    for _ in playing(session):
        headline = session.game.view(session.state).prompt.headline
        found.setdefault(headline.key, headline)
    return list(found.values())


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="the voice is espeak-ng's")
@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_announced_sentence_is_spoken_aloud(game_id: str, tmp_path: Path) -> None:
    sentences = headlines(game_id)
    assert len(sentences) > 5
    for said, language in product(sentences, LANGUAGES):
        samples, seconds = recorded(Translator(language)(said), language, Preferences().volume, tmp_path)
        assert seconds > 0.4, said
        assert decibels(samples) > HEARD_DB, said


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="the voice is espeak-ng's")
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_full_volume_no_sentence_is_distorted_and_none_begins_at_once(
    language: str, tmp_path: Path
) -> None:
    for said in headlines("rayman"):
        samples, _ = recorded(Translator(language)(said), language, 100, tmp_path)
        assert max(map(abs, samples)) < 32767, said
        assert not any(samples[: int(0.1 * RATE)]), "a loudspeaker has time to wake up"


def recorded(text: str, language: str, volume: int, folder: Path) -> tuple[memoryview, float]:
    """Has a sentence spoken into a file, as it is played."""
    file = folder / "said.wav"
    options = voice_options("espeak-ng", Sentence(text, language), volume, file)
    subprocess.run(["espeak-ng", *options], check=True, capture_output=True)
    lead_in(file)
    with wave.open(str(file)) as sound:
        count = sound.getnframes()
        return memoryview(sound.readframes(count)).cast("h"), count / sound.getframerate()


def test_places_and_signs_are_read_as_people_read_them() -> None:
    said = spoken("Ana to 9/2 – defeat the enemy on 12/3", "en")
    assert said == "Ana to 9, height 2, defeat the enemy on 12, height 3"
    assert (
        spoken("Posez Grise 8 en 0,1, la flèche", "fr") == "Posez Grise 8 en colonne 0, rangée 1, la flèche"
    )
    assert spoken("Bo : −3 au prochain jet", "fr") == "Bo : moins 3 au prochain jet"
    assert spoken("Go on: 2 × boot", "en") == "Go on: 2 boot"
    assert spoken("Round 3 · Bo …", "en") == "Round 3, Bo"
    assert spoken("Rayman, card 3 (15): 2 Jumps", "en") == "Rayman, card 3, 15: 2 Jumps"
    assert spoken("The end (20).", "en") == "The end, 20."
    assert spoken("Peut-être 5-6 pas", "fr") == "Peut-être 5-6 pas"


def test_a_cue_is_played_and_a_sentence_spoken_unless_muted(machine: Path, tmp_path: Path) -> None:
    put_player(machine, "aplay", f'echo "cue $1" >> {tmp_path}/heard')
    put_player(machine, "espeak-ng", f'echo "voice $*" >> {tmp_path}/heard')
    preferences = Preferences(is_muted=True)
    sound = Sound(preferences)
    sound.cue("won")
    sound.voice.announce(["Ana wins"], "en")
    settle(sound)
    assert not (tmp_path / "heard").exists()
    preferences.is_muted = False
    sound.cue("won")
    sound.voice.announce(["Ana wins"], "fr")
    settle(sound)
    heard = (tmp_path / "heard").read_text().splitlines()
    assert any(line.startswith("cue ") and "won" in line for line in heard)
    assert any(line.startswith("voice -v fr") and line.endswith("Ana wins") for line in heard)
    assert sound.problems == ()
    preferences.has_voice = False
    sound.voice.announce(["Bo wins"], "en")
    settle(sound)
    assert "Bo wins" not in (tmp_path / "heard").read_text()


def test_sentences_never_overlap_and_the_newest_prompt_counts(machine: Path, tmp_path: Path) -> None:
    log, silence = tmp_path / "heard", silent_file(tmp_path)
    put_player(machine, "aplay", f"echo begin >> {log}; /bin/sleep 0.1; echo end >> {log}")
    put_player(machine, "espeak-ng", f'echo "${{10}}" >> {log}; /bin/cp {silence} "$8"')
    sound = Sound(Preferences())
    sound.voice.announce(["Bo slaps Leo.", "Put Rayman on 5/2."], "en")
    sound.voice.prompt("Leo: go on", "en")
    sound.voice.announce(["Cleo rolls 4."], "en")
    sound.voice.prompt("Cleo: move", "en")
    settle(sound)
    said = ["Bo slaps Leo.", "Put Rayman on 5, height 2.", "Cleo rolls 4.", "Cleo: move"]
    assert log.read_text().splitlines() == [line for text in said for line in (text, "begin", "end")]
    log.unlink()
    sound.voice.repeat()
    settle(sound)
    assert log.read_text().splitlines()[::3] == ["Cleo rolls 4.", "Cleo: move"]
    sound.close()


def test_pico_speaks_where_it_is_installed(machine: Path, tmp_path: Path) -> None:
    log, silence = tmp_path / "heard", silent_file(tmp_path)
    put_player(machine, "aplay", f'echo "play $1" >> {log}')
    put_player(machine, "espeak-ng", f'echo "espeak" >> {log}')
    put_player(machine, "pico2wave", f'echo "pico $1 $3" >> {log}; /bin/cp {silence} "${{2#-w=}}"')
    sound = Sound(Preferences(volume=60))
    assert sound.voice.engine == "pico2wave"
    sound.voice.announce(["Bo & Leo"], "fr")
    settle(sound)
    heard = log.read_text().splitlines()
    assert heard[0] == 'pico -l=fr-FR <volume level="48">Bo &amp; Leo</volume>'
    assert heard[1].startswith("play ")
    sound.close()


def test_a_machine_without_player_and_voice_says_so_and_goes_on(machine: Path) -> None:
    sound = Sound(Preferences())
    sound.cue("won")
    sound.voice.announce(["Ana wins"], "en")
    assert [problem.key for problem in sound.problems] == ["kiosk.sound.no_player", "kiosk.sound.no_voice"]


def test_a_missing_loudspeaker_is_noticed_and_forgotten_once_it_is_there(machine: Path) -> None:
    put_player(machine, "aplay", "exit 1")
    put_player(machine, "espeak-ng", "exit 0")
    sound = Sound(Preferences())
    began = time.monotonic()
    sound.cue("turn")
    assert time.monotonic() - began < 20, "nobody waits for a player"
    settle(sound)
    assert [problem.key for problem in sound.problems] == ["kiosk.sound.no_device"]
    put_player(machine, "aplay", "exit 0")
    sound.cue("turn")
    settle(sound)
    assert sound.problems == ()


def test_a_player_that_hangs_holds_nothing_up(machine: Path) -> None:
    put_player(machine, "aplay", "exec /bin/sleep 30")
    sound = Sound(Preferences())
    began = time.monotonic()
    for _ in range(20):
        sound.cue("touch")
    assert time.monotonic() - began < 20, "nobody waits for one that sleeps half a minute"
    assert len(sound._cues) == 3, "no heap of players"
    sound.close()
    settle(sound)


def test_the_settings_say_what_cannot_be_heard(
    start: Start, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_player(machine, "aplay", "exit 1")
    monkeypatch.setattr("kiosk.panels.settings.TRY_S", 0.3)
    hands = start("settings")
    assert hands.says("espeak-ng is not installed")
    hands.tap("Try sound and voice")
    hands.until(lambda: hands.says("no loudspeaker was found"), 5)
    assert os.environ["PATH"] == str(machine)


def test_a_full_disk_costs_the_sound_and_not_the_touch(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    put_player(machine, "aplay", "exit 0")
    sound = Sound(Preferences())
    monkeypatch.setattr("kiosk.machine.sound._start", full)
    monkeypatch.setattr("kiosk.machine.voice.subprocess.Popen", full)
    sound.cue("touch")
    sound.voice.announce(["Ana"], "en")
    assert next(problem.key for problem in sound.problems) == "kiosk.sound.no_device"
