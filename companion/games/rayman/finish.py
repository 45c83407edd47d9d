"""How a race ends, and what the ranking is then."""

from __future__ import annotations

from companion.core.message import Message, say
from companion.core.outcome import Outcome, Rank
from companion.games.rayman.course import Course
from companion.games.rayman.events import GameEnded, RaceScored, TurnEnded
from companion.games.rayman.naming import boss_said
from companion.games.rayman.ranking import points_for, rank_race, rank_tournament
from companion.games.rayman.state import State, Task


def lose_to_boss(course: Course, name: str) -> None:
    """Ends a team's game in defeat; `name` is the player whose damage ended it, if one alone did."""
    state = course.state
    if state.kind == "solo":
        because = say("rayman.end.solo_hurt", player=name, boss=boss_said(state))
    elif name:
        because = say("rayman.end.coop_hurt", player=name, boss=boss_said(state))
    else:
        because = say("rayman.end.all_bubbled", boss=boss_said(state))
    end(course, (), because)


def is_last_round(state: State) -> bool:
    """Tells whether the table wants to play no further round (RAY-ROUND-17)."""
    limit = state.options.round_limit
    return limit is not None and state.round >= limit


def check_end(course: Course) -> bool:
    """Ends the race if the round decided it (RAY-FINISH-2, COOP-1, BOSS-17, 18, VARIANT-2, ROUND-17)."""
    state = course.state
    finished = [racer.name for racer in state.racers if racer.has_finished]
    has_boss_finished = state.boss is not None and state.boss.has_finished
    if state.is_team:
        racing = [racer for racer in state.racers if not racer.is_absent]
        if racing and all(racer.has_finished for racer in racing):
            said = say("rayman.end.team_won", boss=boss_said(state))
            if state.kind == "solo":
                said = say("rayman.end.solo_won", boss=boss_said(state), player=finished[0])
            end(course, tuple(finished), said)
        elif has_boss_finished:
            end(course, (), say("rayman.end.boss_won", boss=boss_said(state)))
        elif is_last_round(state):
            end(course, (), say("rayman.end.round_limit", rounds=state.round))
        else:
            return False
        return True
    if finished:
        ranks = rank_race(state)
        winners = tuple(rank.player for rank in ranks if rank.place == 1)
        if len(winners) == 1:
            end(course, winners, say("rayman.end.won", player=winners[0]), ranks)
        else:
            end(course, winners, say("rayman.end.shared", players=", ".join(winners)), ranks)
    elif has_boss_finished and state.options.boss_first == "nobody_wins":
        end(course, (), say("rayman.end.boss_won", boss=boss_said(state)))
    elif is_last_round(state):
        ranks = rank_race(state)
        winners = tuple(rank.player for rank in ranks if rank.place == 1)
        end(course, winners, say("rayman.end.round_limit", rounds=state.round), ranks)
    else:
        return False
    return True


def end(
    course: Course, winners: tuple[str, ...], because: Message, ranks: tuple[Rank, ...] | None = None
) -> None:
    """Ends the race: the night is over, or a tournament goes on to its next board."""
    state = course.state
    if ranks is None:
        ranks = () if state.is_team and not winners else rank_race(state)
    course.drop_tasks()
    if state.turn is not None:
        course.emit(TurnEnded(state.turn.player))
    if state.tournament is None:
        course.emit(GameEnded(Outcome(winners, ranks, because)))
        return
    places = {rank.player: rank.place for rank in ranks}
    points = points_for(state, ranks if winners else ())
    course.emit(RaceScored(places, points))
    tournament = course.state.tournament
    assert tournament is not None
    if tournament.race + 1 < len(tournament.boards):
        course.do_next(Task("next_race", number=tournament.race + 1))
        return
    total = rank_tournament(course.state)
    best = tuple(rank.player for rank in total if rank.place == 1)
    said = say("rayman.end.tournament", players=", ".join(best), points=total[0].score)
    course.emit(GameEnded(Outcome(best, total, said)))


def outcome(state: State) -> Outcome | None:
    """Returns how the night ended, or None while it goes on."""
    return state.outcome
