"""Who is ahead, who is last, and the points of a tournament."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.outcome import Rank
from companion.games.rayman.state import Racer, State


def _initiative(racer: Racer) -> int:
    return -1 if racer.initiative is None else racer.initiative


def rank_race(state: State) -> tuple[Rank, ...]:
    """Ranks all players: finishers by distance and initiative, then the others (RAY-RANK-1 to 4)."""

    def standing(racer: Racer) -> tuple[int, ...]:
        if racer.has_finished:
            return (1, racer.at[0] % state.board.columns, _initiative(racer), 0)
        return (0, racer.at[0], racer.at[1], _initiative(racer))

    ordered = sorted(state.racers, key=standing, reverse=True)
    ranks: list[Rank] = []
    for index, racer in enumerate(ordered):
        is_shared = index > 0 and standing(racer) == standing(ordered[index - 1])
        place = ranks[-1].place if is_shared else index + 1
        ranks.append(Rank(racer.name, place, racer.at[0]))
    return tuple(ranks)


def from_rear(state: State) -> tuple[Racer, ...]:
    """Lists the players still racing, the rearmost first (RAY-ROUND-10, 11)."""
    racing = [racer for racer in state.racers if not racer.has_finished and not racer.is_absent]
    return tuple(sorted(racing, key=lambda racer: (racer.at, _initiative(racer), -racer.seat)))


def points_for(state: State, ranks: tuple[Rank, ...]) -> dict[str, int]:
    """Returns the tournament points of a race (RAY-TOUR-2, 3)."""
    return points_at(state, {rank.player: rank.place for rank in ranks})


def points_at(state: State, places: Mapping[str, int]) -> dict[str, int]:
    """Returns the tournament points of places, later ones scoring as the last of the scale."""
    scale = state.options.tournament_points
    if not scale:
        return {}
    return {name: scale[min(place, len(scale)) - 1] for name, place in places.items()}


def rank_tournament(state: State) -> tuple[Rank, ...]:
    """Ranks the players by their points over all races (RAY-TOUR-4)."""
    assert state.tournament is not None
    points = state.tournament.points
    ordered = sorted(state.racers, key=lambda racer: -points.get(racer.name, 0))
    ranks: list[Rank] = []
    for index, racer in enumerate(ordered):
        score = points.get(racer.name, 0)
        place = ranks[-1].place if index and ranks[-1].score == score else index + 1
        ranks.append(Rank(racer.name, place, score))
    return tuple(ranks)
