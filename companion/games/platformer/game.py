"""Platformer as the rest of the companion sees it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.content.library import Content
from companion.core.blocks import Board, Json
from companion.core.clause import load_clauses
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import say
from companion.core.verdict import Verdict
from companion.games.platformer.chance import ACTION_DIE, ENEMY_DIE, chance
from companion.games.platformer.commands import PlatformerCommand
from companion.games.platformer.content import CONTENT_KINDS, Tile
from companion.games.platformer.corrections import put
from companion.games.platformer.decide import decide
from companion.games.platformer.dispute import answers, judge as court
from companion.games.platformer.editor import PlatformerEditor
from companion.games.platformer.events import PlatformerEvent
from companion.games.platformer.evolve import evolve
from companion.games.platformer.legal import legal_commands
from companion.games.platformer.lessons import LEGEND, PHASES
from companion.games.platformer.outcome import leader, outcome, problems, report
from companion.games.platformer.setup import MAX_PLAYERS, MIN_PLAYERS, layout, new_state, questions
from companion.games.platformer.state import State
from companion.games.platformer.view import view
from companion.games.platformer.view_board import drawn_mat, printed_tile
from companion.games.platformer.ways import costly, dispute_of, expected_scene, interpret, reachable, ways_to
from companion.games.protocol import Game, Manifest

STEPS = ("event", "remove", "refresh", "roll", "enemies", "actions", "gravity", "end", "boss")


def judge(document: Json, content: Content) -> Verdict:
    """Decides a dispute/1 document; it describes its tower itself, so content does not matter."""
    return court.judge(document)


def reach(document: Json, content: Content) -> Json:
    """Answers where a disputed turn can end, or a small question."""
    return answers.reach(document)


def printed_tiles(content: Content) -> Mapping[str, Board]:
    """Draws every tile of the box."""
    return {
        name: printed_tile(tile) for name, tile in content.of_kind("tiles").items() if isinstance(tile, Tile)
    }


GAME = Game[State](
    manifest=Manifest(
        "platformer",
        say("platformer.title"),
        say("platformer.summary"),
        MIN_PLAYERS,
        MAX_PLAYERS,
        "platformer-sample",
    ),
    legend=LEGEND,
    flow=Flow(
        (
            Phase(
                "setup", say("platformer.step.setup"), TurnOrder.TABLE, is_once=True, clause=PHASES["setup"]
            ),
            *(
                Phase(step, say(f"platformer.step.{step}"), TurnOrder.CLOCKWISE, clause=PHASES[step])
                for step in STEPS
            ),
            Phase("over", say("platformer.step.over"), TurnOrder.TABLE, is_once=True, clause=PHASES["over"]),
        )
    ),
    clauses=load_clauses("companion.games.platformer"),
    content_kinds=CONTENT_KINDS,
    state_type=State,
    command_type=PlatformerCommand,
    event_type=PlatformerEvent,
    dice=(
        ACTION_DIE,
        ENEMY_DIE,
    ),
    editor=PlatformerEditor(),
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
    layout=layout,
    mat=drawn_mat,
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
