"""A player's turn: how it begins, which commands are listed, what each makes happen, and how it ends."""

from __future__ import annotations

from collections import Counter

from companion.core.command import Command
from companion.games.rayman import commands as c, events as e, pushes
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.forms import GRANTING
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import last_hit
from companion.games.rayman.rules.steps import open_turn
from companion.games.rayman.rules.table import Table
from companion.games.rayman.running import STANCES, active, turn_now
from companion.games.rayman.state import TOKEN_LIMIT, Pool, Start, State, Task, Turn
from companion.games.rayman.turn import trades
from companion.games.rayman.turn.offers import Offers, check_gift, check_time, check_token, is_allowed

ORDER = (
    (c.FreeTeensy, 0), (c.TakeHeart, 0), (c.Move, 1), (c.Jump, 0), (c.StartGlide, 0), (c.Fall, 0),
    (c.UseLum, 0), (c.EndGlide, 0), (c.Drift, 1), (c.Drift, -1), (c.Move, -1),
)  # fmt: skip
"""How early steps are listed, on or back; all others come last."""
WHY: dict[type[Command], e.Why] = {
    c.Move: "move", c.Jump: "jump", c.Drift: "drift", c.Fall: "fall", c.EndGlide: "fall",
}  # fmt: skip
"""The steps that bring the figure into a space; the end of a glide only onto an obstacle."""
HITS: dict[str, e.Cause] = {
    "shot": "projectile", "enemy_hit": "enemy", "boss_hit": "boss", "obstacle": "obstacle",
}  # fmt: skip
"""What hits the figure, by how it is met."""


# The beginning


def turn_pool(state: State, name: str) -> Pool:
    """Adds up the icons of the two cards, less what this round's effects take away (RAY-CARD-3)."""
    racer = state.racer(name)
    icons = Counter(racer.typed.as_dict())
    for card in racer.played:
        icons += Counter(state.cards[card].icons if card in state.cards else {})
    icons -= Counter(state.fewer())
    if racer.legendary is None:
        del icons["lums"]
    return Pool(**icons)


