"""The table of a Rayman yardstick: the dispute/1 document read into plain sets, and one state of a turn.

Nothing here comes from the product. `T:n` is line n of the model of a turn, `C1-n` and `C5-n` are rulings,
`Bn` the comparison of the two rulebooks, `001:n` line n of the English one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Space = tuple[int, int]
"""A column of the cardboard and a level."""

ICONS = ("move", "jump", "slap", "glide", "crouch", "heart", "lums", "wild")
"""What a pool holds; a wild is an icon of a token that nobody has seen yet (C5-29)."""

LUMS = {
    "weaver": "crouch",
    "drifter": "glide",
    "smasher": "slap",
    "dasher": "move",
    "sneaker": "heart",
    "scrambler": "jump",
}
"""What a Lums icon is traded for (T:84)."""

PAIRED = {"drifter": "glide", "sneaker": "crouch"}
"""The icon of which every two bring a Movement (T:88, T:91)."""

OPTIONS: dict[str, Any] = {
    "damage_ends_turn": True,
    "obstacle_mode": "enter",
    "heart_optional": True,
    "heart_gives_immunity": False,
    "walls_stop_retreat": False,
    "finish_gate": "lap_again",
    "perches": False,
    "covered_enemy_slap": False,
    "slap_limit": "per_round",
    "slap_manhattan": False,
    "thick_blocks_side_slap": False,
    "back_wall_no_heart": "nothing",
    "sneaker_strict_icons": False,
    "drifter_free": False,
    "smasher_cap": 3,
    "legendary_once": False,
    "damage_retreat": 2,
}
"""The house rules that change a turn, with their defaults; every other key changes nothing here."""


class Other(NamedTuple):
    """Another player's figure."""

    p: int
    l: int  # noqa: E741
    heart: bool
    immune: bool
    slapped: bool
    finished: bool


class State(NamedTuple):
    """Everything about a turn that can change, the pool included (T:17-19)."""

    p: int
    l: int  # noqa: E741
    stance: str
    pool: tuple[int, ...]
    heart: bool
    immune: bool
    """Hurt in this turn already, which goes on (`damage_ends_turn` off), or by `heart_gives_immunity`."""
    air_moves: int
    """How many Movements are left in the air before gravity pulls (T:42, T:90)."""
    in_row: bool
    """Whether the last step of the figure was a Jump from level 1 to level 2 (T:93, C5-33)."""
    pairs: int
    """0 or 1: the icons that came into the pool and still wait for a second one (C1-44)."""
    ability_used: bool
    """Whether `legendary_once` has used up the active part of the Legendary card (C5-20)."""
    boss_slapped: bool
    defeated: frozenset[Space]
    freed: frozenset[str]
    slapped: frozenset[str]
    covered: frozenset[Space]
    projectiles: frozenset[Space]
    draws: int
    others: tuple[Other, ...]

    def has(self, icon: str, count: int = 1) -> bool:
        return self.pool[ICONS.index(icon)] >= count

    def plus(self, icon: str, count: int) -> State:
        place = ICONS.index(icon)
        pool = (*self.pool[:place], self.pool[place] + count, *self.pool[place + 1 :])
        return self._replace(pool=pool)

    def minus(self, icon: str, count: int = 1) -> State:
        assert self.has(icon, count)
        return self.plus(icon, -count)

    def with_other(self, index: int, other: Other) -> State:
        return self._replace(others=(*self.others[:index], other, *self.others[index + 1 :]))


def columns_of(text: str) -> list[int]:
    """Reads a list of columns like "3-6,10"."""
    found: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def space(pair: Any) -> Space:
    return (int(pair[0]), int(pair[1]))


