"""The three small questions of the form: gems, the Enemy die, and one Gravity."""

from tests.yardsticks.platformer_table import Table


def gems(dispute: dict) -> dict:
    """model: "always buy the cheapest next boost"; the m-th boost of one symbol costs m gems."""
    left = dispute["gems"]
    boosts = [0] * dispute["symbols"]
    while boosts and min(boosts) + 1 <= left:
        left -= min(boosts) + 1
        boosts[boosts.index(min(boosts))] += 1
    return {
        "format": "reach/1",
        "total": len(boosts) + sum(boosts),
        "spent": sorted((count * (count + 1) // 2 for count in boosts), reverse=True),
        "left": left,
    }


def enemies(dispute: dict) -> dict:
    """Step 4: the Enemy die."""
    table = Table(dispute)
    state = table.start(dispute)
    heroes = {name: hero for (name, _), hero in zip(table.heroes, state.heroes, strict=True)}
    places = {name: at for (name, _), at in zip(table.enemies, state.enemies, strict=True)}
    # model: "The Boss and its summons do the same (C2-10; boss_on_enemy_die: true), in both zones (002:645)."
    acting = [
        name
        for name, enemy in table.enemies
        if table.options.get("boss_on_enemy_die", True) or not enemy.get("boss", False)
    ]
    wounds: dict[str, int] = {}
    die = dispute["die"]
    if die == "attack":
        damage = dict(table.enemies)
        for name, hero in heroes.items():
            if hero.at is not None:
                # model: "every enemy wounds every adjacent hero by its damage. All at once: a hero loses
                # the sum, at most what is left (C2-9)."
                near = table.adjacent(hero.at)
                total = sum(damage[enemy]["damage"] for enemy in acting if places[enemy] in near)
                if total:
                    wounds[name] = min(total, hero.health)
    else:
        way = 1 if die == "right" else -1
        # model: "In each row begin with the enemy that is farthest in that direction."
        for name in sorted(acting, key=lambda enemy: -way * places[enemy][0]):
            column, row = places[name]
            ahead = (column + way, row)
            taken = {hero.at for hero in heroes.values()} | set(places.values())
            # model: "if the next cell is on the map, no wall is between, the cell has floor (a figure or a
            # ladder is none, C2-7), and no figure is in it after those ahead have moved (C2-6, C2-8)."
            if ahead in table.adjacent((column, row)) and table.has_floor(ahead) and ahead not in taken:
                places[name] = ahead
    return {
        "format": "reach/1",
        "enemies": {name: list(at) for name, at in places.items()},
        "wounds": wounds,
        "fainted": sorted(name for name, lost in wounds.items() if lost == heroes[name].health),
    }


def gravity(dispute: dict) -> dict:
    """One Gravity. form: "Heroes on ladders stay unless lets_go, whoever they are." """
    table = Table(dispute)
    lets_go = table.other_heroes_that_let_go()  # nobody is active here
    state, traps, fainted = table.gravity(table.start(dispute), dispute.get("zone", "all"), lets_go)
    names = [name for name, _ in table.heroes]
    return {
        "format": "reach/1",
        "players": {
            name: list(hero.at) if hero.at else None for name, hero in zip(names, state.heroes, strict=True)
        },
        "enemies": {
            name: list(at) if at else None for (name, _), at in zip(table.enemies, state.enemies, strict=True)
        },
        "traps": {names[number]: [list(cell) for cell in cells] for number, cells in traps.items()},
        "fainted": sorted(names[number] for number in fainted),
    }
