"""Claims about a turn: a way that fits, its steps as commands, in words, and with their clauses."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.board import TEENSIES, Space
from companion.games.rayman.dispute import Claim, Turn
from companion.games.rayman.judging.labels import Fits, Found, Limits, Search
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import PLACES, last_hit, why_moved
from companion.games.rayman.rules.slaps import settled
from companion.games.rayman.rules.stuck import can_end
from companion.games.rayman.rules.table import Table

KINDS: dict[type[Command], tuple[str, str]] = {
    c.Move: ("move", "RAY-MOVE-1"),
    c.Jump: ("jump", "RAY-JUMP-2"),
    c.Drift: ("drift", "RAY-LEGEND-6"),
    c.StartGlide: ("glide", "RAY-GLIDE-1"),
    c.EndGlide: ("end_glide", "RAY-GLIDE-9"),
    c.Fall: ("fall", "RAY-FALL-1"),
    c.SlapEnemy: ("slap_enemy", "RAY-ENEMY-11"),
    c.FreeTeensy: ("free", "RAY-TEENSY-1"),
    c.SlapFigure: ("slap_figure", "RAY-SLAP-10"),
    c.TakeHeart: ("heart", "RAY-HEART-1"),
    c.UseLum: ("lum", "RAY-LEGEND-2"),
    c.Convert: ("convert", "RAY-LEGEND-13"),
}
"""By command the kind of a step and its clause."""
PLACED = {
    "retreat": ("RAY-DAMAGE-1", "RAY-DAMAGE-2", "RAY-DAMAGE-8"),
    "beside": ("RAY-REST-2",),
    "aside": ("RAY-REST-6",),
    "stay": ("RAY-REST-7",),
}
"""The steps that put a figure somewhere, or leave it where it is, and their clauses."""
HOWS = {
    "crouch": "RAY-CROUCH-1",
    "duck": "RAY-CROUCH-3",
    "shot": "RAY-PROJ-13",
    "enemy_slap": "RAY-ENEMY-1",
    "enemy_dodge": "RAY-LEGEND-3",
    "enemy_hit": "RAY-ENEMY-2",
    "boss_slap": "RAY-BOSS-13",
    "boss_hit": "RAY-BOSS-13",
    "obstacle": "RAY-MOVE-5",
}
"""How what stands in a space is met, with the clause of each."""
ON_BOARD = ("move", "jump", "drift", "fall", "retreat", "beside", "aside")
"""The kinds of steps that bring the player's figure to another place."""
MOST_STUCK = 20_000
"""How many labels are looked at for a turn that cannot leave a projectile or the Boss."""


class Step(NamedTuple):
    """One step on the way to an end."""

    kind: str
    clauses: tuple[str, ...]
    command: Command
    to: Space
    """Where the player's figure is after the step, or for a Slap where its target is."""
    hows: tuple[str, ...] = ()
    need: int = 0


def find_walk(table: Table, claim: Claim) -> list[Step] | None:
    """Returns one way to end a turn as claimed, or None."""
    at, (limits, fits) = table.at(claim.at), wanted(table, claim)
    if at < 0:
        return None
    search = Search(table, None if claim == Claim(claim.at) else limits)
    found = search.find(at, fits) or find_stuck(search, at, fits)
    return read_walk(search, found[0]) if found else None


