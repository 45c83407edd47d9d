"""The table of one turn: what is printed, who stands where as it begins, the house rules, and its worlds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.games.rayman.board import TEENSIES, Board, Space
from companion.games.rayman.options import Options
from companion.games.rayman.rules import position as pos


class Printed:
    """What is printed on a board, by place over some laps, one column back included."""

    def __init__(self, board: Board, laps: int) -> None:
        spaces = range(4 * board.columns)
        low = [at % 4 > 0 and board.is_low(at // 4, at % 4) for at in spaces]
        obstacle = [board.is_obstacle(at // 4, at % 4) for at in spaces]
        self.space = list(spaces) * laps
        self.floor = [at % 4 > 0 and board.is_floor(at // 4, at % 4) for at in spaces] * laps
        self.low = low * laps
        self.wall = [at % 4 > 0 and board.is_wall(at // 4, at % 4) for at in spaces] * laps
        self.obstacle = obstacle * laps
        self.enemy = numbered(board.enemies, board.columns, laps)
        self.is_busy = [low[at] or obstacle[at] or self.enemy[at] >= 0 for at in spaces] * laps


@lru_cache(maxsize=16)
def printed_on(board: Board, laps: int) -> Printed:
    """Returns what is printed on a board, worked out once."""
    return Printed(board, laps)


def numbered(spaces: tuple[Space, ...], columns: int, laps: int) -> list[int]:
    """Numbers some spaces by place; all others are -1."""
    lap = [-1] * (4 * columns)
    for number, (column, level) in enumerate(spaces):
        lap[column * 4 + level] = number
    return lap * laps


@dataclass
class World:
    """What a turn has changed on the table: Teensies, projectiles and enemies as bit sets, figures."""

    freed: int
    gone: int
    drawn: int
    dead: int
    covered: int
    figures: pos.Figures
    spaces: pos.Figures
    pushed: int


@dataclass
class Other:
    """Another player's figure as the turn begins."""

    name: str
    figure: int
    is_marked: bool = False
    """Slapped before in this round."""
    is_safe: bool = False
    """In a Bubble, or absent: nobody slaps it."""
    has_three: bool = False
    harmless: int = 0
    """The enemies that its player has defeated this round (RAY-PUSH-17)."""
    shift: int = 0
    """How many columns were cut off its progress."""


