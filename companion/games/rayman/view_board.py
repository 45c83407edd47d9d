"""The board as blocks: 44 columns, level 3 at the top, and everything that stands on it."""

from __future__ import annotations

from functools import lru_cache

from companion.core.blocks import Board, Flight, Mark, Piece, Space
from companion.core.message import literal, say
from companion.games.rayman import board as model
from companion.games.rayman.commands import Place
from companion.games.rayman.naming import boss_said, hero_said, projectile_said, space_text
from companion.games.rayman.state import TEENSIES_NEEDED, State

TOP = 0.5
"""Room for the captions above level 3."""


def _y(level: int) -> float:
    return TOP + 3 - level


@lru_cache(maxsize=16)
def printed(board: model.Board) -> tuple[tuple[Space, ...], tuple[Mark, ...]]:
    """Draws what never changes, once a board."""
    spaces = tuple(
        Space(
            id=f"{column}/{level}",
            x=float(column),
            y=_y(level),
            tone="start" if column == 0 else ("danger" if board.is_obstacle(column, level) else ""),
        )
        for column in range(board.columns)
        for level in model.LEVELS
    )
    marks = [
        Mark("caption", float(column), TOP + 3, 1.0, TOP, literal(str(column)))
        for column in range(board.columns)
        if column % 5 == 0 or column == board.columns - 1 or column in _starts(board)
    ]
    marks += [Mark("ground", 0.0, _y(1) + 0.9, float(board.columns), 0.1)]
    marks += [Mark("platform", float(column), _y(level) + 0.9, 1.0, 0.1) for column, level in board.platforms]
    marks += [Mark("thick", float(column), _y(level), 1.0, 0.25) for column, level in board.thick]
    marks += [Mark("wall", column + 0.95, _y(level), 0.1, 1.0) for column, level in board.walls]
    marks += [Mark("obstacle", float(column), _y(1), 1.0, 1.0, tone="danger") for column in board.obstacles]
    return spaces, tuple(marks)


def _starts(board: model.Board) -> tuple[int, ...]:
    return (board.columns // 2 - 1, board.columns // 2)


def draw(state: State) -> Board:
    """Draws the board of a state."""
    spaces, marks = printed(state.board)
    return Board(
        width=float(state.board.columns),
        height=3 + 2 * TOP,
        spaces=spaces,
        marks=marks,
        pieces=_pieces(state),
        focus=_focus(state),
        goals=_goals(state),
        flights=_flights(state),
    )


def _goals(state: State) -> tuple[str, ...]:
    """Leads on to the next Teensy that is still to be freed, and where none lies before the line, over it."""
    name = active_player(state)
    if not name or state.racer(name).has_finished:
        return ()
    racer, last = state.racer(name), state.board.columns - 1
    (column, level), wanted = racer.at, state.board.teensies
    if len(racer.freed) >= TEENSIES_NEEDED:
        wanted = ()
    ahead = [space for colour, space in wanted if colour not in racer.freed and space[0] > column]
    return (space_text(state, min(ahead, default=(last if column < last else 0, max(1, level)))),)


def _flights(state: State) -> tuple[Flight, ...]:
    return tuple(
        Flight(
            id=f"projectile-{sweep.id}",
            icon="projectile",
            label=projectile_said(state),
            path=tuple(space_text(state, place) for place in sweep.path),
            tone="danger",
        )
        for sweep in state.sweeps
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    turn = state.turn
    calm = set() if turn is None else {*turn.defeated, *turn.covered}
    covered = {state.space(racer.at) for racer in state.racers if not racer.has_finished}
    pieces = [
        Piece(
            id=f"enemy-{column}-{level}",
            space=f"{column}/{level}",
            icon="enemy",
            label=say("rayman.piece.enemy"),
            tone="foe",
            is_dimmed=(column, level) in calm or (column, level) in covered,
        )
        for column, level in state.board.enemies
    ]
    active = active_player(state)
    freed = state.racer(active).freed if active else ()
    pieces += [
        Piece(
            id=f"teensy-{colour}",
            space=f"{column}/{level}",
            icon="teensy",
            label=say("rayman.piece.teensy", colour=say(f"rayman.colour.{colour}")),
            tone=colour,
            is_dimmed=colour in freed,
            is_landmark=True,
        )
        for colour, (column, level) in state.board.teensies
    ]
    pieces += [
        Piece(
            id=f"projectile-{projectile.id}",
            space=space_text(state, projectile.at),
            icon="projectile",
            label=projectile_said(state),
            tone="danger",
            is_airborne=True,
            is_landmark=True,
        )
        for projectile in state.projectiles
    ]
    if state.boss is not None and state.boss.at[1] and not state.boss.has_finished:
        pieces.append(
            Piece(
                id="boss",
                space=space_text(state, state.boss.at),
                icon="boss",
                label=boss_said(state),
                tone="danger",
                is_landmark=True,
            )
        )
    pieces += [
        Piece(
            id=racer.hero,
            space=space_text(state, racer.at),
            icon=racer.hero,
            label=say("rayman.piece.figure", player=racer.name, hero=hero_said(state, racer.name)),
            seat=racer.seat,
            tone="bubble" if racer.bubble else "",
            is_active=racer.name == active,
            can_move=turn is not None and racer.name == turn.player,
            is_dimmed=racer.is_absent,
        )
        for racer in state.racers
    ]
    return tuple(pieces)


def active_player(state: State) -> str:
    """Returns whose figure everybody watches now, or nothing."""
    if state.turn is not None:
        waiting = state.agenda[0].player if state.agenda else ""
        return waiting or state.turn.player
    return state.agenda[0].player if state.agenda else ""


def _focus(state: State) -> tuple[str, ...]:
    """Keeps the action in sight: what flew or is about to, the active figure, else all from first to last."""
    name = active_player(state)
    places: list[Place] = []
    if state.sweeps and state.turn is None:
        places = [state.sweeps[-1].path[0], state.sweeps[-1].path[-1]]
    elif state.agenda and state.agenda[0].kind == "projectile":
        places = [each.at for each in state.projectiles if each.id == state.agenda[0].number]
    elif name:
        p, level = state.racer(name).at
        places = [(max(0, p - 4), level), (p, level), (p + 8, level)]
    else:
        racing = [racer.at for racer in state.racers if not racer.has_finished]
        places = [min(racing), max(racing)] if racing else [(0, 1)]
    return tuple(dict.fromkeys(space_text(state, place) for place in places))