def wanted(table: Table, claim: Claim) -> tuple[Limits, Fits]:
    """Returns what a way may do at most that fits a claim, and what tells whether a position and an end do.

    The place is not asked about.
    """
    boss, defeated = (table.boss // 4, table.boss & 3), set(claim.defeated or ())
    is_strange = not defeated <= {*table.board.enemies, boss}
    limits = Limits(
        pos.bit_set(table.board.enemies, claim.defeated and defeated - {boss}),  # one under it is covered
        pos.bit_set(TEENSIES, claim.freed),
        pos.bit_set([other.name for other in table.others], claim.slapped),
    )

    def fits(s: int, end: int) -> bool:
        w = table.worlds[s >> pos.WORLD]
        done = (w.dead, w.freed, table.pushed[s >> pos.WORLD])
        if is_strange or (boss in defeated and not s & pos.BOSS_SLAPPED):
            return False
        if claim.heart is not None and bool(end & pos.HELD_HEART) != claim.heart:
            return False
        if any(limit >= 0 and limit != found for limit, found in zip(limits, done, strict=True)):
            return False
        return not claim.players or any(map(is_so, settled(table, s, end)))

    def is_so(figures: pos.Figures) -> bool:
        stand = {other.name: table.place(figures[i], i) for i, other in enumerate(table.others)}
        return all(stand.get(name) == place for name, place in claim.places.items())

    return limits, fits


def find_stuck(search: Search, at: int, fits: Fits) -> list[Found]:
    """Finds an end of a turn that cannot leave a projectile or the Boss (RAY-REST-7 to 9)."""
    table, low = search.table, at // 4 * 4
    high = low + (table.options.damage_retreat + 3) * 4
    is_near = max(table.shot[low:high], default=-1) >= 0 or table.boss in table.space[low:high]
    if not (table.tokens and is_near) and can_end(table, table.opening, table.pool):
        return []
    stuck = search.stuck_ends(MOST_STUCK)
    return [found for found in stuck if found.end & pos.PLACE == at and fits(found.position, found.end)][:1]


# The way


def read_walk(search: Search, found: Found) -> list[Step]:
    """Writes the way to an end that was found as steps."""
    return [_step(search.table, step) for step in search.way_to(found)] + _last_step(search.table, found)


def path_of(steps: list[Step]) -> list[Space]:
    """Lists the places of the player's figure in order, without the first."""
    return [step.to for step in steps if step.kind in ON_BOARD]


def _step(table: Table, step: pos.Step) -> Step:
    need, _, s, _, (_, _, hows) = step
    command, to = command_of(table, step), table.place(s)
    match command:
        case c.PlaceFigure():
            return Step("retreat", PLACED["retreat"], command, to)
        case c.SlapEnemy():
            to = command.at
        case c.FreeTeensy():
            to = table.board.space_of_teensy(command.colour) or to
        case c.SlapFigure():
            target = [other.name for other in table.others].index(command.figure)
            to = table.place(table.world(s).figures[target], target)
    kind, *clauses = KINDS[type(command)]
    return Step(kind, tuple(clauses), command, to, hows, need)


def command_of(table: Table, step: pos.Step) -> Command:
    """Returns the command by which the player asks for a step."""
    kind, args, _ = step[4]
    command: Command = kind(table.player, *args)
    return command


def _last_step(table: Table, found: Found) -> list[Step]:
    """Says where a figure is put that may not stay where it has come to, and what hits it there."""
    to, (how, s) = table.place(found.end), last_hit(table, found.position)
    hows = (how,) if how else ()
    why = why_moved(table, s, s) if s & pos.STANCE != pos.FINISHED else ""
    at = found.end & pos.PLACE
    if why == "beside":
        is_hurt = at not in PLACES[why](table, s, s & pos.PLACE)
        is_hit = is_hurt or (table.has_enemy(s, at) and not s & pos.IMMUNE)
        why, hows = "retreat" if is_hurt else why, (*hows, "enemy_hit") if is_hit else hows
    if not why and not hows:
        return []
    return [Step(why or "stay", PLACED[why or "stay"], c.PlaceFigure(table.player, to), to, hows)]


def place(at: Space) -> str:
    """Writes a place as people say it."""
    return f"{at[0]}/{at[1]}"


def figure_said(name: str) -> str:
    """Writes a figure's id as a name."""
    return name.replace("-", " ").replace("_", " ").title() if name.islower() else name


def say_step(step: Step) -> Message:
    """Says a step so that a person can follow it on the board."""
    figure, colour = getattr(step.command, "figure", ""), getattr(step.command, "colour", None)
    told = say(
        f"rayman_judge.step.{step.kind}",
        to=place(step.to),
        count=pos.count(step.need, pos.SLAP),
        figure=figure_said(figure),
        teensy=say(f"rayman_judge.teensy.{colour}") if colour else "",
    )
    for how in step.hows:
        told = say("rayman_judge.step.with", step=told, how=say(f"rayman_judge.how.{how}"))
    return told


def clauses_of(turn: Turn, steps: list[Step]) -> tuple[str, ...]:
    """Lists the clauses that the steps rest on, in the order in which they come up."""
    found: list[str] = []
    for step in steps:
        found += [*step.clauses, *(HOWS[how] for how in step.hows)]
        is_forward = isinstance(step.command, c.Move) and step.command.by > 0
        if is_forward and step.to[0] % turn.board.columns == 0:
            found.append("RAY-FINISH-1" if len(turn.player.freed) >= 3 else "RAY-FINISH-5")
    return tuple(dict.fromkeys(found or ["RAY-REST-1"]))
