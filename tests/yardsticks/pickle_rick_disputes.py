"""Random Pickle Rick disputes, small enough for a plain search, that cover what the form allows."""

from random import Random

SIDES = "NESW"
OPPOSITE = dict(zip("NESW", "SWNE", strict=True))
NEXT = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
DICE = ["move", "draw", "tool", "weapon", "weapon", "joker"]
KINDS = ["move", "draw", "tool", "weapon", "any"]

# Cards with a cost in the book, which a dispute may leave out, and cards that must be given one.
PRICED = {
    "rick": [
        "canon_a_vis",
        "lance_lames",
        "laser_portatif",
        "solenya",
        "assaisonnement_curatif",
        "degainage_rapide",
    ],
    "russians": ["rien_de_personnel", "pot_de_vin", "est_ce_que_c_est_fait"],
}
UNPRICED = {
    "rick": ["parkour", "jetpack", "one_space", "a_card_of_ours"],
    "russians": ["soins_a_la_poudre", "verrouillage", "tir_de_suppression", "one_space", "a_card_of_ours"],
}

# Columns and rows of the map; a solo turn is quickly searched, and its ways need room.
SIZES = [(1, 4), (2, 2), (3, 2), (2, 3), (3, 3), (3, 3), (4, 2), (4, 3)]
SOLO_SIZES = [(3, 3), (4, 3), (4, 4), (5, 4), (6, 3)]


def random_dispute(rng: Random, side: str | None = None) -> dict:
    """A dispute without a claim; side is "rick", "russians", "solo" or any of them."""
    side = side or rng.choice(["rick", "rick", "russians", "russians", "solo"])
    tiles, rooftop = random_map(rng, rng.choice(SOLO_SIZES if side == "solo" else SIZES))
    places = [place for place, tile in tiles.items() if tile["face"] == "up"]
    dispute: dict = {
        "format": "dispute/1",
        "game": "pickle_rick",
        "board": {"tiles": {f"{x},{y}": tile for (x, y), tile in tiles.items()}},
        "players": random_players(rng, places, rooftop, side),
        "turn": {"side": "russians", "solo": True} if side == "solo" else {"side": side},
    }
    if rooftop is not None or rng.random() < 0.5:
        dispute["board"]["rooftop"] = list(rooftop) if rooftop else None
    if rng.random() < 0.6:
        dispute["board"]["stack"] = rng.choice([0, 1, 1, 2, 3, 17])
    options = random_options(rng)
    if options or rng.random() < 0.5:
        dispute["options"] = options
    if side != "solo":
        fill_turn(rng, dispute, side)
    return dispute


def random_lockdowns(rng: Random) -> dict:
    """A Russian turn with two to four cards that turn a tile: few tiles, or a plain search never ends."""
    tiles, _ = random_map(rng, rng.choice([(1, 3), (2, 2), (2, 2), (3, 1)]))
    places = [place for place, tile in tiles.items() if tile["face"] == "up"]
    players = random_players(rng, places, None, "russians")
    players["guards"] = [{"id": f"g{n}", "at": list(rng.choice(places))} for n in range(1, rng.randint(2, 3))]
    count = rng.choice([2, 3, 3, 4])
    spent = {"tool": rng.choice([count - 1, count, count]), "move": rng.choice([0, 1, 1, 2])}
    others = [rng.choice([{"id": "one_space", "cost": {"any": 1}}, "pot_de_vin", "rien_de_personnel"])]
    costs: list[dict] = [{"tool": 1}, {"tool": 1}, {"any": 1}, {"move": 1}]
    on_map = [guard["id"] for guard in players["guards"]]
    if players.get("jaguar", {}).get("at") is not None:
        on_map += ["jaguar"] * len(on_map)
    return {
        "format": "dispute/1",
        "game": "pickle_rick",
        "board": {"tiles": {f"{x},{y}": tile for (x, y), tile in tiles.items()}},
        "players": players,
        "options": random_options(rng),
        "turn": {
            "side": "russians",
            "figure": rng.choice(on_map),
            "symbols": {**spent, "weapon": rng.choice([0, 0, 1]), "joker": rng.choice([0, 0, 1])},
            "cards": [{"id": "verrouillage", "cost": rng.choice(costs)} for _ in range(count)]
            + rng.choice([[], [], others]),
        },
    }


