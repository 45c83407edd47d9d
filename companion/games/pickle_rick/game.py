"""The Pickle Rick game as the rest of the companion sees it."""

from __future__ import annotations

from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.clause import load_clauses
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import say
from companion.core.verdict import Verdict
from companion.games.pickle_rick.chance import SYMBOL_DIE, chance
from companion.games.pickle_rick.commands import PickleRickCommand
from companion.games.pickle_rick.content import CONTENT_KINDS
from companion.games.pickle_rick.corrections import put
from companion.games.pickle_rick.decide import decide
from companion.games.pickle_rick.describe import describe
from companion.games.pickle_rick.dispute import judge as court
from companion.games.pickle_rick.dispute.writing import dispute_of
from companion.games.pickle_rick.editor import PickleRickEditor
from companion.games.pickle_rick.events import PickleRickEvent
from companion.games.pickle_rick.evolve import evolve
from companion.games.pickle_rick.legal import legal_commands
from companion.games.pickle_rick.lessons import LEGEND, PHASES
from companion.games.pickle_rick.outcome import leader, outcome, problems, report
from companion.games.pickle_rick.screen.drawing import mat, printed_tiles
from companion.games.pickle_rick.screen.view import view
from companion.games.pickle_rick.setup import MAX_PLAYERS, MIN_PLAYERS, layout, new_state, questions
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.ways import costly, expected_scene, interpret, reachable, ways_to
from companion.games.protocol import Game, Manifest


def judge(document: Json, content: Content) -> Verdict:
    """Decides a dispute/1 document; it describes its board itself, so content does not matter."""
    return court.judge(document)


def reach(document: Json, content: Content) -> Json:
    """Answers where a disputed turn can end."""
    return court.reach(document)


GAME = Game[State](
    manifest=Manifest(
        "pickle_rick",
        say("pickle_rick.title"),
        say("pickle_rick.summary"),
        MIN_PLAYERS,
        MAX_PLAYERS,
        "pickle-rick-sample",
    ),
    legend=LEGEND,
    flow=Flow(
        (
            Phase(
                "setup", say("pickle_rick.phase.setup"), TurnOrder.TABLE, is_once=True, clause=PHASES["setup"]
            ),
            Phase("roll", say("pickle_rick.phase.roll"), TurnOrder.CLOCKWISE, clause=PHASES["roll"]),
            Phase("reroll", say("pickle_rick.phase.reroll"), TurnOrder.CLOCKWISE, clause=PHASES["reroll"]),
            Phase("spend", say("pickle_rick.phase.spend"), TurnOrder.CLOCKWISE, clause=PHASES["spend"]),
            Phase(
                "over", say("pickle_rick.phase.over"), TurnOrder.TABLE, is_once=True, clause=PHASES["over"]
            ),
        )
    ),
    clauses=load_clauses("companion.games.pickle_rick"),
    content_kinds=CONTENT_KINDS,
    state_type=State,
    command_type=PickleRickCommand,
    event_type=PickleRickEvent,
    dice=(SYMBOL_DIE,),
    editor=PickleRickEditor(),
    questions=questions,
    new_state=new_state,
    legal_commands=legal_commands,
    chance=chance,
    decide=decide,
    evolve=evolve,
    problems=problems,
    outcome=outcome,
    round_of=lambda state: state.round,
    leader=leader,
    view=view,
    describe=describe,
    layout=layout,
    mat=mat,
    tiles=printed_tiles,
    expected_scene=expected_scene,
    interpret=interpret,
    reachable=reachable,
    costly=costly,
    ways_to=ways_to,
    put=put,
    dispute=dispute_of,
    judge=judge,
    reach=reach,
    report=report,
)
