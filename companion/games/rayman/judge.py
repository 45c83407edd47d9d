"""The judge of disputed turns: is the claimed end possible, by which steps, or why not (dispute/1)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.patience import Patience
from companion.core.verdict import Verdict, nearest_to
from companion.games.rayman.board import Space
from companion.games.rayman.dispute import NO_CONTENT, Claim, Turn, read_dispute
from companion.games.rayman.judging.claims import clauses_of, find_walk, path_of, place, say_step
from companion.games.rayman.judging.labels import Search
from companion.games.rayman.reasons import why_not
from companion.games.rayman.rules.position import unpacked
from companion.games.rayman.rules.steps import open_turn
from companion.games.rayman.rules.table import PATIENCE


def judge(dispute: Json, content: Content = NO_CONTENT) -> Verdict:
    """Decides a dispute/1 document; refuses with Invalid naming the field."""
    turn, claim = read_dispute(dispute, content, needs_claim=True)
    assert claim is not None
    return verdict(turn, claim)


def reach(dispute: Json, content: Content = NO_CONTENT) -> tuple[list[int], ...]:
    """Lists every `[p, l]` where the disputed turn can end, sorted; refuses with Invalid naming the field."""
    return tuple(list(end) for end in sorted(ends_of(read_dispute(dispute, content)[0])))


def ends_of(turn: Turn) -> set[Space]:
    """Returns every place where a turn can end."""
    table = open_turn(turn)
    return {table.place(end) for end in Search(table).reach()}


def verdict(turn: Turn, claim: Claim) -> Verdict:
    """Decides a claim about a turn, with one way to do it, or with why not and the nearest ends."""
    turn = replace(turn, patience=Patience(PATIENCE))
    steps = find_walk(open_turn(turn), claim)
    if steps is None:
        ends = tuple(list(end) for end in nearest_to(claim.at, ends_of(turn) - {claim.at}))
        because, clauses = why_not(turn, claim)  # with what patience is left
        spaces = dict.fromkeys(f"{p % turn.board.columns}/{level}" for p, level in ends)
        return Verdict(False, clauses, because=because, nearest=ends, nearest_spaces=tuple(spaces))
    return Verdict(
        True,
        clauses_of(turn, steps),
        steps=tuple(map(say_step, steps)),
        spent=unpacked(sum(step.need for step in steps)),
        path=tuple(map(place, [turn.player.at, *path_of(steps)])),
    )
