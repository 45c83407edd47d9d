"""Questions that take the rules long stand in the way of no touch."""

from __future__ import annotations

import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.message import literal
from companion.core.verdict import Verdict, Way
from tests.kiosk.fixtures import FixtureGame, fixture_session, hit_view, session_of, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


class WonderingGame(FixtureGame):
    """Finds ways only when the test lets it, and never on the screen's thread."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()
        self.asked: list[str] = []

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        assert threading.current_thread() is not threading.main_thread()
        self.asked.append(space)
        assert self.may_answer.wait(600)
        return (Way((), literal(f"Globox goes to {space}"), ("5/1", space)),)

    def judge(self, dispute: Any, content: Any) -> Any:
        self.ways_to(None, "", dispute["space"])
        return Verdict(is_legal=True, clauses=(), path=("5/1", dispute["space"]))


@pytest.fixture
def wondering(window: Any) -> Any:
    session = session_of(WonderingGame())
    yield session
    session.game.may_answer.set()


class BroodingGame(FixtureGame):
    """Thinks about some things without end, as a search does: in Python, and never looking up."""

    def __init__(self) -> None:
        super().__init__()
        self.endless = {"9/2"}
        self.turns = 0

    def _brood(self, about: Any) -> None:
        while about in self.endless:
            self.turns += 1

    def reachable(self, state: Any, figure: str) -> Any:
        self._brood(state)
        return super().reachable(state, figure)

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        self._brood(space)
        return (Way((), literal(f"Globox goes to {space}"), ("5/1", space)),)

    def judge(self, dispute: Any, content: Any) -> Any:
        self._brood(dispute["space"])
        return Verdict(is_legal=True, clauses=(), path=("5/1", dispute["space"]))


@pytest.fixture
def brooding(window: Any) -> Any:
    session = session_of(BroodingGame())
    yield session
    session.game.endless.clear()


def begins_to_brood(hands: Hands, game: BroodingGame) -> None:
    turns = game.turns
    hands.until(lambda: game.turns > turns)


def stops_brooding(hands: Hands, game: BroodingGame) -> None:
    names = ("thinking", "referee", "reach")
    hands.until(lambda: not any(thread.name in names for thread in threading.enumerate()))


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
    wondering.game.may_answer.set()
    hands.until(lambda: hands.says("Globox goes to 9/2"))
    assert not hands.kiosk.thinker.is_busy


def test_a_quick_answer_never_says_that_it_thinks(
    start: Start, wondering: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers = own_timers(monkeypatch)
    hands = at_table(start, wondering)
    wondering.game.may_answer.set()
    hands.touch_space("9/2")
    hands.until(lambda: hands.says("Globox goes to 9/2"))
    assert timers
    assert all(timer.is_cancelled for timer in timers), "the word that it takes long is taken back"


def test_the_last_touch_counts(start: Start, wondering: Any) -> None:
    hands = at_table(start, wondering)
    hands.touch_space("9/2")
    hands.touch_space("8/2")
    wondering.game.may_answer.set()
    hands.until(lambda: hands.says("Globox goes to 8/2"))
    assert wondering.game.asked == ["9/2", "8/2"]
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
    brooding.game.endless.add(None)
    hands = start("table", session=brooding)
    begins_to_brood(hands, brooding.game)
    brooding.night.show(table_view())
    hands.kiosk._night_changed()
    hands.until(lambda: lit(hands))
    stops_brooding(hands, brooding.game)


def test_a_proposal_without_end_ends_when_the_figure_is_put_back(
    start: Start, brooding: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def propose(game: Any, state: Any, comparison: Any) -> Any:
        game._brood(comparison)

    monkeypatch.setattr("kiosk.presenters.table.referee.propose", propose)
    hands = start("table", session=brooding, camera_source="")
    camera = hands.kiosk.camera
    monkeypatch.setattr(camera, "seen", lambda: (brooding.game, brooding.state, "9/2"))
    hands.kiosk.panel.sighted()
    begins_to_brood(hands, brooding.game)
    monkeypatch.setattr(camera, "seen", lambda: None)
    hands.kiosk.panel.sighted()
    stops_brooding(hands, brooding.game)


class Counting:
    """Counts its own steps, so that a drop comes by them and not by a clock that others slow down."""

    def __init__(self, steps: int, *, is_endless: bool) -> None:
        self.steps = steps
        self.is_endless = is_endless
        self.taken = 0

    def __call__(self) -> Callable[[], int]:
        while self.is_endless or self.taken < self.steps:
            self.taken += 1
        return lambda: self.taken

    def wait(self) -> None:
        """Waits until it has taken its steps."""
        while self.taken < self.steps:
            time.sleep(0)


def test_a_thought_can_be_dropped_at_any_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it comes, a drop ends the thread, tells nothing, and reaches nothing but the question."""
    from companion.night.thought import Thought, load_rules
    from kiosk.night.thinker import TURN_S

    stray: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", stray.append)
    load_rules()
    turn_s = sys.getswitchinterval()
    sys.setswitchinterval(TURN_S)
    told: list[Thought] = []
    kept: list[Thought] = []
    cut_short: list[Thought] = []
    at_the_end: list[Thought] = []
    for number in range(400):
        kinds = (kept, cut_short, cut_short, at_the_end)
        kind = kinds[number % len(kinds)]
        work = Counting(number // 4 * 7, is_endless=kind is cut_short)
        thought = Thought(work, lambda thought, answer: told.append(thought), "random")
        thought.start()
        kind.append(thought)
        if kind is not kept:
            work.wait()
            thought.drop()
    for thought in (*kept, *cut_short, *at_the_end):
        thought.join(600)
        assert not thought.is_alive()
    sys.setswitchinterval(turn_s)
    assert stray == []
    assert set(kept) <= set(told)
    assert not set(cut_short) & set(told)


def test_no_widget_is_thrown_away_while_the_rules_think(start: Start) -> None:
    """A collection of garbage runs callbacks of widgets, which must not be cut short."""

    class Knot:
        def __init__(self) -> None:
            self.me: Any = self

    hands = start("home")
    where: list[str] = []
    watches = [weakref.ref(Knot(), lambda _: where.append(threading.current_thread().name)) for _ in range(9)]
    answers: list[int] = []
    hands.kiosk.thinker.ask(lambda: len([[] for _ in range(300_000)]), answers.append)
    hands.until(lambda: answers)
    assert "thinking" not in where
    assert len(watches) == 9


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
    wondering.game.may_answer.set()
    until_thought_through(hands)
    assert "Bo: move Globox" in hands.words()
    assert len(lit(hands)) > 1


def test_an_answer_about_a_state_gone_by_is_never_shown(start: Start, wondering: Any) -> None:
    hands = at_table(start, wondering)
    hands.touch_space("9/2")
    wondering.night.show(hit_view())
    hands.kiosk._night_changed()
    wondering.game.may_answer.set()
    until_thought_through(hands)
    assert hands.kiosk.panel.presenter.proposal is None
    assert not hands.says("Globox goes to 9/2")


def test_rules_that_fail_show_the_broken_panel_and_the_way_back(
    start: Start, wondering: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(state: Any, figure: str, space: str) -> Any:
        raise RuntimeError("the rules are torn")

    monkeypatch.setattr(wondering.game, "ways_to", fail)
    hands = at_table(start, wondering)
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
    wondering.game.may_answer.set()
    hands.until(lambda: hands.says("Bo can end on 8/2"))
    assert hands.kiosk.panel.board.board.path == ("5/1", "8/2")
    hands.kiosk.preferences.language = "fr"
    hands.kiosk.relook()
    hands.frames(3)
    assert hands.says("8/2")
    assert wondering.game.asked == ["9/2", "8/2"], "what was judged is not judged again for another language"


@pytest.mark.parametrize("panel", ["table", "camera"])
def test_what_the_camera_saw_is_worked_out_beside_the_screen_and_asked_once(
    start: Start, monkeypatch: pytest.MonkeyPatch, panel: str
) -> None:
    from companion.ports.sight import SceneChange
    from companion.referee import Proposal

    asked: list[str] = []

    def propose(game: Any, state: Any, comparison: Any) -> Any:
        asked.append(threading.current_thread().name)
        ways = (Way((), literal("Globox went to 9/2"), ("5/1", "9/2")),)
        change = SceneChange({"globox": ("5/1", "9/2")})
        return Proposal("one", change, "globox", "9/2", literal("seen"), ways)

    monkeypatch.setattr("kiosk.presenters.table.referee.propose", propose)
    session = fixture_session()
    hands = start(panel, session=session, camera_source="")
    monkeypatch.setattr(hands.kiosk.camera, "seen", lambda: (session.game, session.state, "a change"))
    hands.kiosk.panel.sighted()
    hands.until(lambda: hands.says("Globox went to 9/2"))
    if panel == "table":
        hands.tap("Cancel")
    hands.kiosk.panel.sighted()
    hands.frames(5)
    assert asked == ["referee"], "what was dropped or is shown already is not asked again"
