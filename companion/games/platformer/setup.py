"""Before the game: the questions of the wizard, the first state, and how to lay out the table."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

import msgspec

from companion.content.defects import find_defects
from companion.content.library import Content, Entity
from companion.core.blocks import Json, Option, Question
from companion.core.errors import Invalid
from companion.core.message import Message, literal, say
from companion.games.platformer import board
from companion.games.platformer.content import ICONS
from companion.games.platformer.log import amounts, figure_name
from companion.games.platformer.options import Options, Setup, SetupPlayer
from companion.games.platformer.state import Box, Player, State
from companion.games.platformer.turn.position import SYMBOLS

MIN_PLAYERS, MAX_PLAYERS = 1, 4
SHELF = 3
"""Items and potions that lie open in the shop, three each (PLT-SETUP-5)."""
TIERS = ("I", "II", "III", "III")
"""The enemy cards of the levels, from the lowest up (PLT-SETUP-4)."""
E = TypeVar("E", bound=Entity)
CHOICES: dict[str, tuple[Any, ...]] = {
    "no_boost": (*SYMBOLS, None),
    "portal_cost": ("boot", "gem", None),
    "wild_symbol": (None, *SYMBOLS),
    "second_bonus": ("none", "coin", "gem", "coin_gem"),
    "third_bonus": ("none", "coin", "gem", "coin_gem"),
    "fourth_bonus": ("none", "coin", "gem", "coin_gem"),
    "round_limit": (None, 10, 20, 30, 60),
}
OPTION_CLAUSES = {
    "larger_map": "PLT-SETUP-2", "artifacts": "PLT-ART-1", "no_boost": "PLT-GEM-2",
    "portal_cost": "PLT-ACT-3", "second_bonus": "PLT-SETUP-6", "third_bonus": "PLT-SETUP-6",
    "fourth_bonus": "PLT-SETUP-6", "wild_symbol": "PLT-BOSS-7B", "trap_on_walk": "PLT-STEP-7",
    "generate_with_special": "PLT-ACT-1", "boss_on_enemy_die": "PLT-ENEMY-4", "round_limit": "PLT-TURN-8",
}  # fmt: skip


def questions(content: Content, answers: Json) -> tuple[Question, ...]:
    """Lists what to ask before a game."""
    heroes, bosses = content.of_kind("heroes"), content.of_kind("bosses")
    guests = [{"name": name, "hero": hero} for name, hero in zip(("Ana", "Bo"), heroes, strict=False)]
    seats = answers.get("players") or guests
    names = [one.get("name", "") if isinstance(one, dict) else one for one in seats]
    return (
        Question(
            "boss", say("platformer.ask.boss"), "choice", next(iter(bosses), ""), _options(bosses),
            page="mode",
        ),
        Question(
            "dungeon", say("platformer.ask.dungeon"), "choice", "forest",
            tuple(Option(one, say(f"platformer.dungeon.{one}")) for one in ("forest", "void")),
            clauses=("PLT-SETUP-3",), page="mode",
        ),
        Question(
            "players", say("platformer.ask.players"), "players", guests, _options(heroes), MIN_PLAYERS,
            MAX_PLAYERS, clauses=("PLT-SETUP-1",), page="players",
        ),
        *_first_question(names),
        *(_option_question(name) for name in OPTION_CLAUSES if name not in kept_icons(content)),
    )  # fmt: skip


def _first_question(names: list[str]) -> tuple[Question, ...]:
    """Asks who begins, where there is anybody else."""
    options = tuple(Option(name, literal(name)) for name in names)
    asked = Question(
        "first", say("platformer.ask.first"), "choice", names[0], options, clauses=("PLT-SETUP-7",),
        page="players",
    )  # fmt: skip
    return (asked,) if len(names) > 1 else ()


def kept_icons(content: Content) -> dict[str, str | None]:
    """Returns the options that a table has read off its box and kept with it; they are not asked again."""
    for icons in content.of_kind("icons").values():
        return {name: named_icon(name, getattr(icons, name)) for name in ICONS}
    return {}


def named_icon(name: str, value: str) -> str | None:
    """Returns the option that an icon of a box stands for."""
    return None if value == "none" and not name.endswith("_bonus") else value


def _options(entities: dict[str, Entity]) -> tuple[Option, ...]:
    return tuple(Option(name, entity.named()) for name, entity in entities.items())


def _option_question(name: str) -> Question:
    default = getattr(Options(), name)
    words, field, clauses = say(f"platformer.option.{name}"), f"options.{name}", (OPTION_CLAUSES[name],)
    if name not in CHOICES:
        return Question(field, words, "toggle", default, clauses=clauses)
    offered = tuple(Option(value, value_words(name, value)) for value in CHOICES[name])
    return Question(field, words, "choice", default, offered, clauses=clauses)


def value_words(name: str, value: Any) -> Message:
    """Says a value of an option."""
    if name == "round_limit":
        return say("platformer.rounds", count=value) if value else say("platformer.no_limit")
    if name.endswith("_bonus"):
        return say(f"platformer.bonus.{value}")
    if value is None:
        return say(f"platformer.option.{name}.none")
    return say("platformer.gem") if value == "gem" else say(f"platformer.symbol.{value}")


def new_state(setup: Json, content: Content) -> State:
    """Returns the first state; refuses with Invalid listing every defect of the set-up."""
    defects = find_defects(setup, Setup, "setup")
    if defects:
        raise _bad([defect.as_message() for defect in defects])
    setup = {**setup, "options": {**kept_icons(content), **setup.get("options", {})}}
    chosen = msgspec.convert(setup, Setup)
    box = _box(content, chosen)
    boss = chosen.boss or next(iter(box.bosses), "")
    players = [SetupPlayer(one) if isinstance(one, str) else one for one in chosen.players]
    wrong = [*_player_defects(players, chosen.first, box), *_box_defects(box, boss, chosen.options)]
    if wrong:
        raise _bad(wrong)
    free = [hero for hero in box.heroes if hero not in {player.hero for player in players}]
    seats = [(player.name, player.hero or free.pop(0)) for player in players]
    first = next((number for number, (name, _) in enumerate(seats) if name == chosen.first), 0)
    options = chosen.options
    bonuses = ("none", options.second_bonus, options.third_bonus, options.fourth_bonus)
    count = 5 if options.larger_map and len(players) > 1 else 4
    artifacts = ("artifacts",) * 2 if options.artifacts and len(players) > 1 else ()
    return State(
        box,
        options,
        boss,
        tuple(
            Player(
                name, hero, box.heroes[hero].health, coins=int("coin" in bonus), gems=int("gem" in bonus)
            )
            for (name, hero), bonus in zip((*seats[first:], *seats[:first]), bonuses, strict=False)
        ),
        board.new_levels(count),
        dict.fromkeys(box.tiles, 1),
        dict.fromkeys(box.items, 1),
        dict.fromkeys(box.potions, 1),
        {name: 1 for name, card in box.enemies.items() if card.tier != "summon"},
        is_sample=content.is_sample,
        tasks=("tiles", "tiles", "enemies", *("items", "potions") * SHELF, *artifacts),
        events=dict.fromkeys(box.events, 1) if len(players) == 1 else {},
        boss_deck={name: 1 for name, card in box.boss_cards.items() if card.boss == boss},
    )  # fmt: skip


def _box(content: Content, chosen: Setup) -> Box:
    def of(kind: str, form: type[E]) -> dict[str, E]:
        return {name: one for name, one in content.of_kind(kind).items() if isinstance(one, form)}

    from companion.games.platformer import content as fx

    return Box(
        {name: tile for name, tile in of("tiles", fx.Tile).items() if tile.set == chosen.dungeon},
        of("heroes", fx.HeroCard),
        of("enemies", fx.EnemyCard),
        of("items", fx.ShopCard),
        of("potions", fx.ShopCard),
        of("artifacts", fx.Artifact),
        of("events", fx.EventCard),
        of("bosses", fx.BossSheet),
        of("boss_cards", fx.BossCard),
    )


def _bad(defects: list[Message]) -> Invalid:
    return Invalid(say("platformer.bad.setup", count=len(defects)), details=tuple(defects))


def _player_defects(players: list[SetupPlayer], first: str, box: Box) -> list[Message]:
    found = []
    most = min(MAX_PLAYERS, len(box.heroes))
    if not MIN_PLAYERS <= len(players) <= most:
        found.append(say("platformer.bad.player_count", maximum=most, count=len(players)))
    names = [player.name for player in players]
    if any(not name.strip() for name in names):
        found.append(say("platformer.bad.no_name"))
    found += [
        say("platformer.bad.name_twice", name=one) for one, times in Counter(names).items() if times > 1
    ]
    if first and first not in names:
        found.append(say("platformer.bad.first", name=first, known=", ".join(names)))
    heroes = [player.hero for player in players if player.hero is not None]
    for hero, times in Counter(heroes).items():
        if hero not in box.heroes:
            found.append(say("platformer.bad.hero", hero=hero, known=", ".join(box.heroes)))
        elif times > 1:
            found.append(say("platformer.bad.hero_twice", hero=box.heroes[hero].named()))
    return found


def _box_defects(box: Box, boss: str, options: Options) -> list[Message]:
    """Names what a box lacks to play the chosen game with."""
    found = []
    if boss not in box.bosses:
        found.append(say("platformer.bad.boss", boss=boss, known=", ".join(box.bosses) or "-"))
    levels = 4 if options.larger_map else 3
    wanted = {
        "tiles": (2 * levels, sum(not tile.is_boss for tile in box.tiles.values())),
        "boss_tiles": (2, sum(tile.is_boss for tile in box.tiles.values())),
        "items": (SHELF, len(box.items)),
        "potions": (SHELF, len(box.potions)),
        "artifacts": (2 if options.artifacts else 0, len(box.artifacts)),
    }
    for tier in dict.fromkeys(TIERS):
        there = sum(card.tier == tier for card in box.enemies.values())
        wanted[f"enemies {tier}"] = TIERS[:levels].count(tier), there
    found += [
        say("platformer.bad.few", what=what, wanted=count, there=there)
        for what, (count, there) in wanted.items()
        if there < count
    ]
    return found


def layout(state: State) -> tuple[Message, ...]:
    """Says how to lay out the table, one instruction each (PLT-SETUP-1 to PLT-SETUP-7)."""
    said = [
        say("platformer.layout.tower", count=len(state.levels) - 1),
        say("platformer.layout.cards", cards=", ".join(TIERS[1 : len(state.levels) - 1])),
    ]
    for number, level in enumerate(state.levels[: state.revealed], 1):
        tiles = tuple(state.box.tiles[name].named() for name in level.tiles)
        said.append(say("platformer.layout.level", level=number, tiles=tiles))
    said.append(say("platformer.layout.boss", boss=state.box.bosses[state.boss].named()))
    said.append(say("platformer.layout.shop", count=SHELF))
    for player in state.players:
        hero = state.box.heroes[player.hero]
        said.append(say("platformer.layout.hero", player=player.name, hero=hero.named(), health=hero.health))
        bonus = tuple(amounts({"coin": player.coins, "gem": player.gems}))
        if bonus:
            said.append(say("platformer.layout.bonus", player=player.name, gains=bonus))
    artifacts = [state.box.artifacts[card].named() for card in state.artifacts]
    said += [say("platformer.layout.artifact", card=card) for card in artifacts]
    said += [
        say("platformer.layout.enemy", enemy=figure_name(state, name), space=foe.at)
        for name, foe in state.foes.items()
    ]
    said += [
        say(f"platformer.layout.{token}", spaces=", ".join(spaces))
        for token, spaces in (("coins", state.coins), ("gems", state.gems))
        if spaces
    ]
    begins = () if state.is_solo else (say("platformer.layout.first", player=state.players[0].name),)
    return (*said, *begins)
