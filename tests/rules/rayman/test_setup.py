"""Set-ups: presets of each mode, every choice, and every defect named."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.content.library import Content
from companion.core.clause import load_clauses
from companion.core.errors import Invalid
from companion.games.rayman.board import TEENSIES
from companion.games.rayman.entities import action_cards, board_of
from companion.games.rayman.forms import LEGENDARY
from companion.games.rayman.options import CLAUSES, Options
from companion.games.rayman.questions import questions
from companion.games.rayman.setup import Setup, read_setup
from companion.i18n import words

HEROES = ("rayman", "globox", "barbara", "minimus", "murfy", "guest")


def seats(count: int) -> list[dict[str, Any]]:
    return [{"name": f"P{index}", "hero": hero} for index, hero in enumerate(HEROES[:count])]


def made(content: Content, players: int = 2, **fields: Any) -> Setup:
    return read_setup({"players": seats(players), **fields}, content)


def refused(content: Content, raw: Any) -> Invalid:
    with pytest.raises(Invalid) as caught:
        read_setup(raw, content)
    return caught.value


def defects(content: Content, raw: Any) -> list[str]:
    """Lists the fields of all defects."""
    return sorted(str(detail.params["field"]) for detail in refused(content, raw).details)


@pytest.mark.clause("RAY-MODE-1", "RAY-SETUP-3", "RAY-SETUP-4")
def test_rookie_is_the_jungle_without_projectiles(content: Content) -> None:
    setup = made(content)
    assert (setup.mode, setup.play) == ("rookie", "competitive")
    assert setup.races[0].id == "jungle-sample"
    assert setup.projectile is None
    assert not setup.has_additional_cards
    assert len(action_cards(content, "rayman")) == 8
    assert [seat.legendary for seat in setup.players] == [None, None]


@pytest.mark.clause("RAY-MODE-2", "RAY-PROJ-17")
def test_intermediate_flies_missiles_without_their_card(content: Content) -> None:
    setup = made(content, mode="intermediate")
    assert setup.races[0].id == "forest-sample"
    assert (setup.projectile, setup.has_effects) == ("missile", False)
    assert setup.has_additional_cards
    assert not made(content, mode="intermediate", additional_cards=False).has_additional_cards


@pytest.mark.clause("RAY-MODE-3")
def test_hero_throws_forks_with_their_card(content: Content) -> None:
    setup = made(content, mode="hero")
    assert setup.races[0].id == "fiesta-sample"
    assert (setup.projectile, setup.has_effects) == ("fork", True)


@pytest.mark.clause("RAY-MODE-4", "RAY-MODE-6")
def test_legend_deals_each_a_legendary_card(content: Content) -> None:
    setup = read_setup(
        {"mode": "legend", "players": [{"hero": "rayman", "legendary": "drifter"}, {"hero": "globox"}]},
        content,
    )
    assert setup.races[0].id == "hell-sample"
    assert (setup.projectile, setup.has_effects) == ("red_ghost", True)
    assert [seat.legendary for seat in setup.players] == ["drifter", "weaver"]
    full = made(content, 6, mode="legend")
    assert sorted(str(seat.legendary) for seat in full.players) == sorted(LEGENDARY)


@pytest.mark.clause("RAY-MODE-5")
def test_later_games_take_any_board_and_projectile(content: Content) -> None:
    setup = made(content, mode="hero", board="jungle-sample", projectile="fire_cracker")
    assert (setup.races[0].id, setup.projectile) == ("jungle-sample", "fire_cracker")
    assert made(content, mode="hero", projectile=None).projectile is None


@pytest.mark.clause("RAY-MODE-6", "RAY-COOP-17")
def test_custom_and_team_games_may_use_legendary_and_additional_cards(content: Content) -> None:
    players = [{"hero": "rayman", "legendary": "dasher"}, {"hero": "globox"}]
    setup = read_setup({"play": "coop", "players": players, "additional_cards": True}, content)
    assert setup.players[0].legendary == "dasher"
    assert setup.players[1].legendary is None
    assert setup.has_additional_cards
    assert not made(content, play="coop", mode="hero").has_additional_cards


@pytest.mark.clause("RAY-MODE-4", "RAY-MODE-6")
def test_legendary_cards_are_a_choice_but_for_competitive_legends(content: Content) -> None:
    def cards(**setup: Any) -> list[str | None]:
        return [seat.legendary for seat in made(content, **setup).players]

    assert cards(play="coop", mode="legend") == ["weaver", "drifter"]
    assert cards(play="coop", mode="legend", legendary_cards=False) == [None, None]
    assert cards(mode="rookie", legendary_cards=True) == ["weaver", "drifter"]
    assert cards(mode="rookie") == [None, None]
    raw = {"mode": "legend", "players": seats(2), "legendary_cards": False}
    assert defects(content, raw) == ["legendary_cards"]
    asked = {one.id for one in questions(content, raw)}
    assert "legendary_cards" not in asked
    assert "players.1.legendary" in asked
    team = {one.id: one.default for one in questions(content, {**raw, "play": "coop"})}
    assert team["legendary_cards"] is True
    assert "players.1.legendary" not in team


@pytest.mark.clause("RAY-SETUP-1")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_two_to_six_players_can_race(content: Content, count: int) -> None:
    assert len(made(content, count).players) == count


@pytest.mark.clause("RAY-SETUP-1", "RAY-SETUP-2")
def test_nine_players_and_two_raymans_are_both_named(content: Content) -> None:
    raw = {"players": [*seats(6), *({"name": f"Q{n}", "hero": "rayman"} for n in range(3))]}
    refusal = refused(content, raw)
    assert defects(content, raw) == ["players", "players.6.hero", "players.7.hero", "players.8.hero"]
    assert set(refusal.clauses) == {"RAY-SETUP-1", "RAY-SETUP-2"}


@pytest.mark.clause("RAY-SOLO-1")
def test_one_player_plays_solo_against_a_boss(content: Content) -> None:
    setup = made(content, 1)
    assert (setup.play, setup.boss) == ("solo", "armored_toad")
    assert defects(content, {"play": "solo", "players": seats(2)}) == ["players"]
    assert defects(content, {"play": "competitive", "players": seats(1)}) == ["players"]


@pytest.mark.clause("RAY-BOSS-16", "RAY-BOSS-1", "RAY-BOSS-2")
def test_each_mode_has_its_boss_with_three_speeds(content: Content) -> None:
    found = [
        made(content, mode=mode, play="coop").boss for mode in ("rookie", "intermediate", "hero", "legend")
    ]
    assert found == ["armored_toad", "dark_teensy", "seabreather", "grunderbite"]
    for boss_id in found:
        boss: Any = content.find("bosses", str(boss_id))
        assert boss.speed("easy") < boss.speed("normal") < boss.speed("hard")
        assert len(boss.attacks) == 3
    assert made(content, play="coop", boss_speed="hard").boss_speed == "hard"


@pytest.mark.clause("RAY-COOP-14", "RAY-VARIANT-3")
def test_team_games_have_projectiles_only_as_a_variant(content: Content) -> None:
    assert made(content, play="coop", mode="hero").projectile is None
    easy = made(content, play="coop", options={"coop_projectiles": True})
    assert (easy.boss, easy.projectile) == ("armored_toad", "missile")
    hard = made(content, play="coop", mode="legend", options={"coop_projectiles": True})
    assert (hard.boss, hard.projectile) == ("grunderbite", "fire_cracker")
    assert made(content, play="coop", projectile="fork").options.coop_projectiles


@pytest.mark.clause("RAY-VARIANT-1")
def test_a_competitive_race_meets_a_boss_only_when_asked(content: Content) -> None:
    assert made(content).boss is None
    assert made(content, play="competitive_boss", boss="seabreather").boss == "seabreather"
    assert defects(content, {"players": seats(2), "boss": "seabreather"}) == ["boss"]


@pytest.mark.clause("RAY-BOARD-8", "RAY-BOARD-1")
def test_any_two_tiles_make_a_board(content: Content) -> None:
    setup = made(content, tiles=["hell-2", "jungle-1"])
    board = setup.races[0].board
    assert board.columns == 44
    assert dict(board.teensies) == {"blue": (4, 2), "red": (15, 3), "green": (31, 1), "yellow": (40, 2)}
    assert defects(content, {"players": seats(2), "tiles": ["hell-2", "moon"]}) == ["tiles"]
    both = {"players": seats(2), "tiles": ["hell-2", "hell-1"], "board": "hell-sample"}
    assert defects(content, both) == ["tiles"]


@pytest.mark.clause("RAY-SETUP-9")
@pytest.mark.parametrize(
    "blocked", [{"obstacles": "0"}, {"thick": {"1": "0-2"}}, {"enemies": [[0, 1]]}], ids=str
)
def test_a_board_without_a_start_is_refused(content: Content, blocked: Mapping[str, Any]) -> None:
    raw = {"players": seats(2), "board": {"columns": 44, **blocked}, "teensies": "placed"}
    refusal = refused(content, raw)
    assert defects(content, raw) == ["board"]
    assert refusal.clauses == ("RAY-SETUP-9",)


@pytest.mark.clause("RAY-SETUP-6", "RAY-TEENSY-6", "RAY-SETUP-8")
def test_prisoners_have_spaces_of_their_own(content: Content) -> None:
    places = {"blue": [3, 1], "red": [3, 1], "green": [7, 1], "yellow": [0, 1]}
    raw = {"players": seats(2), "teensies": places}
    assert defects(content, raw) == ["teensies.green", "teensies.red", "teensies.yellow"]
    assert set(refused(content, raw).clauses) == {"RAY-SETUP-8", "RAY-TEENSY-6"}
    good = {"blue": [3, 1], "red": [4, 1], "green": [8, 1], "yellow": [5, 1]}
    race = made(content, teensies=good).races[0]
    assert dict(race.board.teensies)["yellow"] == (5, 1)
    assert race.teensies == "fixed"


@pytest.mark.clause("RAY-SETUP-6", "RAY-SETUP-7")
@pytest.mark.parametrize("how", ["placed", "random"])
def test_prisoners_may_be_placed_or_drawn(content: Content, how: str) -> None:
    for setup in (made(content, teensies=how), made(content, options={"teensy_setup": how})):
        assert setup.races[0].teensies == how
        assert setup.races[0].board.teensies == ()


@pytest.mark.clause("RAY-SETUP-7")
def test_where_the_board_knows_no_places_the_players_place_them(content: Content) -> None:
    assert made(content, board={"columns": 44}).races[0].teensies == "placed"
    official = {"players": seats(2), "board": {"columns": 44}, "teensies": "official"}
    assert defects(content, official) == ["board"]


@pytest.mark.clause("RAY-VARIANT-4")
def test_three_prisoners_leave_the_fourth_colour_out(content: Content) -> None:
    race = made(content, options={"teensies": 3}).races[0]
    assert [colour for colour, _ in race.board.teensies] == list(TEENSIES[:3])
    four = {"blue": [3, 1], "red": [4, 1], "green": [8, 1], "yellow": [5, 1]}
    raw = {"players": seats(2), "options": {"teensies": 3}, "teensies": four}
    assert defects(content, raw) == ["teensies"]


@pytest.mark.clause("RAY-TOUR-1")
def test_a_tournament_runs_over_four_boards(content: Content) -> None:
    usual = made(content, tournament=True)
    assert usual.is_tournament
    assert [race.id for race in usual.races] == [
        "jungle-sample",
        "forest-sample",
        "fiesta-sample",
        "hell-sample",
    ]
    boards = ["hell-sample", "jungle-sample", "hell-sample", "fiesta-sample"]
    assert [race.id for race in made(content, tournament={"boards": boards}).races] == boards
    short = {"players": seats(2), "tournament": {"boards": boards[:3]}, "play": "coop", "tiles": ["a", "b"]}
    assert defects(content, short) == ["tournament", "tournament", "tournament.boards"]


@pytest.mark.clause("RAY-SETUP-11")
def test_a_table_without_card_data_types_its_cards(content: Content) -> None:
    bare = Content(
        content.packs, {**content.entities, "cards": {}, "heroes": {}, "tokens": content.entities["tokens"]}
    )
    players = [{"name": "Ana", "hero": "rayman"}, {"name": "Bo", "hero": "dark-rayman"}]
    setup = read_setup({"cards": "typed", "mode": "hero", "players": players}, bare)
    assert (setup.cards, setup.has_additional_cards) == ("typed", True)
    assert defects(bare, {"players": players}) == ["players.0.hero", "players.1.hero"]


def test_who_names_no_hero_gets_a_free_one(content: Content) -> None:
    setup = read_setup({"players": ["Ana", {"name": "Bo", "hero": "rayman"}, {"name": "Cy"}]}, content)
    assert [(seat.name, seat.hero) for seat in setup.players] == [
        ("Ana", "globox"),
        ("Bo", "rayman"),
        ("Cy", "barbara"),
    ]


def test_the_youngest_is_named_and_known(content: Content) -> None:
    assert made(content, 3, youngest="P2").youngest == 2
    assert defects(content, {"players": seats(2), "youngest": "Zoe"}) == ["youngest"]


def test_editions_are_presets_that_single_options_override(content: Content) -> None:
    assert made(content).options == Options()
    french = made(content, edition="fr-0.01").options
    assert french.back_wall_no_heart == "damage_and_retreat2"
    assert french.covered_enemy_slap
    assert made(content, edition="en-0.9").options.sneaker_strict_icons
    own = made(content, edition="fr-0.01", options={"covered_enemy_slap": False}).options
    assert not own.covered_enemy_slap


def test_a_malformed_player_or_place_hides_no_other_defect(content: Content) -> None:
    raw = {
        "players": [{"hero": "rayman", "legendary": "wizard"}, {"hero": "rayman"}, 7],
        "teensies": {"blue": [3, 1], "red": [3, 1], "green": [0, 1], "yellow": [99, 1]},
    }
    assert defects(content, raw) == sorted(
        [
            "players.0.legendary",
            "players.1.hero",
            "players.2",
            "teensies.red",
            "teensies.green",
            "teensies.yellow",
        ]
    )


def test_every_defect_is_listed_malformed_fields_and_all(content: Content) -> None:
    raw = {
        "mode": "hard",
        "nope": 1,
        "board": "moon",
        "boss": "godzilla",
        "projectile": "snowball",
        "options": {"x": 1, "teensies": 5},
        "teensies": {"blue": [3, 1], "red": [3, 1], "green": [4, 1], "yellow": [5, 1]},
        "players": [{"name": "A", "hero": "yoda"}, {"name": "A", "hero": "yoda"}],
    }
    assert defects(content, raw) == sorted(
        [
            "mode",
            "nope",
            "board",
            "boss",
            "projectile",
            "options.x",
            "options.teensies",
            "teensies.red",
            "players.0.hero",
            "players.1.hero",
            "players.1.hero",
            "players.1.name",
        ]
    )
    for language in ("en", "fr"):
        for detail in refused(content, raw).details:
            said = words(detail, language)
            assert "rayman_setup." not in said
            assert "{" not in said


@pytest.mark.parametrize("raw", [[], {}, {"players": {}}, {"players": [1]}, {"options": []}, {"board": 3}])
def test_nonsense_is_refused_not_crashed(content: Content, raw: Any) -> None:
    assert refused(content, raw).details


def test_every_option_names_a_clause_that_names_it_back() -> None:
    clauses = load_clauses("companion.games.rayman")
    assert set(CLAUSES) == set(Options.__struct_fields__)
    assert all(clause in clauses for clause in CLAUSES.values())
    assert {clause.option for clause in clauses.values()} - {""} <= set(CLAUSES)


@pytest.mark.clause("RAY-SETUP-5")
def test_the_supply_holds_all_tokens(content: Content) -> None:
    assert sum(token.copies for token in content.of_kind("tokens").values()) == 27


@pytest.mark.clause("RAY-BOARD-9")
def test_an_enemy_and_a_prisoner_may_share_a_space(content: Content) -> None:
    board = board_of(content, "jungle-sample")
    enemy = board.enemies[0]
    places = {"blue": list(enemy), "red": [4, 1], "green": [8, 1], "yellow": [6, 1]}
    race = made(content, teensies=places).races[0]
    assert race.board.space_of_teensy("blue") == enemy
    assert race.board.is_enemy(*enemy)
