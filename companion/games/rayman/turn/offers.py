"""The steps of the running turn as commands: which can be made now, and why any other is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from msgspec.structs import replace

from companion.core.command import Command
from companion.core.errors import Illegal
from companion.core.message import say
from companion.games.rayman import commands as c
from companion.games.rayman.judging.claims import command_of
from companion.games.rayman.naming import space_text
from companion.games.rayman.pushes import may_cross
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.slaps import priced, targets
from companion.games.rayman.rules.steps import steps
from companion.games.rayman.rules.stuck import can_end, can_move, keeps_an_end
from companion.games.rayman.running import active, opening_of
from companion.games.rayman.state import TOKEN_LIMIT, State

MOST_DRIFTS = 2
"""Up and down in a Glide for nothing would never end."""
PAST_LINE = (c.Move, c.UseToken, c.UseLum, c.TakeHeart, c.Convert, c.EndTurn)
"""What can be done over the line."""
UNCOVERED = ("cover", "RAY-CROUCH-3", "RAY-PROJ-13")


class Offers:
    """What the rules offer the active player, whatever the pool, and what of it can be done."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn, self.racer = active(state)
        table = self.table = opening_of(state)
        held = [icon for token in self.racer.tokens for icon in state.tokens[token].icons]
        self.held = pos.packed(Counter(held))
        found = [*steps(table, table.opening), *self._bursts()]
        self.all = [(command_of(table, step), step) for step in found]
        """Every step, whatever it needs, with the command that asks for it."""
        has_drifted = self.turn.drifts >= MOST_DRIFTS and table.options.drifter_free
        self.payable: dict[Command, pos.Step] = {}
        """The steps that the pool allows, the first of each command."""
        for command, step in self.all:
            if pos.is_payable(self.table.pool, step) and not (has_drifted and isinstance(command, c.Drift)):
                self.payable.setdefault(command, step)

    def legal(self) -> dict[Command, pos.Step]:
        """Returns the steps that can be made: after none of them is the turn left without a legal end."""
        table = self.table
        kept = {
            command: step
            for command, step in self.payable.items()
            if keeps_an_end(table, table.opening, table.pool, step, self.held)
        }
        return self.payable if len(kept) < len(self.payable) and self._is_stuck() else kept

    def step(self, command: Command) -> pos.Step:
        """Returns the step that a command asks for; refuses what cannot be made."""
        legal = self.legal()
        if command not in legal:
            refuse_step(self, command)
        return legal[command]

    def gravity(self) -> list[Command]:
        """Lists the steps that the end of the turn makes by itself: a glide ends, a figure falls."""
        return [command for command in self.legal() if isinstance(command, c.EndGlide | c.Fall)]

    def _bursts(self) -> Iterator[pos.Step]:
        """Yields the Slaps that free mates from Bubble mode (RAY-COOP-9)."""
        table, s = self.table, self.table.opening
        near = targets(table, s) if self.state.kind == "coop" and self.turn.stance != "finished" else {}
        for mate, space in zip(table.others, table.spaces[s >> pos.WORLD], strict=True):
            if space in near and self.state.racer(mate.name).bubble == "mode":
                cost, brought, after = priced(table, s, near[space][0])
                yield cost, brought - cost, after, 0, (c.SlapFigure, (mate.name, 0), ())

    # Ends

    def is_in_the_air(self) -> bool:
        """Tells whether gravity acts before the turn can end here."""
        return any(isinstance(command, c.EndGlide | c.Fall) for command, _ in self.all)

    def can_rest(self) -> bool:
        """Tells whether the turn may end where the figure is, as where it cannot leave (RAY-REST-7 to 9)."""
        is_on_obstacle = self.table.opening & pos.STANCE == pos.HURDLE
        if ends(self.table, self.table.opening):
            return not (is_on_obstacle and can_move(self.table, self.table.opening, self.table.pool))
        return not is_on_obstacle and not self.is_in_the_air() and self._is_stuck()

    def can_end(self) -> bool:
        """Tells whether the player may end the turn: gravity acts first."""
        return self.can_rest() or (self.is_in_the_air() and bool(self.gravity()))

    def check_end(self) -> None:
        """Refuses to end the turn here (RAY-MOVE-7, CROUCH-6, REST-5, 7 to 9)."""
        if self.can_end():
            return
        p, level = self.racer.at
        refuse_if(self.turn.stance == "hurdle", "on_obstacle", "RAY-MOVE-7")
        if self.is_in_the_air():
            _refuse_no_end(self.state, (p, level - 1))
        refuse_if(self.state.projectile_at((p, level)) is not None, "on_projectile", "RAY-CROUCH-6")
        refuse("on_boss", "RAY-REST-5")

    def _is_stuck(self) -> bool:
        """Tells whether no legal end is left, whatever is drawn."""
        table = self.table
        return not any(can_end(table, table.opening, pool) for pool in {table.pool, table.pool + self.held})


