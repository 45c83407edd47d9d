"""What the set-up wizard asks before a race; later questions follow from the answers so far."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.content.library import Content
from companion.core.blocks import Json, Option, Question
from companion.core.message import Message, say
from companion.games.rayman.entities import heroes_in_order
from companion.games.rayman.forms import (
    LEGENDARY,
    MOST_PLAYERS,
    PRESETS,
    Form,
    Seat,
    nested,
    readable,
    seated,
)
from companion.games.rayman.options import CLAUSES, EDITIONS, Options, options_of
from companion.games.rayman.setup import board_in

GUESTS = ("Ana", "Bo")
"""The players of a first demonstration."""

NEEDS: dict[str, frozenset[str]] = {
    "boss": frozenset({"boss_shift_hits", "auto_boss"}),
    "rival": frozenset({"boss_first"}),
    "team": frozenset({"coop_projectiles", "coop_damage_loses", "coop_bubble_action"}),
    "solo": frozenset({"solo_last_bonus"}),
    "projectile": frozenset(
        {
            "projectile_speed",
            "crouch_dodges_moving_projectile",
            "start_line_safe",
            "blast_radius",
            "auto_projectiles",
        }
    ),
    "legend": frozenset({"legendary_once", "sneaker_strict_icons", "drifter_free", "smasher_cap"}),
    "tournament": frozenset({"tournament_points", "tournament_legendary"}),
    "few": frozenset({"perches"}),
}
"""The options that matter only where a race has such a part."""

CROWD = 5
"""From so many players on, figures may perch on one another whatever a table says."""

SHOWN_FIRST = ("teensies", "teensy_setup")
"""Options that stand on the board's page."""


def questions(content: Content, answers: Json) -> tuple[Question, ...]:
    """Lists every question of the wizard, page by page."""
    form = readable(nested(answers))
    seats = seated(form.players, content)
    parts = _parts(form, seats)
    asked = [*_mode(form), *_players(content, form, seats, parts), *_board(content, form, parts)]
    hidden = frozenset().union(*(keys for part, keys in NEEDS.items() if part not in parts))
    usual = options_of(form.edition, {})
    asked += [
        _option(key, usual, "board" if key in SHOWN_FIRST else "options")
        for key in (*SHOWN_FIRST, *(key for key in CLAUSES if key not in SHOWN_FIRST))
        if key not in hidden
    ]
    return tuple(asked)


def _parts(form: Form, seats: tuple[Seat, ...]) -> frozenset[str]:
    play = form.play if isinstance(form.play, str) else "competitive"
    parts = set()
    if play != "competitive":
        parts.add("boss")
    if play == "competitive_boss":
        parts.add("rival")
    if play in ("coop", "solo"):
        parts |= {"team"} if play == "coop" else {"team", "solo"}
    usual = PRESETS[form.mode].projectile if "team" not in parts else None
    if isinstance(form.projectile, str) or (form.projectile is msgspec.UNSET and usual):
        parts.add("projectile")
    if _has_legends(form, "team" in parts) or any(seat.legendary for seat in seats):
        parts.add("legend")
    if form.tournament:
        parts.add("tournament")
    if len(seats) < CROWD:
        parts.add("few")
    return frozenset(parts)


def _has_legends(form: Form, is_team: bool) -> bool:
    """Tells whether everybody has a Legendary card: always in a competitive Legend race (RAY-MODE-6)."""
    is_legend = form.mode == "legend"
    if form.legendary_cards is msgspec.UNSET or (is_legend and not is_team):
        return is_legend
    return form.legendary_cards


def _choice(
    key: str, values: tuple[str, ...], default: Any, page: str, *clauses: str, helps: bool = False
) -> Question:
    offered = tuple(
        Option(value, say(f"rayman_setup.{key}.{value}"), say(f"rayman_setup.{key}.{value}.help"))
        if helps
        else Option(value, say(f"rayman_setup.{key}.{value}"))
        for value in values
    )
    label = say(f"rayman_setup.ask.{key}")
    return Question(key, label, "choice", default=default, options=offered, clauses=clauses, page=page)


def _mode(form: Form) -> tuple[Question, ...]:
    return (
        _choice(
            "mode",
            tuple(PRESETS),
            "rookie",
            "mode",
            "RAY-MODE-1",
            "RAY-MODE-2",
            "RAY-MODE-3",
            "RAY-MODE-4",
            helps=True,
        ),
        _choice(
            "play",
            ("competitive", "coop", "solo", "competitive_boss"),
            "competitive",
            "mode",
            "RAY-COOP-1",
            "RAY-SOLO-1",
            "RAY-VARIANT-1",
            helps=True,
        ),
        Question(
            "tournament",
            say("rayman_setup.ask.tournament"),
            "toggle",
            default=False,
            clauses=("RAY-TOUR-1", "RAY-TOUR-2"),
            page="mode",
        ),
        _choice("cards", ("pack", "typed"), "pack", "mode", "RAY-SETUP-11", helps=True),
        _choice("edition", tuple(EDITIONS), "rulings", "mode"),
    )


