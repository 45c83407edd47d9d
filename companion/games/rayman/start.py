"""The first state of a night: a checked set-up with all the content that it needs."""

from __future__ import annotations

from typing import Any

from companion.content.library import Content
from companion.core.blocks import Json
from companion.games.rayman.agenda import settle
from companion.games.rayman.course import Course
from companion.games.rayman.entities import (
    ActionCard,
    BonusToken,
    Boss,
    BossAttack,
    ProjectileCard,
    cards_in_play,
)
from companion.games.rayman.evolve import evolve
from companion.games.rayman.forms import Race, Seat, Setup, blank_hand
from companion.games.rayman.setup import read_setup
from companion.games.rayman.state import BossStand, RaceBoard, Racer, State, Task, Tournament


def new_state(setup: Json, content: Content) -> State:
    """Checks a set-up and returns the first state; refuses with Invalid listing every defect."""
    checked = read_setup(setup, content)
    boards = tuple(_race_board(race, content) for race in checked.races)
    cards = {} if checked.cards == "typed" else cards_in_play(content)
    tokens = _of_type(content, "tokens", BonusToken)
    projectile = content.of_kind("projectiles").get(checked.projectile or "")
    state = State(
        kind=checked.play,
        mode=checked.mode,
        options=checked.options,
        race_board=boards[0],
        board=boards[0].board,
        racers=tuple(_racer(index, seat, cards, checked) for index, seat in enumerate(checked.players)),
        heroes={hero_id: hero.label for hero_id, hero in content.of_kind("heroes").items()},
        cards=cards,
        tokens=tokens,
        bag={token_id: token.copies for token_id, token in tokens.items()},
        spent={},
        is_typed=checked.cards == "typed",
        has_additional=checked.has_additional_cards,
        is_sample=content.is_sample,
        projectile_id=checked.projectile or "",
        projectile=projectile if isinstance(projectile, ProjectileCard) else None,
        has_projectile_card=checked.has_effects,
        boss=_boss(checked, content),
        youngest=checked.youngest,
        tournament=Tournament(boards) if checked.is_tournament else None,
        agenda=(Task("prepare"),),
    )
    course = Course(state)
    settle(course)
    for event in course.complete():
        state = evolve(state, event)
    return state


def _of_type(content: Content, kind: str, entity_type: type[Any]) -> dict[str, Any]:
    return {
        entity_id: entity
        for entity_id, entity in content.of_kind(kind).items()
        if isinstance(entity, entity_type)
    }


def _race_board(race: Race, content: Content) -> RaceBoard:
    plan = content.of_kind("boards").get(race.id)
    label = plan.label if plan is not None else {"": race.id}
    return RaceBoard(race.id, label, race.board, race.teensies)


def _racer(index: int, seat: Seat, cards: dict[str, ActionCard], setup: Setup) -> Racer:
    hand = tuple(card_id for card_id, card in cards.items() if card.hero == seat.hero)
    if setup.cards == "typed":
        hand = blank_hand(seat.hero, setup.has_additional_cards)
    is_waiting = not setup.options.on_line_from_start
    return Racer(
        name=seat.name,
        hero=seat.hero,
        seat=index,
        hand=hand,
        legendary=seat.legendary,
        is_waiting=is_waiting,
    )


def _boss(setup: Setup, content: Content) -> BossStand | None:
    if setup.boss is None:
        return None
    card = content.of_kind("bosses")[setup.boss]
    assert isinstance(card, Boss)
    attacks = _of_type(content, "attacks", BossAttack)
    return BossStand(
        id=setup.boss,
        card=card,
        speed=card.speed(setup.boss_speed),
        attacks={attack: attacks[attack] for attack in card.attacks},
    )
