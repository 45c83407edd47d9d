"""The wizard: what a set-up is asked for, in which case, and where the answers go."""

from typing import Any

import pytest

from companion.content.library import Content
from companion.core.clause import load_clauses
from companion.games.rayman.questions import questions
from companion.games.rayman.setup import read_setup
from companion.i18n import words
from tests.rules.rayman.test_setup import defects, seats


def flat_setup(content: Content, **first: Any) -> dict[str, Any]:
    """Answers every question by its default, again as long as answers lead to new ones."""
    answers: dict[str, Any] = dict(first)
    while True:
        asked = [one for one in questions(content, answers) if one.id not in answers]
        fresh = {one.id: one.default for one in asked if one.default is not None}
        if not fresh:
            return answers
        answers |= fresh


@pytest.mark.parametrize("mode", ["rookie", "intermediate", "hero", "legend"])
@pytest.mark.parametrize("play", ["competitive", "coop", "solo", "competitive_boss"])
def test_the_defaults_of_the_wizard_are_a_sound_setup(content: Content, mode: str, play: str) -> None:
    answers = flat_setup(content, mode=mode, play=play)
    setup = read_setup(answers, content)
    bare = read_setup({"mode": mode, "play": play, "players": answers["players"]}, content)
    assert setup == bare


def test_the_wizard_asks_only_what_matters(content: Content) -> None:
    plain = {one.id for one in questions(content, {})}
    assert "boss" not in plain
    assert "options.legendary_once" not in plain
    assert "options.perches" in plain
    assert "options.perches" not in {one.id for one in questions(content, {"players": seats(5)})}
    team = {one.id for one in questions(content, {"play": "coop"})}
    assert {"boss", "boss_speed", "options.coop_damage_loses"} <= team
    legend = questions(content, {"mode": "legend", "players": seats(2)})
    assert {"players.0.legendary", "players.1.legendary", "options.smasher_cap"} <= {one.id for one in legend}
    tournament = {one.id for one in questions(content, {"tournament": True})}
    assert "board" not in tournament
    assert "options.tournament_points" in tournament


def test_flat_answers_are_put_where_they_belong(content: Content) -> None:
    answers = {"players": seats(2), "players.1.legendary": "dasher", "options.teensies": 3}
    setup = read_setup(answers, content)
    assert setup.players[1].legendary == "dasher"
    assert setup.options.teensies == 3
    assert defects(content, {"players": seats(2), "players.7.legendary": "dasher"}) == ["players.7.legendary"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_speaks_both_languages(content: Content, language: str) -> None:
    clauses = load_clauses("companion.games.rayman")
    everything = {"mode": "legend", "players": seats(3), "tournament": True}
    for play in ("competitive", "coop", "solo", "competitive_boss"):
        for one in questions(content, {**everything, "play": play}):
            said = [one.label, *(option.label for option in one.options)]
            said += [option.help for option in one.options if option.help]
            assert not [words(text, language) for text in said if "rayman_setup." in words(text, language)]
            assert set(one.clauses) <= set(clauses)
