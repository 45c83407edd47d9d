"""The state as a screen shows it: prompt, players, pool, cards, choices, hints."""

from __future__ import annotations

from companion.core.blocks import Badge, Card, Counter, Player, Prompt, View
from companion.core.chance import dice_asked
from companion.core.message import Message, label, say
from companion.games.rayman.chance import chance
from companion.games.rayman.decide import WAITING
from companion.games.rayman.effect_words import effects_said
from companion.games.rayman.hazards import source_of
from companion.games.rayman.hints import hints
from companion.games.rayman.naming import boss_said, hero_said, projectile_said, space_text, trade_said
from companion.games.rayman.notes import card_shown
from companion.games.rayman.projectiles import find_projectile
from companion.games.rayman.ranking import from_rear, rank_race
from companion.games.rayman.round import choosers
from companion.games.rayman.state import Pool, Racer, State, Task
from companion.games.rayman.view_board import draw
from companion.games.rayman.view_choices import choices


def view(state: State, viewer: str | None = None) -> View:
    """Describes the state for a screen; only the viewer's secret choice is shown."""
    return View(
        title=_title(state),
        prompt=prompt(state),
        phase=state.phase,
        players=_players(state),
        round=state.round,
        is_sample=state.is_sample,
        is_over=state.outcome is not None,
        board=draw(state),
        pool=_pool(state),
        cards=_cards(state, viewer),
        choices=choices(state, viewer),
        dice=dice_asked(chance(state)),
        log=state.log,
        hints=hints(state),
    )


def _title(state: State) -> Message:
    board = label(state.race_board.label)
    if state.tournament is not None:
        race, races = state.tournament.race + 1, len(state.tournament.boards)
        return say("rayman.view.tournament", board=board, race=race, races=races)
    return say(f"rayman.view.title.{state.kind}", board=board, mode=say(f"rayman.mode.{state.mode}"))


def prompt(state: State) -> Prompt:
    """Says in one line what to do now."""
    if state.outcome is not None:
        return Prompt(state.outcome.because, detail=say("rayman.prompt.over"))
    task = state.agenda[0]
    key, _ = WAITING.get(task.kind, ("rayman.wait.turn", ()))
    if task.kind == "turn":
        return _turn_prompt(state)
    if task.kind == "choosing":
        names = ", ".join(racer.name for racer in choosers(state))
        return Prompt(say("rayman.prompt.choosing", players=names))
    if task.kind == "projectile":
        return _flight_prompt(state, task)
    if task.kind in ("card", "boss_effect", "effect"):
        return _effect_prompt(state, task)
    if task.kind == "boss":
        return _boss_prompt(state)
    if task.kind == "trade" and state.turn is not None and state.turn.offer is not None:
        return Prompt(trade_said(state, "rayman.prompt.trade", state.turn.offer), player=task.player)
    if task.kind in ("teensy", "random_teensy"):
        colour = say(f"rayman.colour.{task.word}")
        return Prompt(
            say(f"rayman.prompt.{task.kind}", player=task.player, colour=colour), player=task.player
        )
    if task.kind == "roll":
        return Prompt(say("rayman.prompt.roll", player=_roller(state)), player=_roller(state))
    return Prompt(say(key, player=task.player), player=task.player or None)


def _turn_prompt(state: State) -> Prompt:
    turn = state.turn
    assert turn is not None
    name = turn.player
    hero = hero_said(state, name)
    if len(state.racer(name).tokens) > 4:
        return Prompt(say("rayman.prompt.limit", player=name), player=name)
    if turn.is_ending:
        return Prompt(say("rayman.prompt.falling", player=name, hero=hero), player=name)
    detail = None if turn.stance == "stand" else say(f"rayman.stance.{turn.stance}")
    return Prompt(say("rayman.prompt.turn", player=name, hero=hero), detail=detail, player=name)


def _flight_prompt(state: State, task: Task) -> Prompt:
    projectile = find_projectile(state, task.number)
    place = space_text(state, projectile.at) if projectile is not None else "?"
    return Prompt(
        say(
            "rayman.prompt.projectile",
            projectile=projectile_said(state),
            space=place,
            columns=state.options.projectile_speed,
        )
    )


def _boss_prompt(state: State) -> Prompt:
    assert state.boss is not None
    boss, columns = boss_said(state), state.boss.speed
    if state.options.auto_boss:
        return Prompt(say("rayman.prompt.boss", boss=boss, columns=columns))
    return Prompt(say("rayman.prompt.boss_by_hand", boss=boss, columns=columns))


def _effect_prompt(state: State, task: Task) -> Prompt:
    source = "card" if task.kind == "card" else task.word
    found = source_of(state, source)
    if found is None:
        return Prompt(say("rayman.prompt.effect"))
    detail = say("rayman.prompt.effects", effects=effects_said(found[0]))
    return Prompt(say("rayman.prompt.effect_of", effect=label(found[2])), detail=detail)


