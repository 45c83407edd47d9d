"""The state for a screen. Hands are counts only, except the viewer's own."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from companion.core import blocks
from companion.core.chance import dice_asked
from companion.core.deck import UNKNOWN
from companion.core.message import Message, label, literal, say
from companion.games.grimm import content as fx, state as st
from companion.games.grimm.chance import chance
from companion.games.grimm.choices import choices_of
from companion.games.grimm.content import BoardSpace
from companion.games.grimm.explore import running_walk
from companion.games.grimm.graph import Graph, ways_of
from companion.games.grimm.log import printed_names, signed, space_name
from companion.games.grimm.moves import dice_count
from companion.games.grimm.rights import may_cast_now
from companion.games.grimm.setup import CARDS_DEALT
from companion.games.grimm.spells import is_mass
from companion.games.grimm.state import EQUIPMENT_TO_WIN, HAND_LIMIT, HOOD, Hero, State

TONES = {"draw": "gain", "reroll": "gain", "discard": "danger", "portal": "goal", "chest": "yellow"}
ICONS = {
    "draw": "card", "discard": "trash", "reroll": "dice", "teleporter": "teleporter",
    "portal": "portal",
}  # fmt: skip


def view(state: State, viewer: str | None = None) -> blocks.View:
    """Describes the state; only `viewer`'s cards are shown."""
    return blocks.View(
        title=say("grimm.title"),
        prompt=_prompt(state),
        phase=phase_of(state),
        players=tuple(_player(state, seat, hero) for seat, hero in enumerate(state.heroes)),
        round=state.round or None,
        is_sample=state.is_sample,
        is_over=state.is_over,
        board=_board(state),
        pool=_pool(state),
        cards=_cards(state, viewer),
        choices=choices_of(state, viewer),
        dice=dice_asked(chance(state)),
        log=state.log,
        hints=_hints(state),
    )


def phase_of(state: State) -> str:
    """Returns the phase that the turn is in, whatever question interrupts it."""
    if state.is_over:
        return "over"
    if state.active < 0:
        return "setup"
    for ask in reversed(state.agenda):
        if isinstance(ask, st.Prepare):
            return "prepare"
        if isinstance(ask, st.Walk) and ask.player == ask.pawn:
            return "move"
    return "finish"


def _prompt(state: State) -> blocks.Prompt:
    now = state.now
    if now is None:
        winner = state.winner
        said = say("grimm.prompt.won", player=winner) if winner else say("grimm.prompt.limit")
        return blocks.Prompt(said, player=winner)
    detail: Message | None = None
    who = now.player
    match now:
        case st.Prepare(_, can_draw):
            detail = say("grimm.prompt.prepare.may_draw") if can_draw else None
            if dice_count(state, state.hero(who)) > 1:
                return blocks.Prompt(say("grimm.prompt.prepare.two", player=who), detail, who)
        case st.Walk(_, pawn, steps):
            key = "own" if pawn == who else "other"
            said = say(f"grimm.prompt.walk.{key}", player=who, pawn=pawn, steps=steps)
            return blocks.Prompt(said, say("grimm.prompt.walk.detail"), who)
        case st.Respond(_, casts):
            return blocks.Prompt(cast_words(state, casts), say("grimm.prompt.respond.detail"))
        case st.TakePower() if len(state.hero(who).hand) >= HAND_LIMIT:
            detail = say("grimm.prompt.takepower.full")
        case st.TakePower(_, victim) if victim:
            return blocks.Prompt(say("grimm.prompt.takepower.looks", player=who, victim=victim), player=who)
        case st.DrawCard() if state.active < 0:
            number = len(state.hero(who).hand) + 1
            said = say("grimm.prompt.drawcard.dealt", player=who, number=number, count=CARDS_DEALT)
            return blocks.Prompt(said, player=who)
        case st.TakeCard(_, victim):
            return blocks.Prompt(say("grimm.prompt.takecard", player=who, victim=victim), player=who)
        case st.CarryOut(_, spell, targets):
            named = state.spell_name(spell)
            said = say("grimm.prompt.carryout", player=who, spell=named)
            if targets:
                said = say("grimm.prompt.carryout.on", player=who, spell=named, targets=", ".join(targets))
            return blocks.Prompt(said, spell_words(state, spell), who)
    return blocks.Prompt(say(f"grimm.prompt.{type(now).__name__.lower()}", player=who), detail, who)


