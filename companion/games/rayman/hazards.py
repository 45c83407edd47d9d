"""What Projectile cards, attacks and a Boss's passive side do: this round, or once at its end."""

from __future__ import annotations

from companion.core.effect import ByHand
from companion.games.rayman import effects as fx
from companion.games.rayman.boss import advance, is_racing
from companion.games.rayman.course import Course
from companion.games.rayman.effects import RaymanEffect
from companion.games.rayman.entities import When
from companion.games.rayman.events import (
    EffectApplied,
    EffectBegan,
    HeartLost,
    HeartTaken,
    ProjectileRemoved,
)
from companion.games.rayman.ranking import from_rear
from companion.games.rayman.state import Racer, State, Task

LASTING = (fx.FewerIcons, fx.EnemyExtraSlaps)
Source = str
"""`card`, `attack` or `passive`."""


def source_of(state: State, source: Source) -> tuple[tuple[RaymanEffect, ...], When, dict[str, str]] | None:
    """Returns the effects in force from a source, when they work, and their words."""
    if source == "card":
        if state.projectile is None or not state.has_projectile_card or not state.die:
            return None
        entry = state.projectile.entries[state.die - 1]
        return entry.effects, entry.when, entry.label
    if not is_racing(state):
        return None
    boss = state.boss
    assert boss is not None
    if source == "passive":
        return boss.card.passive, "this_round", boss.card.label
    if not boss.attack:
        return None
    attack = boss.attacks[boss.attack]
    return attack.effects, attack.when, attack.label


def begin(course: Course, source: Source) -> None:
    """Starts what holds all through the round (RAY-PROJ-16, BOSS-12)."""
    found = source_of(course.state, source)
    if found is None:
        return
    effects, when, words = found
    if when != "this_round" or not effects:
        return
    if not course.state.options.auto_effects:
        course.emit(EffectApplied(words, is_by_hand=True))
        return
    lasting = tuple(effect for effect in effects if isinstance(effect, LASTING))
    if lasting:
        course.emit(EffectBegan(lasting, words))
    if source != "passive":
        course.do_next(*_once(effects, source))


def _once(effects: tuple[RaymanEffect, ...], source: Source) -> tuple[Task, ...]:
    return tuple(
        Task("effect", word=source, number=index)
        for index, effect in enumerate(effects)
        if not isinstance(effect, LASTING)
    )


def has_end(state: State, source: Source) -> bool:
    """Tells whether a source does something at the end of the round."""
    found = source_of(state, source)
    if found is None:
        return False
    effects, when, _ = found
    if source == "passive":
        return any(not isinstance(effect, LASTING) for effect in effects)
    return when == "end" and bool(effects)


def apply_end(course: Course, source: Source) -> None:
    """Carries out the effects at the end of the round, or leaves them to the table (RAY-PROJ-15, BOSS-12)."""
    found = source_of(course.state, source)
    if found is None:
        return
    effects, _, words = found
    is_by_hand = not course.state.options.auto_effects
    course.emit(EffectApplied(words, is_by_hand=is_by_hand))
    if not is_by_hand:
        course.do_next(*_once(effects, source))


def effect_at(state: State, task: Task) -> RaymanEffect | None:
    """Returns the effect that a task is about."""
    found = source_of(state, task.word)
    return None if found is None else found[0][task.number]


def is_by_hand(state: State, effect: RaymanEffect) -> bool:
    """Tells whether the table carries an effect out itself and confirms (RAY-TABLE-4, 5)."""
    return isinstance(effect, ByHand) or (isinstance(effect, fx.MoveBoss) and not state.options.auto_boss)


def carry_out(course: Course, effect: RaymanEffect) -> None:
    """Carries out one effect; hurt figures retreat from the rear on (RAY-DAMAGE-11)."""
    state = course.state
    racing = from_rear(state)
    match effect:
        case fx.DamageLevel(level=level):
            _hit_all(course, [racer for racer in racing if racer.at[1] == level])
        case fx.DamageAll():
            _hit_all(course, [racer for racer in racing if not racer.bubble])
        case fx.DamageNearBoss(columns=columns):
            if state.boss is not None:
                boss = state.boss.at[0]
                _hit_all(
                    course, [racer for racer in racing if state.board.across(racer.at[0], boss) <= columns]
                )
        case fx.DetonateProjectiles():
            blasts = [projectile.at for projectile in state.projectiles]
            _hit_all(course, [racer for racer in racing if any(_is_near(state, racer, at) for at in blasts)])
            _clear(course)
        case fx.RemoveProjectiles():
            _clear(course)
        case fx.MoveFigures(columns=columns, level=level):
            _shove_all(course, racing, columns, level)
        case fx.MoveBoss(columns=columns):
            if is_racing(state):
                advance(course, columns, is_effect=True)
        case fx.LoseHeart(level=level):
            for racer in racing:
                if racer.has_heart and not racer.bubble and level in (None, racer.at[1]):
                    course.emit(HeartLost(racer.name, "effect"))
        case fx.GainHeart():
            for racer in racing:
                if not racer.has_heart:
                    course.emit(HeartTaken(racer.name))
        case fx.DiscardTokens(count=count):
            course.do_next(
                *(
                    Task("discard_token", racer.name)
                    for racer in racing
                    for _ in range(min(count, len(racer.tokens)))
                )
            )
        case ByHand() | fx.FewerIcons() | fx.EnemyExtraSlaps():
            pass


def _hit_all(course: Course, racers: list[Racer]) -> None:
    course.do_next(*(Task("hit", racer.name, word="effect") for racer in racers))


def _shove_all(course: Course, racing: tuple[Racer, ...], columns: int, level: int | None) -> None:
    step = 1 if columns > 0 else -1
    ordered = racing[::-1] if columns > 0 else racing
    course.do_next(
        *(
            Task("shove", racer.name, number=step)
            for _ in range(abs(columns))
            for racer in ordered
            if level in (None, racer.at[1]) and not racer.bubble
        )
    )


def _is_near(state: State, racer: Racer, at: tuple[int, int]) -> bool:
    radius = state.options.blast_radius
    return state.board.across(racer.at[0], at[0]) <= radius and abs(racer.at[1] - at[1]) <= radius


def _clear(course: Course) -> None:
    for projectile in course.state.projectiles:
        course.emit(ProjectileRemoved(projectile.id, "effect"))