class Table:
    """What does not change in a turn: the board, the options, the drawn tokens, who the others are."""

    def __init__(self, document: dict[str, Any]) -> None:
        board = document["board"]
        self.columns = int(board["columns"])
        self.platforms = {
            (column, int(level))
            for level, text in board.get("platforms", {}).items()
            for column in columns_of(text)
        }
        self.thick = {
            (column, int(level))
            for level, text in board.get("thick", {}).items()
            for column in columns_of(text)
        }
        self.walls = {space(wall) for wall in board.get("walls", [])}
        self.obstacles = set(columns_of(board.get("obstacles", "")))
        self.enemies = {space(enemy) for enemy in board.get("enemies", [])}
        self.teensies = {colour: space(at) for colour, at in board.get("teensies", {}).items()}
        self.boss: Space | None = space(document["boss"]) if document.get("boss") else None
        self.options = {**OPTIONS, **document.get("options", {})}
        self.extra_slaps = int(document.get("effects", {}).get("enemy_extra_slaps", 0))
        turn = document["turn"]
        self.drawn = [tuple(token) for token in turn.get("drawn", [])]
        self.unseen_tokens = False
        """Whether each further token is two wilds, to ask what a player may still hope for (C5-29)."""
        self.player = document["players"][turn["player"]]
        self.names = [name for name in document["players"] if name != turn["player"]]
        self.who = [document["players"][name] for name in self.names]
        self.legend: str | None = self.player.get("legendary")
        self.held = frozenset(self.player.get("freed", []))
        self.bubble = bool(self.player.get("bubble", False))
        self.start = self._start(document)

    def _start(self, document: dict[str, Any]) -> State:
        others = tuple(
            Other(
                who["at"][0],
                who["at"][1],
                bool(who.get("heart", False)),
                bool(who.get("immune", False)),
                bool(who.get("slapped", False)),
                self._is_finished(who),
            )
            for who in self.who
        )
        at = self.player["at"]
        figures = {self.space_of(at[0], at[1])} | {self.space_of(other.p, other.l) for other in others}
        state = State(
            p=at[0],
            l=at[1],
            stance="stand",
            pool=(0,) * len(ICONS),
            heart=bool(self.player.get("heart", False)),
            immune=False,  # immunity ends when the own turn begins (001:378)
            air_moves=0,
            in_row=False,
            pairs=0,
            ability_used=False,
            boss_slapped=False,
            defeated=frozenset(),
            freed=frozenset(),
            slapped=frozenset(),
            covered=frozenset(self.enemies & figures),  # T:49, the own figure included
            projectiles=frozenset(space(at) for at in document.get("projectiles", [])),
            draws=0,
            others=others,
        )
        for icon, count in document["turn"].get("actions", {}).items():
            state = self.gain(state, icon, int(count))
        column = self.space_of(*at)
        if self._is_finished(self.player):
            return state._replace(stance="finished")
        if not self.floor(*column):
            is_perched = self.options["perches"] and self.figure_below(state, *column)
            return state if is_perched else state._replace(stance="drop")
        if self.is_obstacle(*column):
            return state._replace(stance="hurdle")
        return state

    def _is_finished(self, who: dict[str, Any]) -> bool:
        """Whether a player is over the line; left out: at or past it with three freed (formats, C5-36)."""
        told = who.get("finished")
        return (
            bool(told)
            if told is not None
            else who["at"][0] >= self.columns and len(who.get("freed", [])) >= 3
        )

    def space_of(self, p: int, level: int) -> Space:
        """The space of the cardboard (T:9)."""
        return (p % self.columns, level)

    def floor(self, column: int, level: int) -> bool:
        """T:10."""
        return level == 1 or (column, level) in self.platforms or (column, level - 1) in self.thick

    def is_obstacle(self, column: int, level: int) -> bool:
        """T:14."""
        return level == 1 and column in self.obstacles

    def has_wall(self, p: int, level: int, direction: int) -> bool:
        """Whether a wall is on the edge that a step in that direction crosses (T:13)."""
        return ((p if direction > 0 else p - 1) % self.columns, level) in self.walls

    def figures(self, state: State, without: int | None) -> set[Space]:
        """The spaces of all figures but one: an index among the others, or None for the player's own."""
        found = {
            self.space_of(other.p, other.l) for index, other in enumerate(state.others) if index != without
        }
        if without is not None:
            found.add(self.space_of(state.p, state.l))
        return found

    def figure_below(self, state: State, column: int, level: int, without: int | None = None) -> bool:
        return (column, level - 1) in self.figures(state, without)

    def carries(self, state: State, column: int, level: int, without: int | None) -> bool:
        """Whether a figure can rest there: a floor, or with `perches` a figure right below (C1-28)."""
        if self.floor(column, level):
            return True
        return bool(self.options["perches"]) and self.figure_below(state, column, level, without)

    def gain(self, state: State, icon: str, count: int) -> State:
        """Puts icons into the pool, with the Movements that pairs of them bring (T:88, T:91, C1-44)."""
        state = state.plus(icon, count)
        if PAIRED.get(self.legend or "") == icon:
            together = state.pairs + count
            state = state._replace(pairs=together % 2).plus("move", together // 2)
        return state

    def use_ability(self, state: State) -> State:
        """Marks the one use of a Legendary ability where the house rule counts it (`legendary_once`)."""
        return state._replace(ability_used=bool(self.options["legendary_once"]))

    def is_harmless(self, state: State, at: Space) -> bool:
        """Whether an enemy counts as defeated for everybody: covered, or under the Boss (T:49-51, C5-28)."""
        return at in state.covered or at == self.boss

    def holds_three(self, state: State) -> bool:
        return len(self.held | state.freed) >= 3
