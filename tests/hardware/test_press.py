"""Presses, long presses, bounces and stuck buttons, on a clock that the test turns."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from hardware.press import Press, PressTimes

TIMES = PressTimes(debounce_s=0.02, long_press_s=1.5, stuck_s=15)


def gestures(*changes: tuple[float, bool], until: float) -> list[str]:
    press, told = Press(TIMES), []
    for at, is_closed in changes:
        while press.next_tick_at is not None and press.next_tick_at <= at:
            told += press.tick(press.next_tick_at)
        told += press.contact(is_closed, at)
    while press.next_tick_at is not None and press.next_tick_at <= until:
        told += press.tick(press.next_tick_at)
    return told


def test_a_short_press_counts_when_let_go() -> None:
    assert gestures((1, True), until=1.2) == []
    assert gestures((1, True), (1.2, False), until=2) == ["press"]


def test_a_long_press_is_not_also_a_press() -> None:
    assert gestures((1, True), (3, False), until=4) == ["long_press"]


def test_a_long_press_is_told_while_it_is_held() -> None:
    assert gestures((1, True), until=2.6) == ["long_press"]


def test_a_stuck_button_is_told_once_and_its_release_too() -> None:
    assert gestures((1, True), until=100) == ["long_press", "stuck"]
    assert gestures((1, True), (50, False), until=51) == ["long_press", "stuck", "released"]


def test_bounces_at_both_ends_make_one_press() -> None:
    bouncing = [(1 + n * 0.001, n % 2 == 0) for n in range(9)]
    letting_go = [(1.3 + n * 0.001, n % 2 == 1) for n in range(9)]
    assert gestures(*bouncing, *letting_go, until=2) == ["press"]


def test_a_glitch_is_no_press() -> None:
    assert gestures((1, True), (1.005, False), until=2) == []


def test_a_loose_contact_does_not_break_a_long_press() -> None:
    assert gestures((1, True), (1.8, False), (1.81, True), (4, False), until=5) == ["long_press"]


def test_a_repeating_key_is_one_press() -> None:
    repeats = [(1 + n * 0.03, True) for n in range(20)]
    assert gestures(*repeats, (1.7, False), until=2) in (["press"], ["long_press"])


@given(st.lists(st.tuples(st.floats(0.001, 20), st.booleans()), max_size=30))
@settings(max_examples=200)
def test_there_are_never_more_gestures_than_times_let_go(waits: list[tuple[float, bool]]) -> None:
    at, changes = 0.0, []
    for wait, is_closed in waits:
        at += wait
        changes.append((at, is_closed))
    told = gestures(*changes, until=at + 100)
    closings = sum(1 for n, (_, closed) in enumerate(changes) if closed and (n == 0 or not changes[n - 1][1]))
    assert told.count("press") + told.count("long_press") <= closings
    assert told.count("released") <= told.count("stuck") <= told.count("long_press")
