"""The Russians' turn of the solo game: where each figure may end, the order of acting, and the damage."""

from itertools import product
from math import inf

from tests.yardsticks.pickle_rick_table import (
    Place,
    Tiles,
    closed_neighbours,
    is_in_range,
    open_neighbours,
    read_enemies,
    read_rick,
    read_tiles,
)


def guard_distances(tiles: Tiles, rick: Place) -> dict[Place, int]:
    """model: "distance = fewest steps over open edges between face-up tiles to Rick's tile." """
    distances = {rick: 0}
    ring = [rick]
    while ring:
        ring = list({near for place in ring for near in open_neighbours(tiles, place)} - set(distances))
        distances.update(dict.fromkeys(ring, max(distances.values()) + 1))
    return distances


def guard_ends(tiles: Tiles, rick: Place, at: Place) -> tuple[float, set[Place]]:
    distances = guard_distances(tiles, rick)
    # model: "At 0, or with no way: stays. Otherwise one step to a neighbour whose distance is one less."
    if distances.get(at, 0) == 0:
        return distances.get(at, inf), {at}
    nearer = {near for near in open_neighbours(tiles, at) if distances.get(near) == distances[at] - 1}
    return distances[at], nearer


# Where Jaguar stands on a way: a fresh turn, one movement spent, or waiting, with a wall next.
FRESH, SPENT, WAITING = "fresh", "one spent", "waiting"
Node = tuple[Place, str]


def jaguar_goes_on(tiles: Tiles, node: Node) -> list[tuple[int, Node]]:
    """What Jaguar can do next, each with its cost: "he has two movements a turn." """
    place, phase = node
    # model: "a closed edge to a face-up neighbour costs 2, both of the same turn."
    through_walls = [(2, (near, FRESH)) for near in closed_neighbours(tiles, place)]
    if phase == WAITING:
        return through_walls
    # model: "A step costs 1"
    steps = [(1, (near, SPENT if phase == FRESH else FRESH)) for near in open_neighbours(tiles, place)]
    if phase == FRESH:
        return steps + through_walls
    # model: "With one movement already spent he may wait, losing the other (cost 1), only when the next
    # thing on his way is a wall."
    return [*steps, (1, (place, WAITING))]


def jaguar_costs(tiles: Tiles, rick: Place) -> dict[Node, float]:
    """The least cost from every node to Rick's tile, by going over all nodes until nothing gets cheaper."""
    nodes = [
        (place, phase) for place, tile in tiles if tile != "face down" for phase in (FRESH, SPENT, WAITING)
    ]
    costs: dict[Node, float] = {node: 0 if node[0] == rick else inf for node in nodes}
    is_settled = False
    while not is_settled:
        is_settled = True
        for node in nodes:
            cheapest = min((cost + costs[after] for cost, after in jaguar_goes_on(tiles, node)), default=inf)
            if cheapest < costs[node]:
                costs[node] = cheapest
                is_settled = False
    return costs


def jaguar_ends(tiles: Tiles, rick: Place, at: Place) -> tuple[float, set[Place]]:
    costs = jaguar_costs(tiles, rick)
    distance = costs[at, FRESH]  # model: "Distance = least cost to Rick's tile, counted from a fresh turn."
    # model: "At 0, or with no way: stays."
    if distance in (0, inf):
        return distance, {at}

    # model: "He follows a way of least cost for this turn: two steps; or one step and Rick's tile is
    # reached; or one step and he waits before the wall; or through a wall."
    def follow(node: Node, spent: int) -> set[Place]:
        if spent == 2 or node[0] == rick:
            return {node[0]}
        ends: set[Place] = set()
        for cost, after in jaguar_goes_on(tiles, node):
            if cost + costs[after] == costs[node]:
                ends |= follow(after, spent + cost)
        return ends

    return distance, follow((at, FRESH), 0)


def acts(dispute: dict) -> dict[str, tuple[float, set[tuple[Place, int]]]]:
    """For each figure its distance and its possible ends, each with the damage that it deals from there."""
    tiles, (rick, _) = read_tiles(dispute), read_rick(dispute)
    found = {}
    for name, at in read_enemies(dispute).items():
        distance, ends = (jaguar_ends if name == "jaguar" else guard_ends)(tiles, rick, at)
        # model: Guard "Then 1 damage if Rick is in range.", Jaguar "Then 2 damage if Rick is in range."
        strength = 2 if name == "jaguar" else 1
        found[name] = distance, {(end, strength if is_in_range(tiles, end, rick) else 0) for end in ends}
    return found


def reach(dispute: dict) -> dict:
    figures = acts(dispute)
    # model: "Nearest by the distance below; no way = last; equal: Guards before Jaguar, Guards by the order
    # in which they came into play." The figures are read in that order, and sorting keeps it.
    order = sorted(figures, key=lambda name: figures[name][0])
    damages = [{damage for _, damage in ends} for _, ends in figures.values()]
    return {
        "format": "reach/1",
        # form: "every figure on the map with its possible ends, sorted by at"
        "figures": {
            name: [{"at": list(end), "damage": damage} for end, damage in sorted(ends)]
            for name, (_, ends) in figures.items()
        },
        "order": order,
        # form: "the least and the most in total, counted in shots, also beyond Rick's last health."
        "damage": [sum(map(min, damages)), sum(map(max, damages))],
    }


def is_legal(dispute: dict) -> bool:
    """form: "figures (id → [x, y], those named must match together) and health"."""
    claim, (_, health) = dispute["claim"], read_rick(dispute)
    named = {name: tuple(at) for name, at in claim.get("figures", {}).items()}
    figures = acts(dispute)
    if not named.keys() <= figures.keys():
        return False
    # form: "the possible results are every choice of one end for each figure"
    fitting = [
        {damage for end, damage in ends if named.get(name, end) == end} for name, (_, ends) in figures.items()
    ]
    return any(
        "health" not in claim or max(0, health - sum(damages)) == claim["health"]
        for damages in product(*fitting)
    )