def random_map(rng: Random, size: tuple[int, int]) -> tuple[dict, tuple[int, int] | None]:
    """Tiles in a small rectangle, with holes and face-down tiles, and where the Rooftop lies, if anywhere."""
    width, height = size
    left, bottom = rng.randint(-2, 1), rng.randint(-2, 1)
    spaces = [(left + x, bottom + y) for x in range(width) for y in range(height)]
    wall_share, vent_share = rng.choice([0.0, 0.1, 0.25, 0.4]), rng.choice([0.0, 0.3, 0.6])
    empty_share, down_share = rng.choice([0.0, 0.15, 0.35]), rng.choice([0.0, 0.15, 0.35])
    sides: dict = {}
    down = []
    for space in spaces:
        roll = rng.random()
        if roll < empty_share:
            continue
        if roll < empty_share + down_share:
            down.append(space)
        else:
            sides[space] = random_face(rng, wall_share, vent_share)
    if not sides:
        sides[spaces[0]] = random_face(rng, wall_share, vent_share)
    for _ in range(rng.choice([0, 0, 1, 2])):
        put_vents_back_to_back(rng, sides)
    rooftop = None
    if rng.random() < 0.5:
        # One of the tiles, or a place beyond the map.
        rooftop = rng.choice([*sides, (left + width, bottom + height - 1)])
        if rooftop in down:
            down.remove(rooftop)
        sides[rooftop] = ("", None)
    tiles: dict = {space: {"face": "down"} for space in down if space not in sides}
    for space, (walls, vent) in sides.items():
        letter = "S" if space == rooftop or (not walls and rng.random() < 0.2) else rng.choice("RBG")
        tiles[space] = {"face": "up", **told(rng, walls, vent)}
        if letter != "G" or rng.random() < 0.5:
            tiles[space]["letter"] = letter
    return tiles, rooftop


def random_face(rng: Random, wall_share: float, vent_share: float) -> tuple[str, str | None]:
    walls = [side for side in SIDES if rng.random() < wall_share]
    rng.shuffle(walls)
    return "".join(walls), rng.choice(SIDES) if rng.random() < vent_share else None


def told(rng: Random, walls: str, vent: str | None) -> dict:
    """Walls and vent as fields, left out at times where that means the same."""
    tile: dict = {}
    if walls or rng.random() < 0.5:
        tile["walls"] = walls
    if vent or rng.random() < 0.5:
        tile["vent"] = vent
    return tile


def put_vents_back_to_back(rng: Random, sides: dict) -> None:
    space, side = rng.choice(list(sides)), rng.choice(SIDES)
    other = (space[0] + NEXT[side][0], space[1] + NEXT[side][1])
    if other in sides:
        sides[space] = (sides[space][0], side)
        sides[other] = (sides[other][0], OPPOSITE[side])


def random_players(rng: Random, places: list, rooftop: tuple[int, int] | None, side: str) -> dict:
    ricks_places = [place for place in places if place != rooftop or rng.random() < 0.02] or places
    guard_count = rng.choice([0, 1, 2, 3, 3, 4])
    if rng.random() < 0.06:
        guard_count = rng.randint(5, 9)
    players: dict = {
        "rick": with_health(rng, {"at": list(rng.choice(ricks_places))}),
        "guards": [{"id": f"g{n}", "at": list(rng.choice(places))} for n in range(1, guard_count + 1)],
    }
    rng.shuffle(players["guards"])
    if rng.random() < 0.5 or (side != "rick" and not guard_count):
        players["jaguar"] = {"at": list(rng.choice(places))}
        if rng.random() < 0.7:
            players["jaguar"]["health"] = rng.randint(1, 10)
    elif rng.random() < 0.5:
        players["jaguar"] = with_health(rng, {"at": None})
    return players


def with_health(rng: Random, player: dict) -> dict:
    if rng.random() < 0.7:
        player["health"] = rng.choice([0, 1, 2, 3, 5, 8, 10])
    return player


def random_options(rng: Random) -> dict:
    options: dict = {}
    if rng.random() < 0.6:
        options["forced_spending"] = rng.choice(["book", "jokers", "off"])
    if rng.random() < 0.15:
        options["zero_health_ends"] = rng.choice(["turn", "now"])
    if rng.random() < 0.15:
        options["walled_in_loses"] = rng.choice([True, False])
    if rng.random() < 0.15:
        options["solo_ties"] = rng.choice(["player", "random", "worst"])
    return options


