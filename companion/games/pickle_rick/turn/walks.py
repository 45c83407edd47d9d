"""What a single Russian figure can come to while tiles are turned."""

from __future__ import annotations

from companion.games.pickle_rick.turn.lockdowns import Outcome, Turns, after_turns, outcome
from companion.games.pickle_rick.turn.russians import Figure, FigureStep, figure_steps
from companion.games.pickle_rick.turn.tiles import Map, Place

Walk = tuple[tuple[int, FigureStep], ...]
"""What a figure did, each step with the number of tiles turned before it."""


Profile = dict[tuple[Place, Outcome], Walk]


class Walker:
    """Walks single figures, each way of turned tiles once."""

    def __init__(self, tiles: Map, rick: Place, bonus: int) -> None:
        self._tiles = tiles
        self._rick = rick
        self.bonus = bonus
        self._known: dict[tuple[Figure, Turns], Profile] = {}

    def is_near(self, figure: Figure, place: Place) -> bool:
        """Tells whether a tile can matter to what a figure does."""
        away = abs(figure.at[0] - place[0]) + abs(figure.at[1] - place[1])
        return away <= figure.limit + self.bonus + 1

    def profile(self, figure: Figure, turned: Turns) -> Profile:
        """Lists all that a figure can come to while the tiles are turned in this order."""
        if not any(self.is_near(figure, one.place) for one in turned):
            turned = ()
        key = (figure, turned)
        if key not in self._known:
            self._known[key] = self._walk(figure, turned)
        return self._known[key]

    def _walk(self, figure: Figure, turned: Turns) -> Profile:
        rick = self._rick
        maps: list[Map] = [self._tiles]
        for one in turned:
            maps.append(after_turns(maps[-1], (one,)))
        last = len(turned)
        start = (figure, 0, 0)
        walks: dict[tuple[Figure, int, int], Walk] = {start: ()}
        waiting = [start]
        found: Profile = {}
        for now, bonus, phase in waiting:
            walk = walks[now, bonus, phase]
            onward = [] if phase == last else [((now, bonus, phase + 1), walk)]
            onward += [
                ((step.after, bonus + step.bonus, phase), (*walk, (phase, step)))
                for step in figure_steps(maps[phase], rick, now)
                if bonus + step.bonus <= self.bonus
            ]
            for key, way in onward:
                if key not in walks:
                    walks[key] = way
                    waiting.append(key)
            if phase == last:
                found.setdefault((now.at, outcome(maps[phase], rick, figure, now, bonus)), walk)
        return found