def cast_words(state: State, casts: tuple[st.Cast, ...]) -> Message:
    """Asks whether anybody counters, with what decides: who casts what, on whom, or against which spell."""
    cast = casts[-1]
    spell = state.spell_name(cast.spell)
    if len(casts) > 1:
        against = casts[-2]
        countered = state.spell_name(against.spell)
        return say("grimm.prompt.respond.counter", player=cast.caster, spell=countered, caster=against.caster)
    if cast.target is not None:
        return say("grimm.prompt.respond.on", player=cast.caster, spell=spell, target=cast.target)
    if is_mass(state, state.hero(cast.caster), cast.spell):
        return say("grimm.prompt.respond.all", player=cast.caster, spell=spell)
    return say("grimm.prompt.respond", player=cast.caster, spell=spell)


def _spell_text(state: State, spell: str) -> Message | None:
    text = getattr(state.spells[spell].effect, "text", None)
    return label(text) if text else None


def _player(state: State, seat: int, hero: Hero) -> blocks.Player:
    status: Literal["waiting", "now", "done", "out"] = "waiting"
    if hero.is_absent:
        status = "out"
    elif seat == state.active and not state.is_over:
        status = "now"
    role = label(state.characters[hero.character].label) if hero.character else say("grimm.role.none")
    return blocks.Player(hero.name, hero.name, role, seat, status, None, _badges(state, hero))


def _badges(state: State, hero: Hero) -> tuple[blocks.Badge, ...]:
    badges = []
    if hero.equipment:
        badges.append(blocks.Badge("token", say("grimm.badge.equipment"), hero.equipment, "gain"))
    badges.append(blocks.Badge("card", say("grimm.badge.hand"), len(hero.hand)))
    if hero.is_spent:
        badges.append(blocks.Badge("rotate", say("grimm.badge.spent")))
    if hero.silenced:
        badges.append(blocks.Badge("mute", say("grimm.badge.silenced"), tone="danger"))
    if hero.modifier:
        said = say("grimm.badge.modifier", by=signed(hero.modifier))
        badges.append(blocks.Badge("dice", said, tone="gain" if hero.modifier > 0 else "danger"))
    if state.power_of(hero) not in ("", "none"):
        badges.append(blocks.Badge("power", say("grimm.badge.power"), tone="gain"))
    return tuple(badges)


def _board(state: State) -> blocks.Board:
    graph = state.graph
    walk = running_walk(state)
    pieces = [
        blocks.Piece(
            hero.character, hero.at, hero.character, literal(hero.name), seat,
            state.characters[hero.character].colour,
            is_active=seat == state.active, is_dimmed=hero.is_absent,
            can_move=walk is not None and walk.pawn == hero.name,
        )
        for seat, hero in enumerate(state.heroes) if hero.at
    ]  # fmt: skip
    if state.chest:
        pieces.append(
            blocks.Piece(
                "chest", state.chest, "chest", say("grimm.piece.chest"), tone="yellow", is_landmark=True
            )
        )
    mover = state.hero(walk.pawn) if walk else state.turn
    focus = (mover.at,) if mover else tuple(hero.at for hero in state.heroes if hero.at)
    return blocks.Board(
        graph.width, graph.height, *_drawn(graph), tuple(pieces), focus=focus, goals=_goals(state),
    )  # fmt: skip


@lru_cache(maxsize=32)
def _drawn(graph: Graph) -> tuple[tuple[blocks.Space, ...], tuple[blocks.Mark, ...]]:
    """Draws what is printed on a board, which never changes."""
    marks = (*drawn_paths(graph.spaces, graph.paths), *drawn_numbers(graph.spaces))
    return drawn_spaces(graph.spaces), marks


def _goals(state: State) -> tuple[str, ...]:
    """Leads to the chest, and with all the equipment to the portal."""
    if state.turn is not None and state.turn.equipment >= EQUIPMENT_TO_WIN:
        return (ways_of(state.graph).portal,)
    return (state.chest,) if state.chest else ()


def drawn_spaces(spaces: dict[str, BoardSpace]) -> tuple[blocks.Space, ...]:
    """Draws the spaces as circles with what is printed on them."""
    drawn, names = [], printed_names(spaces)
    for number, (name, space) in enumerate(spaces.items(), 1):
        tone = space.mark if space.kind in ("start", "teleporter") else TONES.get(space.kind, "")
        said = literal(space.mark) if space.kind == "chest" else None
        if space.kind == "blank":
            said = literal(str(number))
        icon = ICONS.get(space.kind, "")
        drawn.append(
            blocks.Space(
                name, space.x, space.y, shape="circle", icon=icon, tone=tone, label=said,
                name=names[name],
            )
        )  # fmt: skip
    return tuple(drawn)