def begin_turn(course: Course, name: str) -> None:
    """Begins a player's turn; enemies under figures are no danger in it (RAY-ENEMY-7, 10, FINISH-3)."""
    state, racer = course.state, course.racer(name)
    table = open_turn(turn_now(state, name))
    others = [other for other in state.racers if other.name != name]
    start = Start(
        at=racer.at,
        has_heart=racer.has_heart,
        freed=racer.freed,
        others={other.name: other.at for other in others},
        hearts=tuple(other.name for other in others if other.has_heart),
        immune=tuple(other.name for other in others if other.is_immune),
        slapped=tuple(other.name for other in state.racers if other.is_slapped),
        projectiles=tuple(projectile.at for projectile in state.projectiles),
        has_used_legendary=state.options.legendary_once and racer.has_used_legendary,
        is_immune=racer.is_immune,
    )
    covered = table.world(table.opening).covered
    under = tuple(at for number, at in enumerate(state.board.enemies) if covered >> number & 1)
    stance = STANCES[(table.opening & pos.STANCE) // pos.AIR]
    course.emit(e.TurnBegan(name, turn_pool(state, name), start, under, stance))
    grant_moves(course, name)


# What is listed


def turn_commands(state: State, task: Task) -> list[Command]:
    """Lists what can be done in the running turn: what brings the figure on first, what harms it last."""
    turn, racer = active(state)
    tokens = dict.fromkeys(racer.tokens)
    uses: list[Command] = [c.UseToken(racer.name, token) for token in tokens]
    if not turn.is_ending and len(racer.tokens) > TOKEN_LIMIT:
        return [*uses, *(c.DiscardToken(racer.name, token) for token in tokens)]
    offers = Offers(state)
    if turn.is_ending:
        return offers.gravity()
    found = offers.legal()
    ranked = sorted(found, key=_rank)
    ways_on = [command for command in ranked if _is_way_on(command, found[command])]
    likely = [one for one in ranked if one in ways_on or _is_likely(turn, one, has_way_on=bool(ways_on))]
    unlikely = [command for command in ranked if command not in likely]
    ends: list[Command] = [c.EndTurn(racer.name)] if offers.can_end() else []
    mates = state.racers if state.kind == "coop" and turn.stance != "finished" else ()
    gifts = [c.GiveHeart(racer.name, mate.name) for mate in mates]
    gifts = [gift for gift in gifts if is_allowed(check_gift, state, gift)]
    with_mates = [*gifts, *trades.likely_trades(state)] if mates else []
    return [*likely, *uses, *ends, *unlikely, *with_mates]


def _rank(command: Command) -> int:
    kind = type(command), getattr(command, "by", 0)
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def _is_way_on(command: Command, step: pos.Step) -> bool:
    """Tells whether a step is a Movement on that does no harm."""
    return isinstance(command, c.Move) and command.by > 0 and HITS.keys().isdisjoint(step[4][2])


def _is_likely(turn: Turn, command: Command, *, has_way_on: bool) -> bool:
    """Tells whether a step that is no Movement is listed before the end of the turn."""
    match command:
        case c.Jump():
            return not has_way_on
        case c.StartGlide():
            return turn.pool.move > 0 and (turn.stance in ("air", "drop") or not has_way_on)
        case c.Fall():
            return turn.stance == "drop"
    return isinstance(command, c.FreeTeensy | c.TakeHeart | c.UseLum)


# What is done


def act(course: Course, command: Command) -> None:
    """Carries out a command of the running turn, or refuses it."""
    state, name = course.state, active(course.state)[1].name
    check_time(state, command)
    match command:
        case c.EndTurn():
            Offers(state).check_end()
            course.emit(e.EndAnnounced(name))  # gravity and rest follow
        case c.OfferTrade():
            trades.offer(course, command)
        case c.GiveHeart():
            check_gift(state, command)
            course.emit(e.ActionsSpent(name, "heart"))
            course.emit(e.HeartTaken(command.to))
        case c.UseToken() | c.DiscardToken():
            check_token(state, command)
            happened = e.TokenUsed if isinstance(command, c.UseToken) else e.TokenDiscarded
            course.emit(happened(name, command.token))
        case _:
            take_step(course, command)
    if course.state.turn is not None:
        grant_moves(course, name)


def take_step(course: Course, command: Command) -> None:
    """Carries out a step that the rules offer."""
    name, offers = course.turn.player, Offers(course.state)
    step = offers.step(command)
    if type(command) in WHY:
        _enter(course, offers, command, step)
    else:
        _pay(course, offers, step)
    match command:
        case c.StartGlide():
            course.emit(e.StanceTaken(name, "glide"))
        case c.SlapEnemy():
            defeat(course, command.at)
        case c.FreeTeensy():
            course.emit(e.TeensyFreed(name, command.colour))
        case c.SlapFigure(push=0):  # out of a Bubble (RAY-COOP-9)
            course.emit(e.BubbleBurst(name, command.figure))
        case c.SlapFigure():
            course.emit(e.FigureSlapped(name, command.figure, command.push))
            pushes.push(course, command.figure, command.push)
        case c.TakeHeart():
            course.emit(e.HeartTaken(name))
        case c.Convert(source="token"):
            course.emit(e.HeartLost(name, "convert"))


def _pay(course: Course, offers: Offers, step: pos.Step) -> None:
    """Takes what a step costs, and gives what it brings apart from Movements granted for pairs."""
    name, (need, change, after, _, _) = course.turn.player, step
    for icon, count in pos.unpacked(need).items():
        course.emit(e.ActionsSpent(name, icon, count))
    if after & pos.USED & ~offers.table.opening:
        course.emit(e.LegendaryUsed(name))
    for icon, count in pos.unpacked(need + change).items():
        if icon != "move" or course.racer(name).legendary not in GRANTING:
            course.emit(e.ActionsGained(name, icon, count))


def _enter(course: Course, offers: Offers, command: Command, step: pos.Step) -> None:
    """Moves the figure, lets it meet what is there and says how it stands then."""
    name, turn, (_, _, after, _, (_, _, hows)) = course.turn.player, course.turn, step
    place = offers.table.place(after)
    is_home = after & pos.STANCE == pos.FINISHED
    is_entering = not isinstance(command, c.EndGlide) or course.state.board.is_obstacle(*place)
    if is_entering:
        pushes.move(course, name, place, "finish" if is_home else WHY[type(command)])
    _pay(course, offers, step)
    if is_home:
        if turn.stance != "finished":
            course.emit(e.FigureFinished(name))
    elif not is_entering or _meet(course, place, hows):
        stance = STANCES[(after & pos.STANCE) // pos.AIR]
        air_moves = (after & pos.AIRS) // pos.ONE_AIR if stance == "air" else 0
        jumps = turn.jumps + 1 if isinstance(command, c.Jump) else 0
        if stance != "glide" or course.turn.stance != "glide":
            course.emit(e.StanceTaken(name, stance, air_moves=air_moves, jumps=jumps))


def _meet(course: Course, place: Place, hows: tuple[str, ...]) -> bool:
    """Deals with what stands in a space; tells whether the figure is still on its feet."""
    name = course.turn.player
    for how in hows:
        if how == "shot":
            pushes.remove_projectile(course, place)
        elif how == "boss_slap":
            course.emit(e.BossSlapped(name))
        elif how == "enemy_slap":
            defeat(course, place)
        elif how == "enemy_dodge":
            course.emit(e.EnemyDodged(name, course.state.space(place)))
        if how in HITS and not pushes.hit(course, name, HITS[how]):
            return False
    return True


def defeat(course: Course, place: Place) -> None:
    """Defeats an enemy for this turn; its Bonus token is drawn next (RAY-ENEMY-3)."""
    course.emit(e.EnemyDefeated(course.turn.player, course.state.space(place)))
    if course.state.has_tokens:
        if course.turn.is_ending:  # the token may be used at once
            course.emit(e.EndAnnounced(course.turn.player, is_ending=False))
        course.do_next(Task("token", course.turn.player))


def grant_moves(course: Course, name: str) -> None:
    """Adds the Movements for the icons that have come into the pool; that is no use of the ability."""
    racer, turn = course.racer(name), course.turn
    icon = GRANTING.get(racer.legendary or "")
    owed = getattr(turn.gained, icon) // 2 - turn.bonus_moves if icon else 0
    if owed > 0:
        course.emit(e.ActionsGained(name, "move", owed, is_granted=True))


# The end


def run_end(course: Course) -> bool:
    """Lets gravity act or the figure rest; False while the player has to choose."""
    name, offers = course.turn.player, Offers(course.state)
    if course.racer(name).has_finished:
        pushes.close_turn(course)
    elif offers.can_rest():
        _rest(course, offers.table)
    elif not offers.is_in_the_air():
        # Gravity led where no turn ends while the figure can go on: an obstacle, a projectile, the Boss.
        course.emit(e.EndAnnounced(name, is_ending=False))
        return False
    elif len(falls := offers.gravity()) == 1:
        act(course, falls[0])
    else:
        return False
    return True


def _rest(course: Course, table: Table) -> None:
    """Comes to rest, or asks where to (RAY-REST-1 to 6)."""
    name, (how, _) = course.turn.player, last_hit(table, table.opening)
    pushes.close_turn(course)
    if how == "shot":
        pushes.remove_projectile(course, course.racer(name).at)
    if not how or pushes.hit(course, name, HITS[how]):
        pushes.make_room(course, name)


def close(course: Course, name: str) -> None:
    """Ends the turn; a figure that lost its support falls (RAY-CARD-4, PUSH-13)."""
    course.emit(e.TurnEnded(name))
    pushes.drop_perched(course)