def _players(
    content: Content, form: Form, seats: tuple[Seat, ...], parts: frozenset[str]
) -> tuple[Question, ...]:
    heroes = content.of_kind("heroes")
    guests = [
        {"name": name, "hero": hero} for name, hero in zip(GUESTS, heroes_in_order(content), strict=False)
    ]
    is_solo = form.play == "solo"
    asked = [
        Question(
            "players",
            say("rayman_setup.ask.players"),
            "players",
            default=guests[:1] if is_solo else guests,
            options=tuple(Option(hero, heroes[hero].named(), icon=hero) for hero in heroes_in_order(content)),
            minimum=1 if is_solo else 2,
            maximum=1 if is_solo else MOST_PLAYERS,
            clauses=("RAY-SETUP-1", "RAY-SETUP-2"),
            page="players",
        )
    ]
    names = tuple(seat.name or seat.hero for seat in seats)
    if form.mode != "legend" or "team" in parts:
        usual = form.mode == "legend"
        asked.append(_toggle("legendary_cards", usual, "RAY-MODE-6", "RAY-COOP-17", page="players"))
    if _has_legends(form, "team" in parts):
        asked += [
            Question(
                f"players.{index}.legendary",
                say("rayman_setup.ask.legendary", name=name),
                "choice",
                default=seats[index].legendary or LEGENDARY[index % len(LEGENDARY)],
                options=tuple(Option(legend, _legend(legend)) for legend in LEGENDARY),
                clauses=("RAY-MODE-4", "RAY-MODE-6"),
                page="players",
            )
            for index, name in enumerate(names)
        ]
    if len(names) > 1 and PRESETS[form.mode].has_additional_cards:
        asked.append(
            Question(
                "youngest",
                say("rayman_setup.ask.youngest"),
                "choice",
                default=names[0],
                options=tuple(Option(name, Message(texts={"": name})) for name in names),
                clauses=("RAY-CARD-7",),
                page="players",
            )
        )
    return tuple(asked)


def _legend(legend: str) -> Message:
    return say(f"rayman_setup.legendary.{legend}")


def _board(content: Content, form: Form, parts: frozenset[str]) -> tuple[Question, ...]:
    preset = PRESETS[form.mode]
    asked = []
    if "tournament" not in parts:
        asked.append(_entities(content, "board", "boards", board_in(content, preset.world), "RAY-BOARD-1"))
    usual = None if "team" in parts else preset.projectile
    asked.append(_entities(content, "projectile", "projectiles", usual, "RAY-MODE-5", may_be_none=True))
    if "projectile" in parts:
        asked.append(_toggle("projectile_effects", preset.has_effects, "RAY-PROJ-15", "RAY-PROJ-17"))
    if "boss" in parts:
        asked.append(_entities(content, "boss", "bosses", preset.boss, "RAY-BOSS-16"))
        asked.append(_choice("boss_speed", ("easy", "normal", "hard"), "normal", "board", "RAY-BOSS-2"))
    usual_draft = preset.has_additional_cards and "team" not in parts
    asked.append(_toggle("additional_cards", usual_draft, "RAY-CARD-7", "RAY-CARD-10"))
    return tuple(asked)


def _entities(
    content: Content, key: str, kind: str, default: Any, *clauses: str, may_be_none: bool = False
) -> Question:
    offered = [Option(entity_id, entity.named()) for entity_id, entity in content.of_kind(kind).items()]
    if may_be_none:
        offered.insert(0, Option(None, say("rayman_setup.none")))
    label = say(f"rayman_setup.ask.{key}")
    return Question(
        key, label, "choice", default=default, options=tuple(offered), clauses=clauses, page="board"
    )


def _toggle(key: str, default: bool, *clauses: str, page: str = "board") -> Question:
    label = say(f"rayman_setup.ask.{key}")
    return Question(key, label, "toggle", default=default, clauses=clauses, page=page)


_HINTS: dict[str, Any] = get_type_hints(Options, include_extras=True)
_POINTS = ((5, 3, 2, 1), (4, 3, 2, 1), (10, 6, 3, 1))
_LIMITS = (None, 10, 20, 30, 50)


def _limit_said(limit: int | None) -> Message:
    if limit is None:
        return say("rayman_setup.value.no_limit")
    return say("rayman_setup.value.rounds", count=limit)


def _option(key: str, usual: Options, page: str) -> Question:
    """Asks for one house rule in the shape that its type has."""
    default = getattr(usual, key)
    label = say(f"rayman_setup.option.{key}")
    field = f"options.{key}"
    clauses = (CLAUSES[key],)
    hint = _HINTS[key]
    if key == "round_limit":
        offered = tuple(Option(limit, _limit_said(limit)) for limit in _LIMITS)
        return Question(field, label, "choice", default, offered, clauses=clauses, page=page)
    if get_origin(hint) is Literal:
        offered = tuple(Option(value, say(f"rayman_setup.value.{value}")) for value in get_args(hint))
        return Question(field, label, "choice", default, offered, clauses=clauses, page=page)
    if isinstance(default, bool):
        return Question(field, label, "toggle", default, clauses=clauses, page=page)
    if isinstance(default, int):
        limits = next(meta for meta in hint.__metadata__)
        return Question(
            field, label, "number", default, minimum=limits.ge, maximum=limits.le, clauses=clauses, page=page
        )
    offered = tuple(
        Option(list(points), Message(texts={"": " – ".join(map(str, points))})) for points in _POINTS
    )
    return Question(field, label, "choice", list(default), offered, clauses=clauses, page=page)
