"""Questions that take the rules long stand in the way of no touch."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.blocks import Prompt
from companion.core.errors import Refusal
from companion.core.message import literal
from companion.games.registry import GAMES
from tests.kiosk.fixtures import hit_view, session_of, table_view
from tests.kiosk.hands import Hands
from tests.kiosk.slow_games import (
    BroodingGame,
    NotingGame,
    TornGame,
    WonderingGame,
    brood_over,
    count_up,
    propose_once,
    seen_on,
    vanish,
)

Start = Callable[..., Hands]


@pytest.fixture
def wondering(window: Any, tmp_path: Path) -> Any:
    session = session_of(WonderingGame(tmp_path))
    yield session
    session.game.answer()


@pytest.fixture
def brooding(window: Any, tmp_path: Path) -> Any:
    folder = tmp_path / "brooding"
    folder.mkdir()
    return session_of(BroodingGame(folder))


def lives(process: int) -> bool:
    """Tells whether a process runs; one that nobody has cleared away yet does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def begins_to_brood(hands: Hands, game: BroodingGame) -> None:
    hands.until(lambda: game.thinkers)


def stops_brooding(hands: Hands, game: BroodingGame) -> None:
    hands.until(lambda: not any(map(lives, game.thinkers)))


def at_table(start: Start, session: Any) -> Hands:
    hands = start("table", session=session)
    hands.until(lambda: hands.kiosk.panel.board.board.lit)
    hands.waits_for_rules = False
    return hands


def lit(hands: Hands) -> Any:
    return hands.kiosk.panel.board.board.lit


class Timer:
    """Something that a test's own clock does later."""

    def __init__(self, act: Callable[[float], None], after_s: float) -> None:
        self.act = act
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


def own_timers(monkeypatch: pytest.MonkeyPatch) -> list[Timer]:
    """Lets the test say when a question has taken long."""
    timers: list[Timer] = []

    class OwnClock:
        """As much of a clock as a thinker asks for."""

        @staticmethod
        def schedule_once(act: Callable[[float], None], after_s: float) -> Timer:
            timers.append(Timer(act, after_s))
            return timers[-1]

    monkeypatch.setattr("kiosk.night.thinker.Clock", OwnClock)
    return timers


def until_thought_through(hands: Hands) -> None:
    """Lets frames pass until no question is thought about, and whatever was answered has arrived."""
    hands.until(lambda: not any(thread.name == "thinking" for thread in threading.enumerate()))
    hands.frames(5)


