"""Random Platformer disputes and questions, for a plain search, that cover what the form allows."""

from random import Random

from tests.yardsticks.platformer_turn import Turn

SYMBOLS = ("boot", "sword", "coin", "monster", "star")
HEROES = ("sweety", "etern", "alys", "angelo")
ENEMIES = ("wolf", "ent", "ghoul", "bat", "medusa", "sweety")


def random_dispute(rng: Random, is_large: bool = False) -> dict:
    """A dispute without a claim; a large one has a bigger board and fewer dice."""
    board = random_board(rng, is_large)
    cells = all_cells(board)
    rng.shuffle(cells)
    players = random_players(rng, board, cells, most=3)
    active = rng.choice(list(players))
    if players[active]["at"] is None and rng.random() < 0.5 and cells:
        players[active]["at"] = list(cells.pop())
        players[active].pop("fainted_on_boss", None)
    turn: dict = {
        "player": active,
        "symbols": random_symbols(rng, rng.choice([2, 3, 3, 4] if is_large else [0, 1, 2, 3, 4, 4, 5, 5])),
    }
    if rng.random() < 0.4:
        turn["extra"] = random_symbols(rng, rng.choice([0, 1, 1, 2]))
    dispute = {
        "format": "dispute/1",
        "game": "platformer",
        "board": board,
        "players": players,
        "enemies": random_enemies(rng, board, cells, most=rng.choice([1, 2, 2, 3])),
        "turn": turn,
    }
    if rng.random() < 0.6:
        dispute["options"] = random_options(rng)
    if rng.random() < 0.3:
        put_below_the_seal(rng, dispute)
    drop_levels_below_when_all_are_in(dispute)
    return dispute


