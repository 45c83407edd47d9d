"""What makes frames cheap shows the same picture: holes, clips, kept widgets, odd textures, tidy memory."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from kiosk.machine.memory import Memory
from kiosk.widgets.board.geometry import around, on_glass
from tests.kiosk.fixtures import fixture_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


@pytest.mark.parametrize(
    "hole",
    [(100.5, 50.2, 300.0, 200.7), (0, 0, 800, 480), (-20, -20, 100, 100), (0, 0, 0, 0), (900, 0, 50, 50)],
)
def test_what_is_around_a_hole_and_the_hole_cover_a_picture_once(hole: tuple[float, ...]) -> None:
    x, y, w, h = hole
    strips = around((x, y, w, h), 800, 480)
    covered = sum(w * h for _, _, w, h in strips)
    for px, py in ((0, 0), (799, 479), (101, 51), (400, 250), (250, 479), (250, 0), (0, 150), (799, 150)):
        inside = [
            1 for left, low, wide, high in strips if left <= px < left + wide and low <= py < low + high
        ]
        is_hidden = x <= px and px + 1 <= x + w and y <= py and py + 1 <= y + h
        assert len(inside) == (0 if is_hidden else 1), (px, py)
    visible_w = max(0.0, min(x + w, 800) - max(x, 0))
    visible_h = max(0.0, min(y + h, 480) - max(y, 0))
    assert covered >= 800 * 480 - visible_w * visible_h


def test_a_box_turns_with_the_screen() -> None:
    box = (10.0, 20.0, 30.0, 40.0)
    assert on_glass(box, 800, 480, 0) == (10, 20, 30, 40)
    assert on_glass(box, 800, 480, 180) == (760, 420, 30, 40)
    assert on_glass(box, 480, 800, 90) == (740, 10, 40, 30)
    assert on_glass(box, 480, 800, 270) == (20, 440, 40, 30)


def test_a_turned_screen_shows_the_same_board(start: Start, tmp_path: Path) -> None:
    from kivy.core.window import Window

    hands = start("table", session=fixture_session())
    hands.until(lambda: hands.kiosk.session.is_lit)
    upright = Image.open(hands.picture(tmp_path / "upright.png")).convert("RGB")
    Window.rotation = 180
    turned = Image.open(hands.picture(tmp_path / "turned.png")).convert("RGB").rotate(180)
    difference = ImageChops.difference(upright, turned).convert("L").histogram()
    assert sum(difference[60:]) < 0.002 * upright.width * upright.height
    Window.rotation = 0
    back = Image.open(hands.picture(tmp_path / "back.png")).convert("RGB")
    assert sum(ImageChops.difference(upright, back).convert("L").histogram()[60:]) == 0


def test_a_board_is_cut_off_at_its_box(start: Start, tmp_path: Path) -> None:
    hands = start("table", session=fixture_session())
    hands.until(lambda: hands.kiosk.session.is_lit)
    panel = hands.kiosk.panel
    before = Image.open(hands.picture(tmp_path / "before.png")).convert("RGB")
    panel.board.look_at(30, 1, is_moving=False)
    after = Image.open(hands.picture(tmp_path / "after.png")).convert("RGB")
    left, _, right, _ = ImageChops.difference(before, after).getbbox()
    assert left >= panel.board.x - 1
    assert right <= panel.board.right + 1


def test_a_hidden_board_shows_the_empty_room_below_it(start: Start, tmp_path: Path) -> None:
    hands = start("table", session=fixture_session())
    hands.until(lambda: hands.kiosk.session.is_lit)
    board = hands.kiosk.panel.board
    box = (board.x + 2, 480 - board.top + 2, board.right - 2, 480 - board.y - 2)

    def colours() -> int:
        picture = Image.open(hands.picture(tmp_path / "now.png")).convert("RGB")
        return len(picture.crop(tuple(round(part) for part in box)).getcolors(1 << 16))

    assert colours() > 10
    board.opacity = 0
    assert colours() == 1
    board.opacity = 1
    assert colours() > 10


def test_only_what_changed_is_made_anew(start: Start) -> None:
    from msgspec.structs import replace

    session = fixture_session()
    hands = start("table", session=session)
    panel = hands.kiosk.panel
    cards = {card.player.id: card for card in panel.track.children}
    view = table_view()
    players = tuple(replace(player, value=8) if player.id == "bo" else player for player in view.players)
    session.night.show(replace(view, players=players))
    hands.kiosk._night_changed()
    now = {card.player.id: card for card in panel.track.children}
    assert [name for name in cards if now[name] is not cards[name]] == ["bo"]


def test_a_button_that_stays_does_what_the_new_state_says(start: Start) -> None:
    from msgspec.structs import replace

    session = fixture_session()
    hands = start("table", session=session)
    button = hands.find("End turn")
    view = table_view()
    end = replace(view.choices[0], command={"command": "EndTurn", "number": 2})
    session.night.show(replace(view, choices=(end, *view.choices[1:])))
    hands.kiosk._night_changed()
    hands.frames(2)
    assert hands.find("End turn") is button
    hands.press(button)
    assert session.night.submitted == [{"command": "EndTurn", "number": 2}]


def test_no_texture_has_a_side_that_is_a_power_of_two(start: Start) -> None:
    from kivy.graphics.texture import Texture

    hands = start("table", session=fixture_session())
    hands.frames(3)
    panel = hands.kiosk.panel
    textures: list[Texture] = [w._rect.texture for w in panel.walk() if hasattr(w, "words_size") and w.text]
    assert len(textures) > 15
    assert not [t.size for t in textures if 0 in (t.width & (t.width - 1), t.height & (t.height - 1))]


def bustle(memory: Memory, last: float) -> None:
    """Looks at memory after a touch that something came of."""
    memory.look(last, last)


def test_garbage_goes_once_after_a_bustle() -> None:
    class Knot:
        def __init__(self) -> None:
            self.me: Any = self

    memory = Memory()
    gc.disable()
    try:
        gone = weakref.ref(Knot())
        bustle(memory, time.monotonic())
        assert gone() is not None, "something still moves"
        bustle(memory, time.monotonic() - 2)
        assert gone() is None
        later = weakref.ref(Knot())
        bustle(memory, time.monotonic() - 2)
        assert later() is not None, "nothing has happened since"
    finally:
        gc.enable()


def test_looking_through_everything_waits_until_nobody_is_about() -> None:
    """It takes longer than a frame, and whoever touches just then would wait for it."""

    class Knot:
        def __init__(self) -> None:
            self.me: Any = self

    memory = Memory()
    gc.disable()
    try:
        old = Knot()
        gc.collect()
        gone = weakref.ref(old)
        del old
        touched = time.monotonic() - 2
        bustle(memory, touched)
        assert gone() is not None, "a pause of two seconds is for what is new"
        memory.look(time.monotonic(), touched - 4)
        assert gone() is None, "a camera at work is nobody's touch"
    finally:
        gc.enable()


def test_a_bustle_that_never_rests_is_tidied_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Knot:
        def __init__(self) -> None:
            self.me: Any = self

    monkeypatch.setattr("kiosk.machine.memory.MOST_NEW", 1000)
    memory = Memory()
    memory.begin()
    try:
        gone, *_ = [weakref.ref(Knot()) for _ in range(2000)]
        bustle(memory, time.monotonic())
        assert gone() is None
        one = weakref.ref(Knot())
        bustle(memory, time.monotonic())
        assert one() is not None, "a little can wait for rest"
    finally:
        memory.end()
    assert gc.isenabled()


def test_memory_is_tidied_where_the_system_hides_its_maps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("kiosk.machine.memory.MAPS", tmp_path / "nowhere")
    memory = Memory()
    bustle(memory, time.monotonic() - 6)
    assert memory._tidied