def _roller(state: State) -> str:
    """Names who rolls the round's die: the rearmost, anybody in round 1 (RAY-PROJ-18)."""
    racing = from_rear(state)
    if state.round > 1 and racing:
        return racing[0].name
    return state.racers[state.youngest].name


def _players(state: State) -> tuple[Player, ...]:
    order = list(state.order)
    active = {task.player for task in state.agenda[:1] if task.player}
    if state.turn is not None:
        active = {state.turn.player}
    if state.agenda and state.agenda[0].kind == "choosing":
        active = {racer.name for racer in choosers(state)}
    waiting = {task.player for task in state.agenda if task.kind == "turn"}
    places = {rank.player: rank.place for rank in rank_race(state)}

    def position(racer: Racer) -> tuple[int, int]:
        return (order.index(racer.name) if racer.name in order else len(order), racer.seat)

    shown = []
    is_hidden = state.phase == "choose"
    for racer in sorted(state.racers, key=position):
        if racer.name in active and not racer.is_absent:
            status = "now"
        elif racer.is_absent or (racer.has_finished and racer.name not in waiting):
            status = "out"
        elif state.phase == "turns" and racer.name not in waiting:
            status = "done"
        else:
            status = "waiting"
        shown.append(
            Player(
                id=racer.name,
                name=racer.name,
                role=hero_said(state, racer.name),
                seat=racer.seat,
                status=status,  # type: ignore[arg-type]
                value=None if is_hidden or not racer.played else racer.initiative,
                badges=_badges(state, racer, places[racer.name]),
            )
        )
    return tuple(shown)


def _badges(state: State, racer: Racer, place: int) -> tuple[Badge, ...]:
    badges = [Badge("place", say("rayman.badge.place", place=place), place)]
    if racer.has_heart:
        badges.append(Badge("heart", say("rayman.badge.heart"), tone="red"))
    badges += [
        Badge("teensy", say("rayman.badge.teensy", colour=say(f"rayman.colour.{colour}")), tone=colour)
        for colour in racer.freed
    ]
    for token in dict.fromkeys(racer.tokens):
        badges.append(Badge("token", state.tokens[token].named(), racer.tokens.count(token)))
    if racer.bubble:
        badges.append(Badge("bubble", say("rayman.badge.bubble")))
    if racer.is_immune:
        badges.append(Badge("immune", say("rayman.badge.immune")))
    if racer.is_slapped:
        badges.append(Badge("slapped", say("rayman.badge.slapped")))
    if racer.legendary:
        badges.append(Badge(racer.legendary, say(f"rayman.legendary.{racer.legendary}")))
    if racer.has_finished:
        badges.append(Badge("finished", say("rayman.badge.finished")))
    if racer.is_absent:
        badges.append(Badge("absent", say("rayman.badge.absent")))
    if state.phase == "choose" and racer.chosen is not None:
        badges.append(Badge("chosen", say("rayman.badge.chosen")))
    badges.append(Badge("cards", say("rayman.badge.cards", count=len(racer.hand)), len(racer.hand)))
    if state.tournament is not None:
        points = state.tournament.points.get(racer.name, 0)
        badges.append(Badge("points", say("rayman.badge.points", count=points), points))
    return tuple(badges)


def _pool(state: State) -> tuple[Counter, ...]:
    turn = state.turn
    if turn is None:
        return ()
    has_lums = state.racer(turn.player).legendary is not None
    return tuple(
        Counter(icon, say(f"rayman.icon.{icon}"), getattr(turn.pool, icon), getattr(turn.gained, icon))
        for icon in Pool.__struct_fields__
        if icon != "lums" or has_lums
    )


def _cards(state: State, viewer: str | None) -> tuple[Card, ...]:
    """Shows played cards, the viewer's hand and choice, backs of what others chose, and what lies open."""
    shown = _played(state)
    for racer in state.racers:
        if racer.name == viewer:
            hidden = racer.chosen or ()
            shown += [card_shown(state, card, racer.name) for card in hidden if card in state.cards]
            shown += [
                card_shown(state, card, racer.name)
                for card in racer.hand
                if card in state.cards and card not in hidden
            ]
        elif racer.chosen is not None:
            shown += [
                Card(f"{racer.name}-{index}", say("rayman.card_back"), racer.name, is_face_up=False)
                for index in (1, 2)
            ]
    shown += [card_shown(state, card, None) for card in state.draft.offer]
    for source in ("card", "attack"):
        found = source_of(state, source)
        if found is not None:
            title = projectile_said(state) if source == "card" else boss_said(state)
            value = state.die if source == "card" else None
            lines = (label(found[2]), *effects_said(found[0]))
            if source == "card" and state.projectile is not None and (origin := state.projectile.origin()):
                lines += (origin,)
            shown.append(Card(source, title, lines=lines, value=value))
    return tuple(shown)


def _played(state: State) -> list[Card]:
    return [
        card_shown(state, card, racer.name)
        for racer in state.racers
        for card in racer.played
        if card in state.cards
    ]