def test_a_touch_is_answered_at_once_and_thinking_is_said_only_when_it_lasts(
    start: Start, wondering: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers = own_timers(monkeypatch)
    hands = at_table(start, wondering)
    hands.touch_space("9/2")
    assert lit(hands) == ("9/2",), "the touched space alone glows in the frame of the touch"
    assert "Bo: move Globox" in hands.words(), "nothing flickers at first"
    timers[-1].act(0.2)
    hands.frames(2)
    assert hands.says("Looking for ways to 9/2")
    wondering.game.answer()
    hands.until(lambda: hands.says("Globox goes to 9/2"))
    assert not hands.kiosk.thinker.is_busy


def test_a_quick_answer_never_says_that_it_thinks(
    start: Start, wondering: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers = own_timers(monkeypatch)
    hands = at_table(start, wondering)
    wondering.game.answer()
    hands.touch_space("9/2")
    hands.until(lambda: hands.says("Globox goes to 9/2"))
    assert timers
    assert all(timer.is_cancelled for timer in timers), "the word that it takes long is taken back"


def test_the_last_touch_counts(start: Start, wondering: Any) -> None:
    hands = at_table(start, wondering)
    hands.touch_space("9/2")
    hands.touch_space("8/2")
    wondering.game.answer()
    hands.until(lambda: hands.says("Globox goes to 8/2"))
    assert wondering.game.asked[-1] == "8/2"
    assert not hands.says("9/2")


def test_a_question_without_end_ends_with_the_next_touch(start: Start, brooding: Any) -> None:
    hands = at_table(start, brooding)
    hands.touch_space("9/2")
    begins_to_brood(hands, brooding.game)
    hands.touch_space("8/2")
    hands.until(lambda: hands.says("Globox goes to 8/2"))
    stops_brooding(hands, brooding.game)


def test_a_claim_without_end_ends_with_the_next_claim(start: Start, brooding: Any) -> None:
    hands = start("dispute", session=brooding)
    hands.waits_for_rules = False
    hands.touch_space("9/2")
    begins_to_brood(hands, brooding.game)
    hands.touch_space("8/2")
    hands.until(lambda: hands.says("Bo can end on 8/2"))
    stops_brooding(hands, brooding.game)


def test_light_without_end_ends_with_its_state(start: Start, brooding: Any) -> None:
    brooding.game.endless.add("Bo: move Globox")
    hands = start("table", session=brooding)
    begins_to_brood(hands, brooding.game)
    brooding.night.show(table_view(prompt=Prompt(literal("Bo: move on"))))
    hands.kiosk._night_changed()
    hands.until(lambda: lit(hands))
    stops_brooding(hands, brooding.game)


def test_a_proposal_without_end_ends_when_the_figure_is_put_back(
    start: Start, brooding: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.presenters.table.referee.propose", brood_over)
    hands = start("table", session=brooding, camera_source="")
    camera = hands.kiosk.camera
    monkeypatch.setattr(camera, "seen", lambda: (brooding.game, brooding.state, seen_on("9/2")))
    hands.kiosk.panel.sighted()
    begins_to_brood(hands, brooding.game)
    monkeypatch.setattr(camera, "seen", lambda: None)
    hands.kiosk.panel.sighted()
    stops_brooding(hands, brooding.game)


def test_a_thought_can_be_dropped_at_any_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it comes, a drop ends the process that thinks, and tells nothing."""
    from companion.night.thought import Thought

    stray: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", stray.append)
    told: list[Thought] = []
    kept: list[Thought] = []
    cut_short: list[Thought] = []
    at_the_end: list[Thought] = []
    for number in range(60):
        kinds = (kept, cut_short, cut_short, at_the_end)
        kind = kinds[number % len(kinds)]
        question = partial(count_up, -1 if kind is cut_short else number * 100)
        thought = Thought(question, lambda thought, answer: told.append(thought), "random")
        thought.start()
        kind.append(thought)
        if kind is not kept:
            time.sleep(number / 4000)
            thought.drop()
    for thought in (*kept, *cut_short, *at_the_end):
        thought.join(600)
        assert not thought.is_alive()
    assert stray == []
    assert set(kept) <= set(told)
    assert not set(cut_short) & set(told)


def test_nothing_of_the_rules_runs_in_the_process_of_the_screen(start: Start) -> None:
    hands = start("home")
    answers: list[int] = []
    hands.kiosk.thinker.ask(os.getpid, answers.append)
    hands.until(lambda: answers)
    assert answers != [os.getpid()]


def test_a_process_that_the_system_ends_is_an_error_and_the_next_question_is_answered(start: Start) -> None:
    from companion.night.thought import worker

    hands = start("home")
    errors: list[Exception] = []
    answers: list[int] = []
    hands.kiosk.thinker.ask(vanish, answers.append, failed=errors.append)
    hands.until(lambda: errors)
    beside = worker()._process
    assert beside is not None
    beside.kill()
    beside.wait()
    hands.kiosk.thinker.ask(partial(count_up, 3), answers.append)
    hands.until(lambda: answers)
    assert answers == [3]


ASKS = """
import sys, time
from functools import partial
from pathlib import Path
from companion.night.thought import Thought, worker
from tests.kiosk.slow_games import BroodingGame, brood_over
game = BroodingGame(Path(sys.argv[1]))
Thought(partial(brood_over, game, None, "9/2"), print, "asking").start()
while not game.thinkers:
    time.sleep(0.01)
print(worker()._process.pid, flush=True)
time.sleep(600)
"""


def test_nothing_is_left_behind_by_a_kiosk_that_is_killed(tmp_path: Path) -> None:
    # Named, since the process beside the asking one takes nothing from the folder that it is in.
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", ASKS, str(tmp_path)]
    asking = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert asking.stdout is not None
    processes = [int(asking.stdout.readline()), *BroodingGame(tmp_path).thinkers]
    assert len(processes) == 2
    asking.kill()
    asking.wait()
    while any(map(lives, processes)):
        time.sleep(0.01)


@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_game_answers_another_process_as_it_answers_this_one(game_id: str) -> None:
    from companion.night.questions import find_costs, find_reach, find_ways
    from companion.night.thought import packed
    from tests.kiosk.fixtures import quick_session

    session = quick_session(game_id)
    game, state, figure = session.game, session.state, session.figure
    space = session.mat().spaces[0].id
    for question in (
        partial(find_reach, game, state, figure),
        partial(find_costs, game, state, figure),
        partial(find_ways, game, state, figure, space),
    ):
        there, here = pickle.loads(packed(question))(), question()
        if isinstance(here, Refusal):
            there, here = (there.message, there.clauses), (here.message, here.clauses)
        assert pickle.loads(pickle.dumps(there)) == here


@pytest.mark.parametrize("way_out", ["Cancel", "menu", "another panel"])
def test_a_question_is_dropped_by_whatever_comes_next(start: Start, wondering: Any, way_out: str) -> None:
    hands = at_table(start, wondering)
    hands.touch_space("9/2")
    hands.until(lambda: hands.says("Looking for"))
    if way_out == "Cancel":
        hands.tap("Cancel")
    elif way_out == "menu":
        hands.tap_icon("menu")
        hands.kiosk.close_sheet()
        hands.kiosk.panel.show()
    else:
        hands.kiosk.open("about")
        hands.kiosk.back()
    hands.frames(2)
    wondering.game.answer()
    until_thought_through(hands)
    assert "Bo: move Globox" in hands.words()
    assert len(lit(hands)) > 1


def test_an_answer_about_a_state_gone_by_is_never_shown(start: Start, wondering: Any) -> None:
    hands = at_table(start, wondering)
    hands.touch_space("9/2")
    wondering.night.show(hit_view())
    hands.kiosk._night_changed()
    wondering.game.answer()
    until_thought_through(hands)
    assert hands.kiosk.panel.presenter.proposal is None
    assert not hands.says("Globox goes to 9/2")


def test_rules_that_fail_show_the_broken_panel_and_the_way_back(start: Start, window: Any) -> None:
    hands = at_table(start, session_of(TornGame()))
    hands.touch_space("9/2")
    hands.until(lambda: hands.says("the rules are torn"))
    hands.tap("Back")


def test_a_claim_is_judged_beside_the_screen_and_the_last_claim_counts(start: Start, wondering: Any) -> None:
    hands = start("dispute", session=wondering)
    hands.waits_for_rules = False
    hands.touch_space("9/2")
    assert hands.says("Bo on 9/2?"), "the claim is taken at once"
    assert lit(hands) == ("9/2",)
    hands.until(lambda: hands.says("The rules are being looked at"))
    hands.touch_space("8/2")
    assert hands.says("Bo on 8/2?")
    wondering.game.answer()
    hands.until(lambda: hands.says("Bo can end on 8/2"))
    assert hands.kiosk.panel.board.board.path == ("5/1", "8/2")
    hands.kiosk.preferences.language = "fr"
    hands.kiosk.relook()
    hands.frames(3)
    assert hands.says("8/2")
    assert wondering.game.asked.count("8/2") == 1, "what was judged is not judged again for another language"


@pytest.mark.parametrize("panel", ["table", "camera"])
def test_what_the_camera_saw_is_worked_out_beside_the_screen_and_asked_once(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, panel: str
) -> None:
    monkeypatch.setattr("kiosk.presenters.table.referee.propose", propose_once)
    notes = tmp_path / "asked"
    session, seen = session_of(NotingGame(notes)), seen_on("9/2")
    hands = start(panel, session=session, camera_source="")
    monkeypatch.setattr(hands.kiosk.camera, "seen", lambda: (session.game, session.state, seen))
    hands.kiosk.panel.sighted()
    hands.until(lambda: hands.says("Globox went to 9/2"))
    if panel == "table":
        hands.tap("Cancel")
    hands.kiosk.panel.sighted()
    hands.frames(5)
    assert len(notes.read_text().split()) == 1, "what was dropped or is shown already is not asked again"
