"""Random Rayman turns, small enough for a plain search: a seed always makes the same dispute/1 document."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.yardsticks.rayman import Turn
from tests.yardsticks.rayman_table import LUMS, State

HEROES = ("rayman", "globox", "barbara", "minimus", "murfy", "sibilla")
TEENSIES = ("blue", "red", "green", "yellow")
KINDS = ("plain", "pushes", "cards", "boss", "house", "many", "line", "begun")
"""What a turn is about; each kind may also hold what the others are about, only less of it."""

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "damage_ends_turn": (False,),
    "obstacle_mode": ("stop_only",),
    "heart_optional": (False,),
    "heart_gives_immunity": (True,),
    "walls_stop_retreat": (True,),
    "finish_gate": ("blocked_at43",),
    "perches": (True,),
    "covered_enemy_slap": (True,),
    "slap_limit": ("per_turn", "unlimited"),
    "slap_manhattan": (True,),
    "thick_blocks_side_slap": (True,),
    "back_wall_no_heart": ("damage_and_retreat2", "damage_no_move"),
    "sneaker_strict_icons": (True,),
    "drifter_free": (True,),
    "smasher_cap": (1, 2, 5),
    "legendary_once": (True,),
    "damage_retreat": (1, 3, 4),
}
"""Every option that changes a turn, with the values that are not its default."""


def columns_text(columns: list[int]) -> str:
    return ",".join(str(column) for column in sorted(columns))


def random_board(rng: Random, columns: int) -> dict[str, Any]:
    """A board of odd corners: about half of level 2 and 3 carries somebody; column 0 holds no hazard."""
    dense = rng.uniform(0.15, 0.6)

    def some(share: float) -> list[int]:
        return [column for column in range(1, columns) if rng.random() < share]

    platforms = {"2": some(dense), "3": some(dense)}
    thick = {"1": some(rng.choice((0, 0.15, 0.3))), "2": some(rng.choice((0, 0.1, 0.25)))}
    walls = [[c, level] for c in range(columns) for level in (1, 2, 3) if rng.random() < 0.06]
    obstacles = some(rng.choice((0, 0.15, 0.3)))
    places = [[c, level] for c in range(1, columns) for level in (1, 2, 3)]
    enemies = [place for place in places if rng.random() < rng.choice((0.05, 0.15, 0.3))]
    on_level_1 = set(obstacles)
    prisons = [place for place in places if place[1] > 1 or place[0] not in on_level_1]
    return {
        "columns": columns,
        "platforms": {level: columns_text(found) for level, found in platforms.items()},
        "thick": {level: columns_text(found) for level, found in thick.items()},
        "walls": walls,
        "obstacles": columns_text(obstacles),
        "enemies": [place for place in enemies if place[1] > 1 or place[0] not in on_level_1],
        "teensies": dict(zip(TEENSIES, rng.sample(prisons, 4), strict=True)),
    }


def floors(board: dict[str, Any]) -> list[list[int]]:
    """Places of the first lap where a figure can rest: a floor and no obstacle."""

    def listed(text: str) -> set[int]:
        return {int(column) for column in text.split(",") if column}

    found = []
    for column in range(board["columns"]):
        for level in (1, 2, 3):
            has_floor = (
                level == 1
                or column in listed(board["platforms"].get(str(level), ""))
                or column in listed(board["thick"].get(str(level - 1), ""))
            )
            if has_floor and not (level == 1 and column in listed(board["obstacles"])):
                found.append([column, level])
    return found


def random_pool(rng: Random, icons: int, has_lums: bool) -> dict[str, int]:
    names = ["move"] * 5 + ["jump"] * 2 + ["slap"] * 3 + ["glide", "crouch", "crouch", "heart"]
    names += ["lums"] * 2 if has_lums else []
    pool: dict[str, int] = {}
    for _ in range(icons):
        icon = rng.choice(names)
        pool[icon] = pool.get(icon, 0) + 1
    return pool


def dispute(seed: int, kind: str | None = None) -> dict[str, Any]:
    """The random turn of a seed; without a kind, the seed chooses one."""
    rng = Random(f"rayman {seed}")
    kind = kind or KINDS[seed % len(KINDS)]
    columns = 44 if rng.random() < 0.1 else rng.randint(6, 14)
    board = random_board(rng, columns)
    rests = floors(board)
    count = {"plain": 2, "many": rng.choice((5, 6))}.get(kind, rng.randint(2, 4))
    options: dict[str, Any] = {"perches": True} if kind == "many" else {}
    if kind == "house":
        for key in rng.sample(sorted(HOUSE_RULES), rng.randint(1, 3)):
            options[key] = rng.choice(HOUSE_RULES[key])
    near = rng.choice(rests)[0]
    if kind == "line":
        near = rng.choice((0, 1, columns - 3, columns - 2, columns - 1))
    players = random_players(rng, kind, count, board, near, options)
    figures = [tuple(who["at"]) for who in players.values()]
    boss = None
    projectiles: list[list[int]] = []
    if kind == "boss" or rng.random() < 0.1:
        boss = [rng.choice(range(max(near - 2, 0), min(near + 3, columns))), rng.choice((1, 2, 3))]
        if rng.random() < 0.9 and (boss[0], boss[1]) in figures and boss[0]:
            boss = None
    if kind != "plain":
        for _ in range(rng.choice((0, 0, 1, 2))):
            at = [rng.choice(range(max(near - 3, 1), min(near + 5, columns))), rng.choice((1, 1, 2, 3))]
            if tuple(at) not in figures and at not in projectiles:
                projectiles.append(at)
    hero = HEROES[0]
    legend = players[hero].get("legendary")
    icons = rng.choice((2, 3, 4, 5, 6, 6, 7, 7, 8))
    tokens = rng.choice((0, 0, 1, 1, 2))
    names = ["move", "move", "jump", "slap", "slap", "glide", "crouch", "heart"] + (
        ["lums"] if legend else []
    )
    document: dict[str, Any] = {
        "format": "dispute/1",
        "game": "rayman",
        "options": options,
        "board": board,
        "players": players,
        "projectiles": projectiles,
        "boss": boss,
        "effects": {"enemy_extra_slaps": rng.choice((0, 0, 0, 1))},
        "turn": {
            "player": hero,
            "actions": random_pool(rng, icons, bool(legend)),
            "drawn": [rng.choices(names, k=2) for _ in range(tokens)],
        },
    }
    if kind == "begun":
        put_in_an_odd_place(rng, document)
    return document


def random_players(
    rng: Random, kind: str, count: int, board: dict[str, Any], near: int, options: dict[str, Any]
) -> dict[str, Any]:
    """Figures on distinct floors within a few columns of each other; only column 0 is shared."""
    columns = board["columns"]
    distance = 2 if kind in ("pushes", "many", "house") else 4
    rests = [at for at in floors(board) if abs(at[0] - near) <= distance] or [[0, 1]]
    rng.shuffle(rests)
    lap = rng.choice((0, 0, 1)) if kind == "line" else 0
    players: dict[str, Any] = {}
    for hero in HEROES[:count]:
        if not rests:
            break
        at = rests.pop()
        if at[0] == 0 and rng.random() < 0.5:
            rests.append(at)
        place = [at[0] + lap * columns if rng.random() < 0.7 else at[0], at[1]]
        most = 4 if kind == "line" else 2
        who: dict[str, Any] = {
            "at": place,
            "heart": rng.random() < 0.4,
            "freed": rng.sample(TEENSIES, rng.randint(0, most)),
        }
        if hero == HEROES[0]:
            if kind == "cards" or (kind == "house" and needs_card(options)) or rng.random() < 0.1:
                who["legendary"] = card_for(rng, options)
            if lap and len(who["freed"]) >= 3:
                who["finished"] = rng.random() < 0.2
        else:
            who["slapped"] = rng.random() < (0.15 if kind == "pushes" else 0.5)
            who["immune"] = rng.random() < 0.1
            if rng.random() < 0.06:
                who["bubble"] = True
                who["heart"] = False
        players[hero] = who
    return players


CARD_RULES = {"sneaker_strict_icons": "sneaker", "drifter_free": "drifter", "smasher_cap": "smasher"}


def needs_card(options: dict[str, Any]) -> bool:
    return bool(options.keys() & {*CARD_RULES, "legendary_once"})


def card_for(rng: Random, options: dict[str, Any]) -> str:
    """A Legendary card that the house rules speak of, else any."""
    spoken_of = [card for rule, card in CARD_RULES.items() if rule in options]
    return rng.choice(spoken_of or sorted(LUMS))


def put_in_an_odd_place(rng: Random, document: dict[str, Any]) -> None:
    """Puts the player where others may: in the air, on an obstacle, a projectile, an enemy, the Boss."""
    board = document["board"]
    who = document["players"][HEROES[0]]
    near = who["at"][0]
    spots = [place for place in board["enemies"] if abs(place[0] - near) <= 4]
    spots += [[int(c), 1] for c in board["obstacles"].split(",") if c and abs(int(c) - near) <= 4]
    spots += document["projectiles"]
    spots += [
        [c, level] for c in range(max(near - 2, 1), min(near + 3, board["columns"])) for level in (2, 3)
    ]
    spots += [document["boss"]] if document["boss"] else []
    taken = [other["at"] for hero, other in document["players"].items() if hero != HEROES[0]]
    spots = [spot for spot in spots if spot not in taken]
    if spots:
        who["at"] = list(rng.choice(spots))


def with_claim(document: dict[str, Any], seed: int) -> dict[str, Any]:
    """The dispute with a claim: an end of the turn in some detail, often with one detail changed."""
    rng = Random(f"claim {seed}")
    turn = Turn(document)
    ends = sorted(turn.ends(), key=sort_key)
    if not ends:
        return {**document, "claim": {"at": document["players"][HEROES[0]]["at"]}}
    end = rng.choice(ends)
    others = dict(zip(turn.table.names, end.others, strict=True))
    told: dict[str, Any] = {
        "defeated": sorted(map(list, end.defeated)),
        "freed": sorted(end.freed),
        "slapped": sorted(end.slapped),
        "heart": end.heart,
        "players": {name: [other.p, other.l] for name, other in others.items() if rng.random() < 0.7},
    }
    claim = {"at": [end.p, end.l]} | {key: told[key] for key in told if rng.random() < 0.5}
    if rng.random() < 0.5:
        spoil(rng, document, claim)
    return {**document, "claim": claim}


def sort_key(end: State) -> tuple[Any, ...]:
    """An order of ends that does not hang on the order of sets."""
    return tuple(sorted(part) if isinstance(part, frozenset) else part for part in end)


def spoil(rng: Random, document: dict[str, Any], claim: dict[str, Any]) -> None:
    """Changes one detail of a claim, which may or may not make it false."""
    key = rng.choice(sorted(claim))
    others = [name for name in document["players"] if name != HEROES[0]]
    if key == "at":
        claim["at"] = [max(claim["at"][0] + rng.choice((-1, 0, 1)), 0), rng.choice((1, 2, 3))]
    elif key == "heart":
        claim["heart"] = not claim["heart"]
    elif key == "players":
        for name, at in claim["players"].items():
            claim["players"][name] = [max(at[0] + rng.choice((-1, 0, 1)), 0), at[1]]
    else:
        every = {"defeated": document["board"]["enemies"], "freed": list(TEENSIES), "slapped": others}[key]
        if claim[key] and rng.random() < 0.5:
            claim[key] = claim[key][1:]
        elif every:
            one = rng.choice(every)
            claim[key] = claim[key] if one in claim[key] else [*claim[key], one]
