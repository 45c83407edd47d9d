"""The table of one turn: what is printed, who stands where as it begins, the house rules, and its worlds."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from companion.core.patience import Patience
from companion.games.rayman.board import TEENSIES, Board, Space
from companion.games.rayman.dispute import Figure, Turn
from companion.games.rayman.forms import GRANTING, LUMS
from companion.games.rayman.rules import position as pos

MOST_COLUMNS = 160
"""More than a turn can lead on."""
Cause = Literal["projectile", "enemy", "boss", "obstacle"]
PATIENCE = 1_400_000
"""How many steps may be looked at in all searches of a question: ten seconds and 300 MB at most."""
A_WORLD = 8
"""As how many of them a new world counts, by the memory that it takes."""


@lru_cache(maxsize=16)
def printed_on(
    board: Board,
) -> tuple[int, list[int], list[bool], list[bool], list[bool], list[bool], list[int]]:
    """Returns how many laps matter; spaces, floors, low ceilings, walls, obstacles and enemies by place."""
    laps = 4 + MOST_COLUMNS // board.columns
    spaces = [(at // 4, at % 4) for at in range(4 * board.columns)] * laps
    space = [column * 4 + level for column, level in spaces]
    floor = [level > 0 and board.is_floor(column, level) for column, level in spaces]
    low = [level > 0 and board.is_low(column, level) for column, level in spaces]
    wall = [level > 0 and board.is_wall(column, level) for column, level in spaces]
    obstacle = [board.is_obstacle(column, level) for column, level in spaces]
    return laps, space, floor, low, wall, obstacle, numbered(board.enemies, board.columns) * laps


def numbered(spaces: tuple[Space, ...], columns: int) -> list[int]:
    """Numbers some spaces; all others are -1."""
    lap = [-1] * (4 * columns)
    for number, (column, level) in enumerate(spaces):
        lap[column * 4 + level] = number
    return lap


class World(NamedTuple):
    """What a turn has changed on the table: Teensies, projectiles and enemies as bit sets, figures."""

    freed: int = 0
    gone: int = 0
    drawn: int = 0
    dead: int = 0
    covered: int = 0
    figures: pos.Figures = ()


class Table:
    """Everything that stays as it is during a turn, by place; and the worlds that the turn leads to."""

    def __init__(self, turn: Turn) -> None:
        board, player = turn.board, turn.player
        self.patience = turn.patience or Patience(PATIENCE)
        columns = self.columns = board.columns
        self.turn = turn
        self.board = board
        self.options = turn.options
        self.player = player.name
        self.own = near_lap(player.at[0], columns) * 4 + player.at[1]
        """The player's place as the turn begins."""
        self.shift = player.at[0] - self.own // 4
        """How many columns were cut off the player's progress."""
        laps, self.space, self.floor, self.low, self.wall, self.obstacle, self.enemy = printed_on(board)
        self.boss = -1 if turn.boss is None else turn.boss[0] * 4 + turn.boss[1]
        self.shot = numbered(turn.projectiles, columns) * laps
        self.is_busy = [
            self.low[at] or self.obstacle[at] or self.enemy[at] >= 0 or self.shot[at] >= 0 or at == self.boss
            for at in range(4 * columns)
        ] * laps
        self.teensy = {at[0] * 4 + at[1]: TEENSIES.index(colour) for colour, at in board.teensies}
        self.freed = pos.bit_set(TEENSIES, player.freed)
        self.card = pos.CARDS.index(player.legendary or "")
        self.lum = pos.packed({LUMS[player.legendary]: 1}) if player.legendary else 0
        self.counted = pos.packed({GRANTING[player.legendary]: 1}) if player.legendary in GRANTING else 0
        """The icon of which every second one brings a Movement (RAY-LEGEND-8, 14)."""
        self.extra_slaps = turn.enemy_extra_slaps
        self.price = (1 + turn.enemy_extra_slaps) * pos.SLAP
        """What it costs to slap an enemy on entering its space."""
        self.tokens = [[1 << 8 * pos.ICONS.index(icon) for icon in token] for token in turn.drawn]
        self.to_come = [sum(map(sum, self.tokens[number:])) for number in range(len(turn.drawn) + 1)]
        self.others = turn.others
        near = [near_lap(other.at[0], columns) for other in turn.others]
        self.shifts = [other.at[0] - p for other, p in zip(turn.others, near, strict=True)]
        """How many columns were cut off the progress of the others."""
        self.figures = tuple(map(packed_figure, turn.others, near))
        """The other figures as the turn begins."""
        self.untouchable = [other.bubble or other.has_finished(columns) for other in turn.others]
        """Who is in a Bubble, or absent: nobody slaps it."""
        self.harmless = [pos.bit_set(board.enemies, other.defeated) for other in turn.others]
        """The enemies that a player has defeated this round (RAY-PUSH-17)."""
        self.opening = self.pool = 0
        """The position and the pool with which the turn begins, or goes on."""
        self.worlds: list[World] = []
        self.spaces: list[pos.Figures] = []
        """By world the spaces of the other figures."""
        self.pushed: list[int] = []
        """By world the figures that have been slapped, as a bit set."""
        self._numbers: dict[World, int] = {}
        self.farthest = max(3, self.options.smasher_cap) if self.card == pos.SMASHER else 3
        """How far a Slap may reach."""
        self.in_reach: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}

    # Places

    def place(self, figure: int, who: int = pos.NOBODY) -> Space:
        """Returns progress and level of the player's figure, or of another one."""
        shift = self.shift if who == pos.NOBODY else self.shifts[who]
        return ((figure & pos.PLACE) // 4 + shift, figure & 3)

    def at(self, place: Space) -> int:
        """Returns the place of the player's that is meant, -1 where it is off the table."""
        p = place[0] - self.shift
        return p * 4 + place[1] if 0 <= p <= pos.PLACE // 4 else -1

    # Worlds

    def put(self, position: int, world: World) -> int:
        """Returns a position in such a world."""
        number = self._numbers.get(world, -1)
        if number < 0:
            self.patience.spend(A_WORLD)
            number = self._numbers[world] = len(self.worlds)
            self.spaces.append(tuple([self.space[figure & pos.PLACE] for figure in world.figures]))
            self.pushed.append(sum(1 << i for i, one in enumerate(world.figures) if one & pos.F_SLAPPED))
            self.worlds.append(world)
        return position & pos.BELOW_WORLD | number << pos.WORLD

    def world(self, position: int) -> World:
        """Returns the world of a position."""
        return self.worlds[position >> pos.WORLD]

    def without_shot(self, position: int, at: int) -> int:
        """Removes the projectile on a space, if there is one."""
        if self.shot[at] < 0:
            return position
        w = self.worlds[position >> pos.WORLD]
        return self.put(position, w._replace(gone=w.gone | 1 << self.shot[at]))

    def with_covered(self, position: int, at: int) -> int:
        """Covers the enemy on a space where a figure has come to rest (RAY-ENEMY-15)."""
        if self.enemy[at] < 0:
            return position
        w = self.worlds[position >> pos.WORLD]
        return self.put(position, w._replace(covered=w.covered | 1 << self.enemy[at]))

    def has_shot(self, position: int, at: int) -> bool:
        """Tells whether a stationary projectile is on a space."""
        shot = self.shot[at]
        return shot >= 0 and not self.worlds[position >> pos.WORLD].gone >> shot & 1

    def has_enemy(self, position: int, at: int, who: int = pos.NOBODY) -> bool:
        """Tells whether an enemy there does harm to a figure (RAY-ENEMY-4, 7, 9, BOSS-15, PUSH-4, 16, 17)."""
        enemy = self.enemy[at]
        if enemy < 0 or self.space[at] == self.boss:
            return False
        w = self.worlds[position >> pos.WORLD]
        spared = w.dead if who == pos.NOBODY else self.harmless[who]
        return not (spared | w.covered) >> enemy & 1

    def is_guarded(self, position: int, at: int) -> bool:
        """Tells whether an enemy or the Boss has to be met there by the player (RAY-ENEMY-1, BOSS-13)."""
        if self.space[at] == self.boss:
            return not position & pos.BOSS_SLAPPED
        return self.has_enemy(position, at)

    def plays(self, position: int, card: int) -> bool:
        """Tells whether the ability of a Legendary card can be used (RAY-VARIANT-8)."""
        return self.card == card and not position & pos.USED

    def has_three(self, position: int) -> bool:
        """Tells whether the player holds the Teensies that it takes to finish (RAY-FINISH-1)."""
        return (self.freed | self.worlds[position >> pos.WORLD].freed).bit_count() >= 3

    def is_covering(self, position: int) -> bool:
        """Tells whether standing there means being crouched (RAY-CROUCH-1, 3)."""
        at = position & pos.PLACE
        return self.low[at] or self.has_shot(position, at)

    def taken(self, position: int, at: int, who: int = pos.NOBODY) -> bool:
        """Tells whether a figure other than the player's own, or than another one, stands in a space."""
        space, spaces = self.space[at], self.spaces[position >> pos.WORLD]
        if who == pos.NOBODY:
            return space in spaces
        if space == self.space[position & pos.PLACE]:
            return True
        return space in spaces and (spaces[who] != space or spaces.count(space) > 1)

    def met(self, position: int, at: int, who: int = pos.NOBODY) -> list[Cause]:
        """Lists what hits a figure that is moved into a space (RAY-PUSH-4 to 8)."""
        is_boss = self.space[at] == self.boss
        found: list[Cause] = ["projectile"] if self.has_shot(position, at) else []
        found += ["enemy"] if self.has_enemy(position, at, who) else ["boss"] if is_boss else []
        return [*found, "obstacle"] if self.obstacle[at] else found


def near_lap(p: int, columns: int) -> int:
    """Returns a progress with as many laps cut off as make no difference."""
    return p if p < 2 * columns else columns + p % columns


def packed_figure(figure: Figure, p: int) -> int:
    """Returns a figure as a number, so many columns on."""
    marks = {pos.HELD_HEART: figure.heart, pos.IMMUNE: figure.immune, pos.F_SLAPPED: figure.is_pushed}
    return p * 4 + figure.at[1] | sum(mark for mark, is_set in marks.items() if is_set)
