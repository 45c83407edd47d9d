"""The Rayman sample pack: complete as the box is, labelled a sample, and every lap can be run."""

from collections import Counter
from heapq import heappop, heappush
from itertools import product
from typing import Any

import msgspec
import pytest

from companion.content.library import Content
from companion.content.loader import SHIPPED, load_content
from companion.content.pack import read_pack
from companion.games.rayman import GAME
from companion.games.rayman.board import Board, Space
from companion.games.rayman.effects import DetonateProjectiles, EnemyExtraSlaps
from companion.games.rayman.entities import (
    CONTENT_KINDS,
    TILE_COLUMNS,
    ProjectileCard,
    action_cards,
    board_of,
    columns_in,
    find_tile,
    join_tiles,
)
from companion.i18n import words

PACK = SHIPPED / "rayman-sample"
TILES = sorted(file.stem for file in (PACK / "tiles").glob("*.toml"))
BOARDS = sorted(file.stem for file in (PACK / "boards").glob("*.toml"))
HEROES = ("rayman", "globox", "barbara", "minimus")


@pytest.fixture(scope="module")
def content() -> Content:
    pack = read_pack(PACK, CONTENT_KINDS)
    return Content((pack.ref,), pack.entities)


def costs(board: Board) -> dict[Space, int]:
    """Maps each space of a lap to a number of actions, Movements aside, that surely leads there."""
    best: dict[Space, int] = {(0, 1): 0}
    queue: list[tuple[int, Space]] = [(0, (0, 1))]
    while queue:
        cost, (at, level) = heappop(queue)
        if cost > best[at, level]:
            continue
        ways: list[tuple[Space, int]] = []
        is_up = board.is_floor(at, level)
        for to, wall in ((at + 1, at), (at - 1, at - 1)):
            if 0 <= to <= board.columns and not board.is_wall(wall, level):
                is_low, was_low = board.is_low(to, level), board.is_low(at, level)
                if not is_low or board.is_floor(to, level):
                    ways.append(((to, level), (not is_up) + (is_low and not was_low)))
        if is_up and level < 3 and not board.is_low(at, level):
            ways.append(((at, level + 1), 1 + board.is_low(at, level + 1)))
        if not is_up:
            ways.append(((at, level - 1), 0))
        for space, extra in ways:
            harm = board.is_enemy(*space) or board.is_obstacle(*space)
            total = cost + extra + harm
            if total < best.get(space, total + 1):
                best[space] = total
                heappush(queue, (total, space))
    return best


def lap(board: Board, best: dict[Space, int]) -> int:
    return min(best[board.columns, level] for level in (1, 2, 3) if (board.columns, level) in best)


def test_the_pack_says_that_it_is_a_sample(content: Content) -> None:
    assert content.is_sample
    for board in content.of_kind("boards").values():
        assert "sample" in board.label["en"]
        assert "exemple" in board.label["fr"]


def test_everything_has_a_name_in_both_languages(content: Content) -> None:
    for entities in content.entities.values():
        for entity in entities.values():
            assert set(entity.label) == {"en", "fr"}


def test_the_box_is_complete(content: Content) -> None:
    assert [len(action_cards(content, hero)) for hero in HEROES] == [8, 8, 8, 8]
    assert len(action_cards(content, "additional")) == 22
    assert len(content.of_kind("cards")) == 54
    counted = {kind: len(content.of_kind(kind)) for kind in ("tiles", "boards", "bosses", "attacks")}
    assert counted == {"tiles": 8, "boards": 4, "bosses": 4, "attacks": 12}
    assert set(content.of_kind("projectiles")) == {
        "missile",
        "fork",
        "flying_bomb",
        "fire_cracker",
        "red_ghost",
    }
    assert set(HEROES) < set(content.of_kind("heroes"))


@pytest.mark.clause("RAY-TOKEN-1")
def test_tokens_are_27_of_two_icons(content: Content) -> None:
    assert sum(token.copies for token in content.of_kind("tokens").values()) == 27
    tokens: Any = content.of_kind("tokens")
    assert all(len(token.icons) == 2 for token in tokens.values())


def test_heroes_are_equally_fast_and_each_has_a_strength(content: Content) -> None:
    totals = {}
    for hero in HEROES:
        total: Counter[str] = Counter()
        for card_id in action_cards(content, hero):
            card: Any = content.find("cards", card_id)
            total.update(card.icons)
        totals[hero] = total
    assert len({total["move"] for total in totals.values()}) == 1
    assert max(total.total() for total in totals.values()) - min(t.total() for t in totals.values()) <= 4
    assert max(totals, key=lambda hero: totals[hero]["slap"]) == "globox"
    assert max(totals, key=lambda hero: totals[hero]["jump"]) == "barbara"
    assert max(totals, key=lambda hero: totals[hero]["crouch"]) == "minimus"


@pytest.mark.clause("RAY-PROJ-20")
def test_the_missile_keeps_the_number_that_the_rulebooks_print(content: Content) -> None:
    missile: Any = content.find("projectiles", "missile")
    assert missile.entries[1].effects == (EnemyExtraSlaps(1),)
    assert missile.entries[1].when == "this_round"
    ghost: Any = content.find("projectiles", "red_ghost")
    assert "Community" in ghost.source["en"]
    assert "communauté" in ghost.source["fr"]
    assert ghost.entries[1].effects == (DetonateProjectiles(),)


def test_every_boss_finds_its_attacks(content: Content) -> None:
    bosses: Any = content.of_kind("bosses")
    named = [attack for boss in bosses.values() for attack in boss.attacks]
    assert sorted(named) == sorted(content.of_kind("attacks"))


@pytest.mark.parametrize("tile_id", TILES)
def test_tiles_stay_within_their_columns(content: Content, tile_id: str) -> None:
    tile = find_tile(content, tile_id)
    spots = [column for column, _ in (*tile.walls, *tile.enemies, *tile.teensies)]
    rows = (*tile.platforms.values(), *tile.thick.values(), tile.obstacles)
    columns = [column for row in rows for column in columns_in(row)]
    assert max(spots + columns) < TILE_COLUMNS
    assert 0 not in columns_in(tile.obstacles)
    assert len(tile.teensies) >= 2


@pytest.mark.parametrize("pair", list(product(TILES, TILES)), ids="+".join)
def test_any_two_tiles_can_be_lapped(content: Content, pair: tuple[str, str]) -> None:
    board = join_tiles((find_tile(content, tile) for tile in pair), {})
    best = costs(board)
    assert lap(board, best) <= 20  # a hero shows some 45 such icons in eight rounds
    for index, tile in enumerate(pair):
        for column, level in find_tile(content, tile).teensies:
            space = (index * TILE_COLUMNS + column, level)
            assert space in best
            assert board.is_floor(*space)
            assert not board.is_obstacle(*space)


def test_boards_grow_harder_from_jungle_to_hell(content: Content) -> None:
    prices = {}
    for board_id in BOARDS:
        board = board_of(content, board_id)
        best = costs(board)
        assert len(board.teensies) == 4
        prices[board_id] = lap(board, best)
    assert prices["jungle-sample"] < prices["hell-sample"]
    assert min(prices.values()) >= 3


def test_a_card_whose_source_is_one_text_is_read_as_older_nights_and_packs_have_it() -> None:
    card = load_content(GAME).find("projectiles", "red_ghost")
    older = {**msgspec.to_builtins(card), "source": "read off the card"}
    read = msgspec.convert(older, ProjectileCard)
    assert words(read.origin(), "fr") == "read off the card"