# Why not


def refuse(key: str, *clauses: str, **params: Any) -> NoReturn:
    """Refuses a command, in words and by clauses."""
    raise Illegal(say(f"rayman.refuse.{key}", **params), clauses=clauses)


def refuse_if(applies: bool, key: str, *clauses: str, **params: Any) -> None:
    """Refuses a command where something applies."""
    if applies:
        refuse(key, *clauses, **params)


def is_allowed(check: Callable[[State, Any], None], state: State, asked: Any) -> bool:
    """Tells whether a check lets something pass."""
    try:
        check(state, asked)
    except Illegal:
        return False
    return True


def check_time(state: State, command: Command) -> None:
    """Refuses what is nothing for this turn, or not now."""
    turn, racer = active(state)
    refuse_if(isinstance(command, c.TradeToken), "trade_confirm", "RAY-COOP-21")
    if not isinstance(command, c.TurnCommand):
        raise Illegal(say("rayman.wait.turn", player=turn.player), clauses=("RAY-ROUND-3",))
    is_other = command.player != turn.player and not isinstance(command, c.OfferTrade)
    refuse_if(is_other, "not_your_turn", "RAY-INIT-1", player=turn.player)
    refuse_if(turn.is_ending and not isinstance(command, c.Fall | c.EndGlide), "ending", "RAY-FALL-8")
    is_over = len(racer.tokens) > TOKEN_LIMIT and not isinstance(command, c.UseToken | c.DiscardToken)
    refuse_if(is_over, "token_limit", "RAY-TOKEN-3")
    is_past_line = turn.stance == "finished" and not isinstance(command, PAST_LINE)
    refuse_if(is_past_line, "finished", "RAY-FINISH-3", "RAY-FINISH-4")


def check_gift(state: State, command: c.GiveHeart) -> None:
    """Refuses a Heart that cannot be given."""
    turn, name = active(state)[0], command.to
    refuse_if(turn.pool.heart < 1, "hearts", "RAY-HEART-6")
    mates = [mate for mate in state.racers if mate.name == name != turn.player]
    refuse_if(state.kind != "coop" or not mates, "gift", "RAY-HEART-6")
    is_given = any(mate.has_heart or mate.has_finished or mate.is_absent for mate in mates)
    refuse_if(is_given, "mate_has_heart", "RAY-HEART-6", player=name)


def check_token(state: State, command: c.UseToken | c.DiscardToken) -> None:
    """Refuses a Bonus token that cannot be used, or not be put away."""
    held, is_used = active(state)[1].tokens, isinstance(command, c.UseToken)
    refuse_if(command.token not in held, "no_token", "RAY-TOKEN-4" if is_used else "RAY-TOKEN-3")
    refuse_if(not is_used and len(held) <= TOKEN_LIMIT, "within_limit", "RAY-TOKEN-2")


