"""The content editor by photos: cards are seen as they are laid down, a tile's photo lies under its grid."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import find_game
from companion.i18n import Translator
from companion.ports.watch import TakenPhoto
from kiosk.presenters.photos import PhotosPresenter
from tests.kiosk.camera_inside import InsideProcess, hurry
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
SEES_S = 30.0


@pytest.fixture
def editor(start: Start, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hands]]:
    """Opens the list of a kind before a drawn camera, without a night."""
    hurry(monkeypatch)
    from vision.capture.simulated import SimulatedTable

    drawn = partial(SimulatedTable, frame_s=0.02, hand_s=0.3, size=(1280, 720))
    monkeypatch.setattr("vision.watch.SimulatedTable", drawn)

    def begin(game: str, kind: str) -> Hands:
        hands = start("content", size=(1024, 600), camera_source="simulated")
        hands.kiosk.panel._set(game=game)
        if kind:
            label = next(one.label for one in find_game(game).editor.kinds() if one.value == kind)
            hands.tap(hands.kiosk.words(label))
        return hands

    yield begin
    for thread in threading.enumerate():
        if thread.name in ("deck", "end of a camera", "taught photos"):
            thread.join(SEES_S)


def shoot(hands: Hands, name: str) -> None:
    """Keeps a picture of the screen where somebody wants to look at it."""
    folder = os.environ.get("COMPANION_SHOTS")
    if folder:
        hands.frames(6)
        hands.picture(Path(folder) / f"{name}.png")


def lay(hands: Hands) -> Any:
    """Lays the next drawn card, and waits until it was seen."""
    panel = hands.kiosk.panel
    hands.until(lambda: panel.live.has_picture, SEES_S)
    watcher = InsideProcess.newest.watcher
    hands.until(lambda: watcher._drawing._places is not None, SEES_S)  # a deck was drawn
    hands.until(lambda: watcher._workshop._photographer._ground is not None, SEES_S)
    hands.frames(90)  # the empty ground is seen first, with the tray on it
    hands.tap("Lay the next one (drawn)")
    hands.until(lambda: panel.presenter.taken is not None, SEES_S)
    return panel.presenter


def test_cards_are_seen_named_and_kept_private(editor: Callable[..., Hands], tmp_path: Path) -> None:
    hands = editor("rayman", "cards")
    hands.tap("By photo")
    assert hands.says("Lay card 1 down")
    shoot(hands, "photos-lay")
    presenter = lay(hands)
    assert hands.says("Card 1: what is on it?")
    assert presenter.notes() == ()
    shoot(hands, "photos-what")
    hands.kiosk.panel._answered("hero", "rayman")
    hands.kiosk.panel._answered("move", 3)
    hands.frames(3)
    hands.tap("Keep, next card")
    assert hands.says("Lay card 2 down")
    presenter = lay(hands)
    assert presenter.content.entity.hero == "rayman"  # chosen for the card before
    assert presenter.content.entity.move == 0
    hands.tap("It is the back")
    pack = tmp_path / "data" / "packs" / "my-rayman"
    photos = sorted((pack / "photos").iterdir())
    assert [photo.name for photo in photos] == ["back.jpg", "card-1.jpg"]
    assert stat.S_IMODE((pack / "photos").stat().st_mode) == 0o700
    assert {stat.S_IMODE(photo.stat().st_mode) for photo in photos} == {0o600}
    assert (pack / "cards" / "card-1.toml").exists()


def test_faces_of_dice_are_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    presenter = PhotosPresenter(find_game("pickle_rick"), "dice", Translator("en"), {})
    assert presenter.asked().key == "kiosk_camera.photos.lay_die"
    presenter.take(TakenPhoto(1, b"photo", 10, 10))
    assert presenter.asked().key == "kiosk_camera.photos.what_face"
    first = next(iter(presenter.faces()))
    presenter.keep_as(first)
    assert (presenter.taken, presenter.count) == (None, 1)
    assert (presenter.pack / "dice" / f"{first}.jpg").read_bytes() == b"photo"


@pytest.mark.parametrize(
    "game",
    ["rayman", *(pytest.param(game, marks=pytest.mark.slow) for game in ("pickle_rick", "platformer"))],
)
def test_a_tile_is_traced_over_its_photo(editor: Callable[..., Hands], game: str, tmp_path: Path) -> None:
    hands = editor(game, "tiles")
    hands.tap("New")
    content = hands.kiosk.panel
    content._photograph()
    hands.frames(3)
    lay(hands)
    shoot(hands, f"trace-{game}-taken")
    hands.tap("Turn")
    hands.tap("Trace it")
    panel = hands.kiosk.panel
    assert panel.board.underlay is not None
    shoot(hands, f"trace-{game}")
    panel.presenter.answer("label.en", "Traced")
    assert panel.presenter.save()
    traces = tmp_path / "data" / "packs" / f"my-{find_game(game).manifest.id}" / "traces"
    assert len(list(traces.iterdir())) == 1