def fill_turn(rng: Random, dispute: dict, side: str) -> None:
    turn, players = dispute["turn"], dispute["players"]
    is_crowded = side == "russians" and len(players["guards"]) > 4
    dice_count = rng.choice([2, 3] if is_crowded else [1, 2, 3, 4, 4, 4, 5] + [6] * (side == "rick"))
    dice = [rng.choice(DICE) for _ in range(dice_count)]
    if rng.random() < 0.5:
        dice[:2] = ["move", "move"]
    turn["symbols"] = {
        kind: dice.count(kind) for kind in dict.fromkeys(DICE) if kind in dice or rng.random() < 0.3
    }
    if rng.random() < 0.7:
        card_count = rng.randint(0, 1 if is_crowded else 3)
        turn["cards"] = [random_card(rng, side) for _ in range(card_count)]
        if len(dispute["board"]["tiles"]) > 4:
            turn["cards"] = without_second_turn(turn["cards"])
    if side == "rick":
        if rng.random() < 0.8:
            turn["tiles"] = [random_new_face(rng) for _ in range(rng.randint(0, 4))]
    else:
        on_map = [guard["id"] for guard in players["guards"]]
        if players.get("jaguar", {}).get("at") is not None:
            on_map += ["jaguar"] * max(1, len(on_map))
        turn["figure"] = rng.choice(on_map)


def without_second_turn(cards: list) -> list:
    """The cards with one Verrouillage at most: every way to turn two tiles is too much for a plain search."""
    names = [card if isinstance(card, str) else card["id"] for card in cards]
    return [card for n, card in enumerate(cards) if names[n] != "verrouillage" or names.index(names[n]) == n]


def random_new_face(rng: Random) -> dict:
    """A face as it is seen with its arrow pointing N."""
    face = told(rng, *random_face(rng, rng.choice([0.0, 0.2, 0.4]), 0.6))
    if rng.random() < 0.7:
        face["letter"] = rng.choice("RBG")
    if rng.random() < 0.5:
        face["guards"] = rng.randint(0, 3)
    return face


def random_card(rng: Random, side: str) -> str | dict:
    if rng.random() < 0.35:
        name = rng.choice(PRICED[side])
        card: dict = {"id": name}
        if name == "pot_de_vin" and rng.random() < 0.6:
            card["accepted"] = rng.choice([True, False])
        if name == "est_ce_que_c_est_fait":
            if rng.random() < 0.6:
                card["cost"] = {"tool": rng.randint(1, 4)}  # another X
        elif rng.random() < 0.2:
            card["cost"] = random_cost(rng)
        return name if len(card) == 1 and rng.random() < 0.7 else card
    name = rng.choice(UNPRICED[side])
    card = {"id": name, "cost": random_cost(rng)}
    if name == "jetpack":
        card["spaces"] = rng.randint(1, 4)
    return card


def random_cost(rng: Random) -> dict:
    kinds = [rng.choice(KINDS) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    return {kind: kinds.count(kind) for kind in kinds}


def with_claim(rng: Random, dispute: dict) -> dict:
    """The same dispute with a claim, true or not, about places on the map or beside it."""
    spaces = [tuple(map(int, key.split(","))) for key in dispute["board"]["tiles"]]
    near = spaces + [(x + dx, y + dy) for x, y in spaces for dx, dy in NEXT.values()]
    rick = dispute["players"]["rick"]
    health = max(0, rick.get("health", 10) - rng.choice([0, 0, 1, 1, 2, 3, 4]))
    if dispute["turn"].get("solo"):
        figures = [guard["id"] for guard in dispute["players"]["guards"]]
        if dispute["players"].get("jaguar", {}).get("at") is not None:
            figures.append("jaguar")
        named = rng.sample(figures, rng.randint(0, min(2, len(figures))))
        claim: dict = {"figures": {name: list(rng.choice(spaces)) for name in named}}
        if rng.random() < 0.7 or not named:
            claim["health"] = health
        if not named and rng.random() < 0.5:
            del claim["figures"]
        return {**dispute, "claim": claim}
    claim = {"at": list(rng.choice(near if dispute["turn"]["side"] == "rick" else spaces))}
    if dispute["turn"]["side"] == "russians" and rng.random() < 0.6:
        claim["health"] = health
    return {**dispute, "claim": claim}