class Table:
    """Everything that stays as it is during a turn, by place; and the worlds that the turn leads to."""

    def __init__(
        self,
        board: Board,
        options: Options,
        *,
        card: str | None = None,
        freed: tuple[str, ...] = (),
        boss: Space | None = None,
        shots: tuple[Space, ...] = (),
        extra_slaps: int = 0,
        tokens: tuple[tuple[str, ...], ...] = (),
        farthest: int = 0,
    ) -> None:
        columns = board.columns
        self.board = board
        self.columns = columns
        self.options = options
        self.laps = max(farthest + 160, 2 * columns) // columns + 2
        printed = printed_on(board, self.laps)
        self.space = printed.space
        self.floor = printed.floor
        self.low = printed.low
        self.wall = printed.wall
        self.obstacle = printed.obstacle
        self.enemy = printed.enemy
        self.shots = shots
        self.shot = numbered(shots, columns, self.laps)
        self.boss = -1 if boss is None else boss[0] * 4 + boss[1]
        self.teensy = {at[0] * 4 + at[1]: TEENSIES.index(colour) for colour, at in board.teensies}
        self.freed = sum(1 << TEENSIES.index(colour) for colour in freed)
        to_free = sum(1 for colour in self.teensy.values() if not self.freed >> colour & 1)
        self.may_finish = self.freed.bit_count() + to_free >= 3
        self.card = pos.CARDS.index(card or "")
        self.lum = pos.LUMS[self.card]
        self.extra_slaps = extra_slaps
        self.price = (1 + extra_slaps) * pos.SLAP
        """What it costs to slap an enemy on entering its space."""
        self.tokens = [[1 << 8 * pos.ICONS.index(icon) for icon in token] for token in tokens]
        self.to_come = [
            sum(sum(token) for token in self.tokens[number:]) for number in range(len(tokens) + 1)
        ]
        self.others: list[Other] = []
        self.is_busy = list(printed.is_busy)
        for at in range(0, len(self.is_busy), 4 * columns):
            for column, level in shots if boss is None else (*shots, boss):
                self.is_busy[at + column * 4 + level] = True
        self.is_loose = False
        """Whether hazards are a choice, as the bound takes them."""
        self._read_options(options)
        self.worlds: list[World] = []
        self._numbers: dict[tuple[int, int, int, int, int, pos.Figures], int] = {}
        self.slap_range = max(3, self.smasher_range) if self.card == pos.SMASHER else 3
        self.in_reach: dict[int, dict[int, tuple[int, int]]] = {}
        self.in_sight: dict[int, list[tuple[int, int, int]]] = {}

    def _read_options(self, options: Options) -> None:
        self.damage_ends_turn = options.damage_ends_turn
        self.is_stop_only = options.obstacle_mode == "stop_only"
        self.heart_optional = options.heart_optional
        self.heart_gives_immunity = options.heart_gives_immunity
        self.walls_stop_retreat = options.walls_stop_retreat
        self.is_blocked_at_line = options.finish_gate == "blocked_at43"
        self.perches = options.perches
        self.covered_enemy_slap = options.covered_enemy_slap
        self.slap_manhattan = options.slap_manhattan
        self.thick_blocks_side_slap = options.thick_blocks_side_slap
        self.sneaker_strict_icons = options.sneaker_strict_icons
        self.drifter_free = options.drifter_free
        self.legendary_once = options.legendary_once
        self.slap_limit = pos.SLAP_LIMITS.index(options.slap_limit)
        self.back_wall = pos.BACK_WALLS.index(options.back_wall_no_heart)
        self.smasher_range = options.smasher_cap
        self.retreat = options.damage_retreat

    # Worlds

    def put(
        self, position: int, freed: int, gone: int, drawn: int, dead: int, covered: int, figures: pos.Figures
    ) -> int:
        """Returns a position in such a world."""
        key = (freed, gone, drawn, dead, covered, figures)
        number = self._numbers.get(key, -1)
        if number < 0:
            number = self._numbers[key] = len(self.worlds)
            spaces = tuple([self.space[figure & pos.PLACE] for figure in figures])
            pushed = sum(1 << i for i, figure in enumerate(figures) if figure & pos.F_SLAPPED)
            self.worlds.append(World(freed, gone, drawn, dead, covered, figures, spaces, pushed))
        return position & pos.BELOW_WORLD | number << pos.WORLD

    def world(self, position: int) -> World:
        """Returns the world of a position."""
        return self.worlds[position >> pos.WORLD]

    def without_shot(self, position: int, at: int) -> int:
        """Removes the projectile on a space, if there is one."""
        shot = self.shot[at]
        if shot < 0:
            return position
        if self.is_loose:
            return position | pos.SHOT_GONE
        w = self.worlds[position >> pos.WORLD]
        return self.put(position, w.freed, w.gone | 1 << shot, w.drawn, w.dead, w.covered, w.figures)

    def with_covered(self, position: int, at: int) -> int:
        """Covers the enemy on a space where a figure has come to rest (RAY-ENEMY-15)."""
        enemy = self.enemy[at]
        if enemy < 0:
            return position
        w = self.worlds[position >> pos.WORLD]
        return self.put(position, w.freed, w.gone, w.drawn, w.dead, w.covered | 1 << enemy, w.figures)

    def has_shot(self, position: int, at: int) -> bool:
        """Tells whether a stationary projectile is on a space."""
        shot = self.shot[at]
        if shot < 0 or position & pos.SHOT_GONE:
            return False
        return not self.worlds[position >> pos.WORLD].gone >> shot & 1

    def is_boss_alone(self, at: int) -> bool:
        """Tells whether the Boss lets nobody rest there: only column 0 is shared with it (RAY-REST-5)."""
        return self.space[at] == self.boss and self.space[at] >= 4

    def has_enemy(self, position: int, at: int) -> bool:
        """Tells whether an enemy there has to be dealt with by the player (RAY-ENEMY-4, 7, BOSS-15)."""
        enemy = self.enemy[at]
        if enemy < 0 or self.space[at] == self.boss:
            return False
        w = self.worlds[position >> pos.WORLD]
        return not (w.dead | w.covered) >> enemy & 1

    def is_covering(self, position: int) -> bool:
        """Tells whether standing there means being crouched (RAY-CROUCH-1, 3)."""
        at = position & pos.PLACE
        return self.low[at] or self.has_shot(position, at)

    def taken(self, position: int, at: int, but: int, own: int) -> bool:
        """Tells whether a figure (but one) stands in a space; `own` is the player's space, or -1."""
        space, spaces = self.space[at], self.worlds[position >> pos.WORLD].spaces
        if space == own:
            return True
        return space in spaces and (but == pos.NOBODY or spaces[but] != space or spaces.count(space) > 1)

    # Words

    def enemies_on(self, spaces: Iterable[Space]) -> int:
        """Returns the enemies on some spaces as a bit set."""
        chosen = set(spaces)
        return sum(1 << number for number, at in enumerate(self.board.enemies) if at in chosen)

    def place(self, at: int) -> Space:
        """Returns progress and level."""
        return ((at & pos.PLACE) >> 2, at & 3)


def near_lap(p: int, columns: int) -> int:
    """Returns a progress with as many laps cut off as make no difference."""
    return p if p < pos.FAR + 2 * columns else p - (p - pos.FAR) // columns * columns
