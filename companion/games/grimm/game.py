"""The Grimm tales race as the rest of the companion sees it."""

from __future__ import annotations

from companion.core.clause import load_clauses
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import say
from companion.games.grimm.chance import chance
from companion.games.grimm.commands import GrimmCommand
from companion.games.grimm.content import CONTENT_KINDS
from companion.games.grimm.corrections import put
from companion.games.grimm.decide import decide, legal_commands
from companion.games.grimm.describe import describe
from companion.games.grimm.editor import GrimmEditor
from companion.games.grimm.events import GrimmEvent
from companion.games.grimm.evolve import evolve
from companion.games.grimm.explore import costly, reachable, ways_to
from companion.games.grimm.judge import dispute_of, judge, reach
from companion.games.grimm.lessons import LEGEND, PHASES
from companion.games.grimm.outcome import leader, outcome, problems, report
from companion.games.grimm.setup import MAX_PLAYERS, MIN_PLAYERS, layout, new_state, questions
from companion.games.grimm.sight import expected_scene, interpret
from companion.games.grimm.state import State
from companion.games.grimm.upgrade import upgrade
from companion.games.grimm.view import view
from companion.games.protocol import Game, Manifest

GAME = Game[State](
    manifest=Manifest(
        "grimm", say("grimm.title"), say("grimm.summary"), MIN_PLAYERS, MAX_PLAYERS, "grimm-sample"
    ),
    legend=LEGEND,
    flow=Flow(
        (
            Phase("setup", say("grimm.phase.setup"), TurnOrder.TABLE, is_once=True, clause=PHASES["setup"]),
            Phase("prepare", say("grimm.phase.prepare"), TurnOrder.TOGETHER, clause=PHASES["prepare"]),
            Phase("move", say("grimm.phase.move"), TurnOrder.CLOCKWISE, clause=PHASES["move"]),
            Phase("finish", say("grimm.phase.finish"), TurnOrder.TOGETHER, clause=PHASES["finish"]),
            Phase("over", say("grimm.phase.over"), TurnOrder.TABLE, is_once=True, clause=PHASES["over"]),
        )
    ),
    clauses=load_clauses("companion.games.grimm"),
    content_kinds=CONTENT_KINDS,
    state_type=State,
    command_type=GrimmCommand,
    event_type=GrimmEvent,
    editor=GrimmEditor(),
    questions=questions,
    new_state=new_state,
    legal_commands=legal_commands,
    chance=chance,
    decide=decide,
    evolve=evolve,
    problems=problems,
    outcome=outcome,
    leader=leader,
    view=view,
    describe=describe,
    layout=layout,
    expected_scene=expected_scene,
    interpret=interpret,
    reachable=reachable,
    costly=costly,
    ways_to=ways_to,
    put=put,
    dispute=dispute_of,
    judge=judge,
    reach=reach,
    upgrade=upgrade,
    report=report,
)
