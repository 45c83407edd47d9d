from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import polib
import pytest

from companion.cli import COMMANDS, Language, companion, main
from companion.commands.help import sentences_of
from companion.i18n import choose_click_language
from companion.i18n.translator import LOCALE_FOLDER
from tests.night.command import LAUNCH, ROOT, environment


@pytest.fixture(autouse=True)
def _language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Language, "chosen", "en")
    yield
    choose_click_language("en")


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(args))
    return (left.value.code, *capsys.readouterr())


def french() -> dict[str, str]:
    said: dict[str, str] = {}
    for entry in polib.pofile(str(LOCALE_FOLDER / "fr/LC_MESSAGES/click.po")):
        if entry.msgid_plural:
            said |= {entry.msgid: entry.msgstr_plural[0], entry.msgid_plural: entry.msgstr_plural[1]}
        else:
            said[entry.msgid] = entry.msgstr
    return said


def all_commands() -> list[click.Command]:
    choose_click_language("en")
    context = click.Context(companion)
    below = [command for name in COMMANDS if (command := companion.get_command(context, name))]
    groups = [command for command in below if isinstance(command, click.Group)]
    lazy = [group.get_command(context, name) for group in groups for name in group.list_commands(context)]
    return [companion, *below, *(command for command in lazy if command)]


@pytest.mark.parametrize("args", [[], ["--language", "en"], ["packs"], ["table"]])
def test_a_command_alone_lists_what_it_can_do(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, *args)
    assert (code, err) == (0, "")
    assert out.startswith("Usage: companion")
    assert len(out.splitlines()) > 8


def test_every_sentence_of_the_help_is_french_too() -> None:
    sentences = {sentence for command in all_commands() for sentence in sentences_of(command)}
    assert len(sentences) > 80
    assert sorted(sentences - french().keys()) == []


def test_nothing_in_frenchs_catalogue_is_said_by_nobody() -> None:
    sources = "".join(file.read_text("utf-8") for file in Path(click.__file__).parent.glob("*.py"))
    known = {sentence for command in all_commands() for sentence in sentences_of(command)} | {"Example:"}
    assert [text for text in french() if text not in known and text not in sources] == []
    assert {text: fr for text, fr in french().items() if names_in(text) != names_in(fr)} == {}


def names_in(text: str) -> list[str]:
    return sorted(re.findall(r"{.*?}", text))


@pytest.mark.parametrize("name", ["packs", "play", "dice", "table"])
def test_help_is_said_in_french_and_then_in_english_again(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = said(capsys, "--language", "fr", name, "--help")
    assert out.startswith("Usage : companion")
    assert "Exemple :" in out
    assert "Afficher cette aide." in out
    Language.chosen = "en"
    _, out, _ = said(capsys, name, "--help")
    assert "Example:" in out


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("judge",), "Il manque l’argument 'FILE...'."),
        (("judge", "--bad"), "Il n’y a pas d’option '--bad'."),
        (("demo", "--steps", "0"), "Valeur refusée pour '--steps' : 0 n’est pas dans l’intervalle x>=1."),
        (("table", "new", "--game", "chess"), "'chess' ne fait pas partie de 'rayman', 'grimm'"),
        (("fly",), "Il n’y a pas de commande « fly » ; il y a : play, judge, reach,"),
    ],
)
def test_a_wrong_word_is_refused_in_french(
    args: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, "--language", "fr", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert text in err


def test_the_examples_of_play_play(tmp_path: Path) -> None:
    play = companion.get_command(click.Context(companion), "play")
    assert play is not None
    assert play.help is not None
    script = play.help.partition("Example:")[2].replace("companion play", f"{shlex.join(LAUNCH)} play")
    script = script.replace("tonight.night", str(tmp_path / "tonight.night"))
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, cwd=ROOT, env=environment(tmp_path)
    )
    assert [line.startswith('{"ok":true') for line in done.stdout.splitlines()] == [True, True]