def refuse_step(offers: Offers, command: Command) -> NoReturn:
    """Says why a step is refused that the rules do not offer now: the first that applies."""
    state, turn, (p, level) = offers.state, offers.turn, offers.racer.at
    board, options, is_crouched = state.board, state.options, offers.table.is_covering(offers.table.opening)
    if command in offers.payable:
        _refuse_no_end(state, c.leads_to(command, (p, level)))
    match command:
        case c.Move(by=by):
            refuse_if(turn.pool.move < 1, "moves", "RAY-MOVE-1")
            refuse_if(turn.stance == "finished", "past_line", "RAY-FINISH-3")
            is_falling = turn.stance == "drop" or (turn.stance == "air" and turn.air_moves < 1)
            refuse_if(is_falling, "falling", "RAY-FALL-3", "RAY-MOVE-8")
            refuse_if(p + by < 0, "before_start", "RAY-MOVE-3")
            column = board.column(min(p, p + by))
            refuse_if(board.is_wall(column, level), "wall", "RAY-MOVE-2", column=column, level=level)
            refuse_if(not may_cross(state, turn.player, p + by), "gate", "RAY-FINISH-5")
        case c.Jump():
            refuse_if(turn.pool.jump < 1, "jumps", "RAY-JUMP-2")
            refuse_if(level > 2, "top", "RAY-JUMP-10")
            is_standing = turn.stance == "stand" and board.is_floor(p, level)
            refuse_if(not is_standing, "jump_from_air", "RAY-JUMP-3")
            refuse_if(board.is_low(p, level), "crouched", "RAY-JUMP-5", "RAY-JUMP-6")
            refuse_if(is_crouched, "crouched", "RAY-JUMP-6")
        case c.Drift(by=by):
            can_drift = offers.racer.legendary == "drifter" and not offers.table.opening & pos.USED
            refuse_if(turn.stance != "glide" or not can_drift, "drift", "RAY-LEGEND-6")
            refuse_if(not options.drifter_free and turn.pool.move < 1, "moves", "RAY-LEGEND-6")
            refuse_if(options.drifter_free and turn.drifts >= MOST_DRIFTS, "drift_again", "RAY-LEGEND-6")
            refuse_if(not 1 <= level + by <= 3, "top", "RAY-LEGEND-7")
            is_blocked = board.is_floor(p, level) if by < 0 else board.is_low(p, level)
            refuse_if(is_blocked, "drift_blocked", "RAY-LEGEND-7")
        case c.StartGlide():
            refuse_if(turn.pool.glide < 1, "glides", "RAY-GLIDE-1")
            refuse_if(turn.stance == "stand" and is_crouched, "glide_crouched", "RAY-GLIDE-8")
            refuse("glide_now", "RAY-GLIDE-9")
        case c.EndGlide():
            refuse_if(turn.stance != "glide", "not_gliding", "RAY-GLIDE-9")
        case c.Fall() if not any(isinstance(offered, c.Fall) for offered, _ in offers.all):
            refuse_if(turn.stance not in ("drop", "air"), "not_falling", "RAY-FALL-1")
            refuse("on_floor", "RAY-BOARD-4", space=space_text(state, (p, level)))
        case c.SlapEnemy(at=at):
            is_there = at in board.enemies and not state.is_boss_at(at)
            refuse_if(not is_there, "no_enemy", "RAY-ENEMY-1")
            refuse_if(at in turn.defeated, "defeated", "RAY-ENEMY-5")
            refuse_if(at in turn.covered and not options.covered_enemy_slap, "covered", "RAY-ENEMY-8")
            _refuse_slap(offers, at, command)
        case c.FreeTeensy(colour=colour):
            prison = board.space_of_teensy(colour)
            if prison is None:
                refuse("no_teensy", "RAY-TEENSY-1")
            refuse_if(colour in offers.racer.freed, "freed", "RAY-TEENSY-3")
            _refuse_slap(offers, prison, command)
        case c.SlapFigure():
            _refuse_figure_slap(offers, command)
        case c.UseLum():
            refuse("lums", "RAY-LEGEND-1")
        case c.TakeHeart():
            refuse_if(turn.pool.heart < 1, "hearts", "RAY-HEART-1")
            refuse("has_heart", "RAY-HEART-2")
        case c.Convert(source=source):
            refuse_if(turn.pool.heart < 1 and source == "icon", "hearts", "RAY-LEGEND-13")
            refuse("convert", "RAY-LEGEND-13")
    _refuse_entry(offers, command)


