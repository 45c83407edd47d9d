"""Rayman as the rest of the companion sees it; what only some commands need is loaded when it is called."""

from __future__ import annotations

from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.clause import load_clauses
from companion.core.command import Command
from companion.core.errors import Illegal
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.protocol import Game, Manifest, on_call
from companion.games.rayman import ranking
from companion.games.rayman.chance import chance
from companion.games.rayman.commands import RaymanCommand
from companion.games.rayman.corrections import put
from companion.games.rayman.decide import decide
from companion.games.rayman.editor import EDITOR
from companion.games.rayman.entities import CONTENT_KINDS
from companion.games.rayman.events import RaymanEvent
from companion.games.rayman.evolve import evolve
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.lessons import LEGEND, PHASES
from companion.games.rayman.naming import place_meant
from companion.games.rayman.options import TOURNAMENT_POINTS
from companion.games.rayman.problems import problems
from companion.games.rayman.questions import questions
from companion.games.rayman.report import report
from companion.games.rayman.scene import expected_scene, hero_player
from companion.games.rayman.start import new_state
from companion.games.rayman.state import State
from companion.games.rayman.upgrade import upgrade


def _check_figure(state: State, figure: str) -> None:
    """Refuses to move a figure in another one's turn."""
    if state.turn is not None and hero_player(state, figure) != state.turn.player:
        raise Illegal(say("rayman.refuse.not_your_turn", player=state.turn.player), clauses=("RAY-INIT-1",))


def _reachable(state: State, figure: str) -> tuple[str, ...]:
    from companion.games.rayman.running import reachable

    return reachable(state) if state.turn and hero_player(state, figure) == state.turn.player else ()


def _costly(state: State, figure: str) -> tuple[str, ...]:
    from companion.games.rayman.running import costly

    return costly(state) if state.turn and hero_player(state, figure) == state.turn.player else ()


def _ways_to(state: State, figure: str, space: str) -> tuple[Way, ...]:
    from companion.games.rayman.ways import ways_to

    _check_figure(state, figure)
    return ways_to(state, space)


def _put(state: State, figure: str, space: str) -> Command | None:
    player = hero_player(state, figure)
    to = None if player is None else place_meant(state, space, state.racer(player).at[0])
    return None if player is None or to is None else put(player, to)


def _dispute(state: State, figure: str, space: str) -> Json:
    from companion.games.rayman.running import dispute_form

    _check_figure(state, figure)
    return dispute_form(state, space)


def _reach(dispute: Json, content: Content) -> Json:
    from companion.games.rayman.judge import reach

    return {"spaces": list(reach(dispute, content))}


def _leader(state: State) -> str | None:
    """Returns who is ahead: in the tournament if there are points, else in the race."""
    if state.tournament is not None and state.tournament.points:
        return ranking.rank_tournament(state)[0].player
    first, *others = ranking.rank_race(state)
    return None if others and others[0].place == first.place else first.player


GAME = Game[State](
    manifest=Manifest(
        id="rayman",
        title=say("rayman.title"),
        summary=say("rayman.summary"),
        min_players=1,
        max_players=6,
        default_pack="rayman-sample",
        points=TOURNAMENT_POINTS,
    ),
    legend=LEGEND,
    flow=Flow(
        (
            Phase(
                "setup", say("rayman.phase.setup"), TurnOrder.CLOCKWISE, is_once=True, clause=PHASES["setup"]
            ),
            Phase("dangers", say("rayman.phase.dangers"), TurnOrder.TABLE, clause=PHASES["dangers"]),
            Phase("choose", say("rayman.phase.choose"), TurnOrder.TOGETHER, clause=PHASES["choose"]),
            Phase("turns", say("rayman.phase.turns"), TurnOrder.BY_INITIATIVE, clause=PHASES["turns"]),
            Phase("end", say("rayman.phase.end"), TurnOrder.TABLE, clause=PHASES["end"]),
            Phase("over", say("rayman.phase.over"), TurnOrder.TABLE, is_once=True, clause=PHASES["over"]),
        )
    ),
    clauses=load_clauses("companion.games.rayman"),
    content_kinds=CONTENT_KINDS,
    state_type=State,
    command_type=RaymanCommand,
    event_type=RaymanEvent,
    editor=EDITOR,
    upgrade=upgrade,
    questions=questions,
    new_state=new_state,
    legal_commands=legal_commands,
    chance=chance,
    decide=decide,
    evolve=evolve,
    problems=problems,
    outcome=lambda state: state.outcome,
    round_of=lambda state: state.round,
    leader=_leader,
    view=on_call("companion.games.rayman.view:view"),
    describe=on_call("companion.games.rayman.labels:describe"),
    layout=on_call("companion.games.rayman.layout:layout"),
    expected_scene=expected_scene,
    interpret=on_call("companion.games.rayman.interpret:interpret"),
    reachable=_reachable,
    costly=_costly,
    put=_put,
    ways_to=_ways_to,
    dispute=_dispute,
    judge=on_call("companion.games.rayman.judge:judge"),
    reach=_reach,
    report=report,
)
