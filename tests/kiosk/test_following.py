"""A sighting just after a step of the night: what it still shows of before, and what was moved quickly."""

from pathlib import Path

import pytest

from companion.night.night import Night
from companion.ports.sight import SeenFigure, Sighting
from kiosk.camera import following
from kiosk.camera.camera import Camera
from kiosk.camera.following import GRACE_S, LAG_S, Following
from kiosk.night.session import Session
from tests.contract.games import content_of, game_of

LAG = LAG_S[""]


def seen(**places: str) -> Sighting:
    figures = {name: SeenFigure(space, 0.0, 0.0, 0.99) for name, space in places.items()}
    return Sighting(registered=True, figures=figures)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(following.time, "monotonic", lambda: now[0])
    return now


def test_a_figure_where_the_record_had_it_may_be_of_the_past_for_a_moment(clock: list[float]) -> None:
    follows = Following({"rayman": "0/1", "globox": "0/1"})
    follows.record_changed({"rayman": "3/1", "globox": "0/1"})
    old = seen(rayman="0/1", globox="0/1")
    assert follows.is_behind(old, 100.5, "")
    assert not follows.is_behind(old, 100.0 + LAG, "")
    assert not follows.is_behind(seen(rayman="3/1", globox="5/1"), 100.0, "")


def test_steps_in_quick_succession_leave_all_their_spaces(clock: list[float]) -> None:
    follows = Following({"rayman": "0/1"})
    for space in ("1/1", "2/1", "2/1"):
        follows.record_changed({"rayman": space})
        clock[0] += 0.1
    assert follows.is_behind(seen(rayman="0/1"), clock[0], "")
    clock[0] += GRACE_S
    follows.record_changed({"rayman": "3/1"})
    assert follows.is_behind(seen(rayman="2/1"), clock[0], "")
    assert not follows.is_behind(seen(rayman="0/1"), clock[0], "")


def test_the_time_to_follow_ends_once(clock: list[float]) -> None:
    follows = Following({})
    assert not follows.has_ended()
    follows.record_changed({})
    assert follows.has_time
    assert not follows.has_ended()
    clock[0] += GRACE_S
    assert [follows.has_ended(), follows.has_ended()] == [True, False]


def test_the_referee_is_asked_about_a_figure_that_moves_right_after_a_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    night = Night.create(game_of("rayman"), {"players": ["Ana", "Bo"]}, content=content_of("rayman"))
    camera = Camera(lambda act: act(), lambda: None)
    camera.session = session = Session(night)
    recorded = session.game.expected_scene(session.state).figures
    camera.night_changed()
    camera._saw(seen(**(recorded | {"rayman": "3/1"})))
    asked = camera.seen()
    assert asked is not None
    assert asked[2].moved == {"rayman": "3/1"}
