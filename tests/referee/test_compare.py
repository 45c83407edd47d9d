"""Every kind of difference, and that doubt is never called wrong."""

from companion.i18n import LANGUAGES, words
from companion.ports.sight import Scene, SeenFigure, Sighting
from companion.referee import compare


def seen(**spaces: str) -> dict[str, SeenFigure]:
    return {name: SeenFigure(space.replace("_", "/"), 10.0, 10.0, 0.98) for name, space in spaces.items()}


def kinds(expected: dict[str, str], sighting: Sighting) -> dict[str, str]:
    return {one.figure: one.kind for one in compare(Scene(expected), sighting).differences}


def test_nothing_differs_when_all_stand_where_the_record_has_them() -> None:
    result = compare(
        Scene({"a": "1/1", "b": "2/1"}), Sighting(registered=True, figures=seen(a="1/1", b="2/1"))
    )
    assert result.agree
    assert result.differences == ()


def test_two_figures_may_share_a_space() -> None:
    sighting = Sighting(registered=True, figures=seen(a="0/1", b="0/1"))
    assert compare(Scene({"a": "0/1", "b": "0/1"}), sighting).agree


def test_a_figure_elsewhere_is_misplaced() -> None:
    result = compare(Scene({"a": "1/1"}), Sighting(registered=True, figures=seen(a="2/1")))
    (difference,) = result.differences
    assert (difference.kind, difference.expected, difference.seen) == ("misplaced", "1/1", "2/1")
    assert result.moved == {"a": "2/1"}


def test_two_figures_on_each_others_spaces_are_swapped() -> None:
    sighting = Sighting(registered=True, figures=seen(a="2/1", b="1/1", c="9/1"))
    assert kinds({"a": "1/1", "b": "2/1", "c": "3/1"}, sighting) == {
        "a": "swapped",
        "b": "swapped",
        "c": "misplaced",
    }


def test_a_figure_that_the_record_does_not_have_is_extra() -> None:
    assert kinds({}, Sighting(registered=True, figures=seen(a="2/1"))) == {"a": "extra"}


def test_a_hidden_figure_is_missing_and_said_not_to_be_seen() -> None:
    result = compare(Scene({"a": "1/1"}), Sighting(registered=True, unseen=("a",)))
    assert [one.kind for one in result.differences] == ["missing"]
    assert "cannot see" in words(result.differences[0].say, "en")
    assert not result.contradictions


def test_below_the_limit_it_says_that_it_cannot_see_never_wrong() -> None:
    faint = {"a": SeenFigure("2/1", 1.0, 1.0, 0.6)}
    for sighting in (
        Sighting(registered=True, figures=faint),
        Sighting(registered=True, unsure={"a": ("2/1", "3/1")}),
        Sighting(registered=False, unseen=("a",)),
    ):
        result = compare(Scene({"a": "1/1"}), sighting)
        assert [one.kind for one in result.differences] == ["unsure"]
        assert "cannot see" in words(result.differences[0].say, "en")
        assert not result.contradictions
        assert result.moved == {}


def test_figures_that_no_mark_names_are_not_the_cameras_to_see() -> None:
    assert compare(
        Scene({"a": "1/1", "ghost": "5/1"}), Sighting(registered=True, figures=seen(a="1/1"))
    ).agree


def test_a_figure_off_the_board_and_unseen_is_as_it_should_be() -> None:
    assert compare(Scene({}), Sighting(registered=True, unseen=("a",))).agree


def test_every_sentence_exists_in_every_language() -> None:
    sightings = [
        Sighting(registered=True, figures=seen(a="2/1", b="1/1", c="4/1", x="9/1"), unsure={"d": ()}),
        Sighting(registered=True, unseen=("a",), unsure={"b": ("1/1", "2/1")}),
        Sighting(registered=False, unseen=("a",)),
    ]
    expected = Scene({"a": "1/1", "b": "2/1", "c": "3/1", "d": "5/1"})
    differences = [one for sighting in sightings for one in compare(expected, sighting).differences]
    assert {one.kind for one in differences} == {"missing", "extra", "misplaced", "swapped", "unsure"}
    for language in LANGUAGES:
        for one in differences:
            for message in (one.say, one.do):
                assert not words(message, language).startswith("referee.")


def test_not_seen_is_never_agreement() -> None:
    scene = Scene({"rayman": "1/1"})
    nothing = Sighting(registered=False)
    assert not compare(scene, nothing).agree
    assert not compare(Scene({}), nothing).agree
    known = Sighting(registered=True, unseen=("globox",))
    assert compare(Scene({}), known).agree, "an empty board, seen, is as the record has it"
    assert not compare(Scene({}), Sighting(registered=True)).agree, "a table that marks no figure sees none"
    (unknown,) = compare(scene, known).differences
    assert (unknown.figure, unknown.kind) == ("rayman", "unsure")