def drawn_numbers(spaces: dict[str, BoardSpace]) -> tuple[blocks.Mark, ...]:
    """Writes the number of a space below it where something else is printed on it."""
    return tuple(
        blocks.Mark("caption", space.x, space.y + 0.96, 1, 0.34, literal(str(number)))
        for number, space in enumerate(spaces.values(), 1)
        if space.kind not in ("blank", "chest", "start", "portal")
    )  # fmt: skip


def drawn_paths(spaces: dict[str, BoardSpace], paths: tuple[tuple[str, str], ...]) -> tuple[blocks.Mark, ...]:
    """Draws the paths as lines from middle to middle."""
    marks = []
    for a, b in paths:
        here, there = spaces[a], spaces[b]
        w, h = round(there.x - here.x, 3), round(there.y - here.y, 3)
        marks.append(blocks.Mark("path", here.x + 0.5, here.y + 0.5, w, h))
    return tuple(marks)


def _pool(state: State) -> tuple[blocks.Counter, ...]:
    counters = []
    walk = running_walk(state)
    if walk:
        counters.append(blocks.Counter("move", say("grimm.counter.steps"), walk.steps))
    counters.append(blocks.Counter("deck", say("grimm.counter.deck"), sum(state.deck.values())))
    counters.append(blocks.Counter("trash", say("grimm.counter.discard"), sum(state.discard.values())))
    return tuple(counters)


def _cards(state: State, viewer: str | None) -> tuple[blocks.Card, ...]:
    cards = []
    if state.chest_card:
        lies = say("grimm.card.chest", number=state.chest_card)
        cards.append(blocks.Card("chest", lies, icons=(blocks.Badge("chest", lies),)))
    for hero in state.heroes:
        if hero.character:
            named = label(state.characters[hero.character].label)
            lines = (say("grimm.power.first"), _power_words(state, hero.character))
            cards.append(blocks.Card(hero.character, named, hero.name, lines=lines, value=hero.equipment))
        if hero.name == viewer:
            for index, spell in enumerate(hero.hand):
                title = say("grimm.card.unknown") if spell == UNKNOWN else state.spell_name(spell)
                told = () if spell == UNKNOWN else (spell_words(state, spell),)
                cards.append(
                    blocks.Card(f"{hero.name}/{index}", title, hero.name, spell != UNKNOWN, lines=told)
                )
    return tuple(cards)


def _power_words(state: State, character: str) -> Message:
    power = state.printed_power(character)
    if power == "text":
        text = state.options.hood_text
        if character == HOOD and text:
            return literal(text)
        if state.characters[character].text:
            return label(state.characters[character].text)
    struck = tuple(
        state.spell_name(name)
        for name, spell in state.spells.items()
        if fx.verb_of(spell.effect) in fx.MASS_VERBS
    )
    return say(f"grimm.power.{power}", spells=struck)


def spell_words(state: State, spell: str) -> Message:
    """Says what a spell does."""
    text = _spell_text(state, spell)
    if text is not None:
        return text
    effect = state.spells[spell].effect
    if isinstance(effect, fx.Silence):
        return say(f"grimm.effect.silence.{state.options.silence}")
    tag = type(effect).__struct_config__.tag
    amount = getattr(effect, "by", getattr(effect, "steps", 0))
    return say(f"grimm.effect.{tag}", amount=amount)


def _hints(state: State) -> tuple[Message, ...]:
    """Reminds of what is easily forgotten: the chest, a draw, powers, spells left, an open portal."""
    if state.is_over or state.active < 0:
        return ()
    hints: list[Message] = []
    now = state.now
    if state.chest:
        hints.append(say("grimm.hint.chest", space=space_name(state, state.chest)))
    hints += [
        say("grimm.hint.portal", player=h.name) for h in state.heroes if h.equipment >= EQUIPMENT_TO_WIN
    ]
    if isinstance(now, st.Prepare):
        hero = state.hero(now.player)
        if now.can_draw and len(hero.hand) >= HAND_LIMIT:
            hints.append(say("grimm.hint.full_hand", player=hero.name))
        if hero.modifier:
            hints.append(say("grimm.hint.modifier", player=hero.name, by=signed(hero.modifier)))
        power = state.power_of(hero)
        if power not in ("", "none"):
            hints.append(say("grimm.hint.power", player=hero.name, power=_power_words(state, hero.character)))
    if isinstance(now, (st.Prepare, st.Walk, st.Finish)):
        left = [hero.name for hero in state.heroes if may_cast_now(state, hero)]
        if left:
            hints.append(say("grimm.hint.spells_left", players=", ".join(left)))
    if isinstance(now, st.Walk):
        hints.append(say("grimm.hint.no_turning_back"))
    return tuple(hints)
