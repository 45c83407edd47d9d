"""The report on paper, sounds as data, and the commands' refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.core.errors import Invalid
from companion.core.message import literal
from companion.core.report import Chart, Series, Tally
from companion.i18n import Translator
from kiosk.machine.sound import TONES, Sound, cue_samples
from kiosk.preferences import Preferences
from kiosk.report.chart import chart_points, spread
from kiosk.report.contents import NightReport, Standing, night_report
from kiosk.report.page import html_page, save_html
from kiosk.report.paper import save_pdf
from tests.kiosk.fixtures import played, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def report() -> NightReport:
    return NightReport(
        title=literal("Rayman <b>"),
        began="2026-01-01 20:00",
        because=literal("Ana crossed the line first."),
        standings=(Standing(1, "Ana & Co", 0, 5, literal("44 columns")), Standing(2, "Bo", 1, 3, None)),
        charts=(Chart(literal("Progress"), (Series("Ana", 0, (0, 5, 44)), Series("Bo", 1, (0, 3, 20)))),),
        tallies=(Tally(literal("Hits"), (literal("taken"),), (("Ana", (1,)), ("Bo", (4,)))),),
        seats={"Ana": 0, "Bo": 1},
    )


def test_the_page_holds_everything_and_escapes_names() -> None:
    page = html_page(report(), Translator("fr"))
    assert '<html lang="fr">' in page
    assert "Ana &amp; Co" in page
    assert "Rayman &lt;b&gt;" in page
    assert page.count("<polyline") == 2
    assert "<td>4</td>" in page
    assert "http" not in page.split("<main>")[1], "it needs nothing else"


def test_a_chart_fills_its_box() -> None:
    lines = chart_points(report().charts[0], 100, 50)
    assert lines[0][2] == [(0.0, 0.0), (50.0, 50 * 5 / 44), (100.0, 50.0)]


def test_names_at_the_end_of_a_chart_stand_apart() -> None:
    assert spread([10, 11, 40, 9], 5) == [14, 19, 40, 9]
    assert spread([], 5) == []


def test_a_tournament_is_told_race_by_race_on_screen_and_paper(start: Start, tmp_path: Path) -> None:
    session = quick_session(tournament=True, board=None)
    played(session, lambda session: session.state.tournament.race == 2)
    table = night_report(session, Translator("en")).scores
    assert table is not None
    points = session.state.tournament.points
    assert len(table.columns) == 3, "two races are over, and the sum"
    assert {name: numbers[-1] for name, numbers in table.rows} == points
    assert all(sum(numbers[:-1]) == numbers[-1] for _, numbers in table.rows)
    page = html_page(night_report(session, Translator("fr")), Translator("fr"))
    assert page.index("Tournoi") < page.index("<svg") < page.index("Qui a vécu quoi")
    save_pdf(night_report(session, Translator("fr")), Translator("fr"), tmp_path / "night.pdf")
    hands = start("report", session=session)
    assert hands.says("Tournament")
    assert hands.words().index("Tournament") < hands.words().index("Columns travelled by round")


def test_the_dice_of_a_night_are_counted_by_what_rolled_them() -> None:
    session = played(quick_session("grimm"), lambda session: len(session.night.entries()) > 250)
    dice = night_report(session, Translator("en")).tallies[-1]
    assert Translator("en")(dice.title).startswith("Dice: ")
    by_source = dict(dice.rows)
    assert set(by_source) == {"demonstration", "expected"}
    assert sum(by_source["demonstration"]) > 20
    assert abs(sum(by_source["demonstration"]) - sum(by_source["expected"])) <= len(dice.columns)


def test_both_files_are_saved(tmp_path: Path) -> None:
    pdf = save_pdf(report(), Translator("en"), tmp_path / "deep" / "night.pdf")
    html = save_html(report(), Translator("en"), tmp_path / "deep" / "night.html")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert html.stat().st_size > 1000


def test_a_running_night_has_a_report_too(tmp_path: Path) -> None:
    session = played(quick_session(), lambda session: len(session.night.entries()) > 40)
    drawn = night_report(session, Translator("fr"))
    assert drawn.standings == ()
    assert drawn.charts
    save_pdf(drawn, Translator("fr"), tmp_path / "night.pdf")


@pytest.mark.parametrize("cue", sorted(TONES))
def test_cues_are_short_and_never_clip(cue: str) -> None:
    samples = memoryview(cue_samples(cue, 0.6)).cast("h")  # type: ignore[arg-type]
    assert 0.01 < len(samples) / 22050 < 0.8
    assert max(abs(sample) for sample in samples) < 32767
    assert abs(samples[0]) < 500, "it swells instead of clicking"


def test_tests_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_SILENT", "1")
    sound = Sound(Preferences())
    sound.cue("won")
    sound.voice.announce(["Ana"], "en")
    assert sound.problems == (), "silence that was asked for is no problem"
    assert sound._cues == []
    assert not sound.voice.is_speaking


def test_a_bad_size_is_refused_in_one_line() -> None:
    from kiosk.commands import kiosk

    result = CliRunner().invoke(kiosk, ["--size", "tiny"])
    assert isinstance(result.exception, Invalid)