def _refuse_entry(offers: Offers, command: Command) -> NoReturn:
    """Says what about the space to be entered is in the way: its ceiling, what stands there, or its end."""
    state, here = offers.state, offers.racer.at
    at = c.leads_to(command, here)
    alike = [(offered, step) for offered, step in offers.all if type(offered) is type(command)]
    choices = {_met(offered): step for offered, step in alike if c.leads_to(offered, here) == at}
    refuse_if(not choices, "low_no_floor", "RAY-CROUCH-7", space=space_text(state, at))
    enemy, cover = _met(command)
    step, is_boss = choices.get((enemy, cover)), state.is_boss_at(at)
    at_enemy = ("meeting_boss", "RAY-BOSS-13") if is_boss else ("meeting", "RAY-ENEMY-1", "RAY-ENEMY-2")
    if step is None:
        is_uncovered = cover not in [covered for _, covered in choices]
        refuse_if(is_uncovered and cover is not None, "no_projectile", "RAY-PROJ-13")
        refuse_if(is_uncovered, *UNCOVERED)
        refuse_if(enemy is not None and not any(met for met, _ in choices), "no_enemy", "RAY-ENEMY-1")
        refuse(*at_enemy)
    lacks_slap = pos.count(offers.table.pool, pos.SLAP) < pos.count(step[0], pos.SLAP)
    refuse_if(enemy == "slap" and lacks_slap, "no_slap", "RAY-ENEMY-1", "RAY-ENEMY-13")
    refuse_if(enemy == "dodge", "crouch", "RAY-LEGEND-3")
    refuse_if(enemy == "hit" and step[3] > 0, *at_enemy)
    refuse_if(cover == "crouch", *UNCOVERED)
    refuse("low", "RAY-CROUCH-1", space=space_text(state, at))


def _met(command: Command) -> tuple[str | None, str | None]:
    """Returns what a command does about an enemy and a projectile."""
    return getattr(command, "enemy", None), getattr(command, "projectile", None)


def _refuse_no_end(state: State, at: c.Place) -> NoReturn:
    """Says that a step would leave the turn without a legal end."""
    space, is_shot = space_text(state, at), state.projectile_at(at) is not None
    refuse_if(is_shot, "no_end_projectile", "RAY-REST-9", "RAY-CROUCH-6", space=space)
    refuse_if(state.is_boss_at(at), "no_end_boss", "RAY-REST-9", "RAY-REST-5", space=space)
    refuse("no_end", "RAY-REST-9")


def _refuse_slap(offers: Offers, at: c.Place, *slaps: Command) -> NoReturn:
    """Says why a Slap at a space cannot be dealt: nobody gets there, or it takes more Slaps."""
    needed = [pos.count(step[0], pos.SLAP) for offered, step in offers.all if offered in slaps]
    if not needed:
        clauses = ("RAY-SLAP-3", "RAY-SLAP-4", "RAY-SLAP-5", "RAY-SLAP-6")
        refuse("out_of_reach", *clauses, space=space_text(offers.state, at))
    left = pos.count(offers.table.pool, pos.SLAP)
    refuse("slaps", "RAY-SLAP-1", "RAY-SLAP-2", needed=needed[0], left=left)


def _refuse_figure_slap(offers: Offers, command: c.SlapFigure) -> NoReturn:
    state, name = offers.state, command.figure
    is_known = name != command.player and name in [racer.name for racer in state.racers]
    refuse_if(not is_known, "no_figure", "RAY-SLAP-8")
    target = state.racer(name)
    refuse_if(target.has_finished, "target_finished", "RAY-SLAP-18")
    refuse_if(target.is_waiting, "not_there", "RAY-SETUP-12", player=name)
    refuse_if(target.is_absent, "absent", "RAY-SLAP-20", player=name)
    refuse_if(target.bubble == "mode" and command.push != 0, "burst_only", "RAY-COOP-9")
    if target.bubble != "mode":
        refuse_if(command.push == 0, "no_bubble", "RAY-COOP-9")
        refuse_if(bool(target.bubble), "bubbled", "RAY-SLAP-17")
        is_slapped = target.is_slapped and state.options.slap_limit != "unlimited"
        refuse_if(is_slapped, "slapped", "RAY-SLAP-11")
    other_way = replace(command, push=-command.push)
    refuse_if(other_way in offers.payable, "direction", "RAY-SLAP-8", "RAY-SLAP-9")
    _refuse_slap(offers, target.at, command, other_way)
