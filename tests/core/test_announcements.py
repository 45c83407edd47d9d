"""What is announced: moments with all that came of them, over every step of what was just done."""

from __future__ import annotations

from companion.core.announcements import announcements_of
from companion.core.blocks import LogLine, Moment
from companion.core.dice import Face
from companion.core.message import literal


def said(message: object) -> str:
    return str(message.texts[""])  # type: ignore[attr-defined]


def test_a_slap_gathers_where_the_figure_goes_and_what_it_loses() -> None:
    (slap,) = announcements_of(
        (
            LogLine(literal("Bo moves.")),
            LogLine(literal("Bo slaps Rayman."), "hit", moment=Moment("slap", "Bo", "Leo")),
            LogLine(literal("Push Rayman to 5/2."), "instruction", moment=Moment("push", "Leo")),
            LogLine(
                literal("The enemy costs Leo the Heart."),
                "hit",
                moment=Moment("hit", "Leo"),
                change=literal("Take Leo's Heart."),
            ),
        )
    )
    assert said(slap.headline) == "Bo slaps Rayman."
    assert [said(detail) for detail in slap.details] == ["The enemy costs Leo the Heart."]
    assert [said(line) for line in slap.instructions] == ["Push Rayman to 5/2.", "Take Leo's Heart."]


def test_every_roll_is_a_moment_of_its_own() -> None:
    rolls = (
        LogLine(literal("Leo rolls 4."), moment=Moment("roll", "Leo", faces=(Face(4),))),
        LogLine(literal("Leo rolls 5."), moment=Moment("roll", "Leo", faces=(Face(5),))),
    )
    assert len(announcements_of(rolls)) == 2


def test_the_order_belongs_to_the_cards_that_made_it() -> None:
    revealed = LogLine(literal("Revealed."), moment=Moment("reveal"))
    order = LogLine(literal("Order: Bo, Leo."), moment=Moment("order", order=("Bo", "Leo")))
    (both,) = announcements_of((revealed, order))
    assert both.moment.order == ("Bo", "Leo")
    (alone,) = announcements_of((order,))
    assert alone.moment.kind == "order"


def test_what_was_told_before_a_moment_belongs_to_it() -> None:
    (taken,) = announcements_of(
        (
            LogLine(literal("Move the pawn to chest 3."), "instruction"),
            LogLine(literal("Leo takes the chest."), "gain", moment=Moment("gift", "Leo")),
        )
    )
    assert [said(line) for line in taken.sentences] == ["Leo takes the chest.", "Move the pawn to chest 3."]
    assert announcements_of((LogLine(literal("Nothing much.")),)) == ()