def random_board(rng: Random, is_large: bool) -> dict:
    columns, rows = rng.choice([(2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (2, 5)])
    if is_large:
        columns, rows = rng.choice([(5, 4), (4, 6), (6, 4), (5, 6)])
    board: dict = {"columns": columns, "rows": rows}
    levels = [1, *sorted(rng.sample(range(2, rows + 1), rng.choice([0, 1, 1, 2]) if rows > 2 else 0))]
    if levels != [1] or rng.random() < 0.5:
        board["levels"] = levels
    if rng.random() < 0.5:
        board["boss_level"] = rng.random() < 0.8 and (levels != [1] or rng.random() < 0.2)
    cells = all_cells(board)
    shares = {
        "walls": rng.choice([0.0, 0.1, 0.3]),
        "platforms": rng.choice([0.1, 0.3, 0.5]),
        "ladders": rng.choice([0.0, 0.15, 0.3]),
        "coins": 0.1,
        "gems": rng.choice([0.0, 0.1, 0.2]),
        "traps": rng.choice([0.0, 0.15, 0.3]),
        "shops": 0.1,
        "portals": rng.choice([0.0, 0.0, 0.2, 0.4]),
    }
    for mark, share in shares.items():
        found = [list(cell) for cell in cells if rng.random() < share]
        if mark == "walls":
            found = [cell for cell in found if cell[0] < columns]
        rng.shuffle(found)
        if found and rng.random() < 0.05:
            found.append(found[0])  # repeats do not matter
        if found or rng.random() < 0.5:
            board[mark] = found
    return board


def all_cells(board: dict) -> list[tuple[int, int]]:
    return [(column, row) for column in range(1, board["columns"] + 1) for row in range(1, board["rows"] + 1)]


def boss_row(board: dict) -> int | None:
    return max(board.get("levels", [1])) if board.get("boss_level", False) else None


def random_players(rng: Random, board: dict, cells: list, most: int) -> dict:
    """Heroes on cells that are taken off the list, or off the map."""
    players: dict = {}
    for name in rng.sample(HEROES, rng.randint(1, most)):
        health = rng.randint(1, 4)
        hero: dict = {"at": list(cells.pop()) if cells and rng.random() < 0.8 else None, "health": health}
        if rng.random() < 0.5:
            hero["max_health"] = health + rng.randint(0, 2)
        if rng.random() < 0.6:
            hero["gems"] = rng.choice([0, 1, 1, 2, 3, 4, 6])
        if rng.random() < 0.3:
            hero["coins"] = rng.randint(0, 3)
        if rng.random() < 0.6:
            hero["special"] = rng.choice([None, *SYMBOLS])
        if rng.random() < 0.3:
            hero["lets_go"] = rng.random() < 0.7
        if hero["at"] is None and boss_row(board) and rng.random() < 0.6:
            hero["fainted_on_boss"] = True
        elif rng.random() < 0.1:
            hero["fainted_on_boss"] = False
        if hero["at"] is None and boss_row(board) == 1:
            hero["fainted_on_boss"] = True  # there is no other way off this map
        players[name] = hero
    return players


def random_enemies(rng: Random, board: dict, cells: list, most: int) -> dict:
    enemies: dict = {}
    for name in rng.sample(ENEMIES, rng.randint(0, most)):
        if not cells:
            break
        at = cells.pop()
        enemy: dict = {"at": list(at), "health": rng.choice([1, 1, 2, 2, 3, 5]), "damage": rng.randint(0, 3)}
        if rng.random() < 0.5:
            enemy["loot"] = {kind: rng.randint(0, 2) for kind in ("coins", "gems") if rng.random() < 0.7}
        if rng.random() < 0.3:
            enemy["pushable"] = rng.random() < 0.3
        row = boss_row(board)
        if row is not None and at[1] >= row and rng.random() < 0.4:
            enemy["boss"] = True
        elif rng.random() < 0.1:
            enemy["boss"] = False
        enemies[name] = enemy
    return enemies


def random_symbols(rng: Random, count: int) -> dict:
    dice = [rng.choice(SYMBOLS) for _ in range(count)]
    if count > 1 and rng.random() < 0.3:
        dice[:2] = ["boot", "boot"]
    return {symbol: dice.count(symbol) for symbol in SYMBOLS if symbol in dice or rng.random() < 0.2}


def random_options(rng: Random) -> dict:
    options: dict = {}
    if rng.random() < 0.5:
        options["trap_on_walk"] = rng.random() < 0.7
    if rng.random() < 0.5:
        options["no_boost"] = rng.choice([None, *SYMBOLS])
    if rng.random() < 0.5:
        options["portal_cost"] = rng.choice(["boot", "gem", None])
    if rng.random() < 0.5:
        options["generate_with_special"] = rng.random() < 0.7
    if rng.random() < 0.2:
        options["boss_on_enemy_die"] = rng.random() < 0.5
    return options


def put_below_the_seal(rng: Random, dispute: dict) -> None:
    """Put the active hero, with a boot, below the seal and an enemy above it, where there is room."""
    row = boss_row(dispute["board"])
    if row in (None, 1):
        return
    turn, figures = dispute["turn"], [*dispute["players"].values(), *dispute["enemies"].values()]
    column = rng.randint(1, dispute["board"]["columns"])
    hero = dispute["players"][turn["player"]]
    movers = [(hero, [column, row - 1])]
    if dispute["enemies"]:
        movers.append((rng.choice(list(dispute["enemies"].values())), [column, row]))
    for figure, at in movers:
        if at not in [other["at"] for other in figures if other is not figure]:
            figure["at"] = at
    if hero["at"] is not None:
        hero.pop("fainted_on_boss", None)
    turn["symbols"]["boot"] = max(1, turn["symbols"].get("boot", 0))


def drop_levels_below_when_all_are_in(dispute: dict) -> None:
    """Nobody is left below the Boss level once all heroes are on it."""
    row = boss_row(dispute["board"])
    heroes = dispute["players"].values()
    if row is not None and all(hero["at"] and hero["at"][1] >= row for hero in heroes):
        dispute["enemies"] = {
            name: enemy for name, enemy in dispute["enemies"].items() if enemy["at"][1] >= row
        }


def random_question(rng: Random) -> dict:
    """One of the three small questions."""
    ask = rng.choice(["gems", "enemies", "gravity", "gravity"])
    question: dict = {"format": "dispute/1", "game": "platformer", "ask": ask}
    if ask == "gems":
        return {**question, "symbols": rng.randint(1, 6), "gems": rng.randint(0, 40)}
    board = random_board(rng, is_large=rng.random() < 0.5)
    cells = all_cells(board)
    rng.shuffle(cells)
    question |= {"board": board, "players": random_players(rng, board, cells, most=4)}
    question["enemies"] = random_enemies(rng, board, cells, most=6)
    if rng.random() < 0.3:
        question["options"] = random_options(rng)
    if ask == "enemies":
        question["die"] = rng.choice(["left", "right", "attack"])
    elif boss_row(board) is not None and rng.random() < 0.7:
        question["zone"] = rng.choice(["all", "lower", "boss"])
    return question


def with_claim(rng: Random, dispute: dict) -> dict:
    """The same dispute with a claim: part of an end that can come about, often changed in one place."""
    turn = Turn(dispute)
    end = rng.choice(sorted(set(turn.ends()), key=repr))
    heroes = [name for name, _ in turn.table.heroes]
    enemies = [name for name, _ in turn.table.enemies]
    places = {name: list(at) if at else None for name, at in zip(heroes, end.heroes, strict=True)}
    claim: dict = {"at": places[heroes[turn.table.active]]}
    if rng.random() < 0.7:
        claim["defeated"] = sorted(enemies[number] for number in end.defeated)
    if rng.random() < 0.5:
        claim["players"] = {name: places[name] for name in heroes if rng.random() < 0.8}
    if rng.random() < 0.5:
        claim["enemies"] = {
            name: list(at) if at else None
            for name, at in zip(enemies, end.enemies, strict=True)
            if rng.random() < 0.8
        }
    if rng.random() < 0.6:
        falsify(rng, claim, enemies, all_cells(dispute["board"]))
    return {**dispute, "claim": claim}


def falsify(rng: Random, claim: dict, enemies: list[str], cells: list[tuple[int, int]]) -> None:
    """Change one place, or who was defeated; what comes out may be possible too."""
    part = rng.choice(list(claim))
    place = rng.choice([None, *map(list, cells)])
    if part == "at":
        claim["at"] = place
    elif part == "defeated":
        claim["defeated"] = [name for name in enemies if rng.random() < 0.4]
    elif claim[part]:
        claim[part][rng.choice(list(claim[part]))] = place
