"""The report on paper, sounds as data, and the commands' refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.core.blocks import Chart, Series, Tally
from companion.core.errors import Invalid
from companion.core.message import literal
from companion.i18n import Translator
from kiosk.demo import demo_session, play_on
from kiosk.pages import chart_points, html_page, save_html, save_pdf
from kiosk.preferences import Preferences
from kiosk.presenters.report import NightReport, Standing, night_report
from kiosk.sound import TONES, Sound, cue_samples


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


def test_both_files_are_saved(tmp_path: Path) -> None:
    pdf = save_pdf(report(), Translator("en"), tmp_path / "deep" / "night.pdf")
    html = save_html(report(), Translator("en"), tmp_path / "deep" / "night.html")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert html.stat().st_size > 1000


def test_a_running_night_has_a_report_too(tmp_path: Path) -> None:
    session = demo_session(path=tmp_path / "demo.night")
    for count, _ in enumerate(play_on(session)):
        if count > 40:
            break
    drawn = night_report(session)
    assert drawn.standings == ()
    assert drawn.charts
    save_pdf(drawn, Translator("fr"), tmp_path / "night.pdf")
    session.close()


@pytest.mark.parametrize("cue", sorted(TONES))
def test_cues_are_short_and_never_clip(cue: str) -> None:
    samples = memoryview(cue_samples(cue, 0.6)).cast("h")  # type: ignore[arg-type]
    assert 0.01 < len(samples) / 22050 < 0.8
    assert max(abs(sample) for sample in samples) < 32767
    assert abs(samples[0]) < 500, "it swells instead of clicking"


def test_tests_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_SILENT", "1")
    sound = Sound(Preferences())
    assert not sound.has_cues
    assert not sound.has_voice
    sound.cue("won")
    sound.speak("Ana", "en")


def test_a_bad_size_is_refused_in_one_line() -> None:
    from kiosk.commands import kiosk

    result = CliRunner().invoke(kiosk, ["--size", "tiny"])
    assert isinstance(result.exception, Invalid)
