"""The large buttons of the table: what a view offers, the likeliest first and large."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.blocks import Choice, View
from companion.core.message import say
from companion.i18n import Translator
from kiosk.presenters.table.screen import Action

MOST_BUTTONS = 3
MOST_STEPS = 3
"""How many steps have room as buttons of their own."""
MOST_PLACES = 2
"""How many spaces to go to have room as buttons of their own; more are touched on the board, or listed."""


def in_group(view: View, group: str) -> tuple[Choice, ...]:
    """Lists the choices of a group."""
    return tuple(choice for choice in view.choices if choice.group == group)


def choices_at(view: View, space: str, *, is_lit: bool) -> tuple[Choice, ...]:
    """Lists the choices that name a space; where a turn can end there, its single steps are left out."""
    is_end = view.board is not None and (not is_lit or space in view.board.lit)
    here = (choice for choice in view.choices if choice.space == space)
    return tuple(choice for choice in here if choice.group != "step" or not is_end)


def buttons_of(
    view: View, words: Translator, is_final: Callable[[Choice], bool], *, can_change_secrets: bool
) -> tuple[Action, ...]:
    """Lists what can be done now; the first is the large one, if any is."""
    if view.is_over:
        return (Action("results", words(say("kiosk.table.results")), "trophy", is_primary=True),)
    found = [
        *_chance(view, words),
        *_secrets(view, words, can_change_secrets=can_change_secrets),
        *_mains(view, words, is_final),
        *_steps(view, words),
        *_by_hand(view, words),
    ]
    large = next((action for action in found if action.is_primary), None)
    return tuple(
        sorted(
            (_sized(action, is_large=action is large) for action in found),
            key=lambda action: not action.is_primary,
        )
    )


def _sized(action: Action, *, is_large: bool) -> Action:
    return Action(action.kind, action.label, action.icon, is_large, action.choice, action.is_final)


def _chance(view: View, words: Translator) -> list[Action]:
    if view.dice is not None:
        label = words(say("kiosk.dice.roll", count=len(view.dice.dice)))
        return [Action("roll", label, "dice", is_primary=True, is_final=True)]
    if in_group(view, "chance"):
        return [Action("draw", words(say("kiosk.chance.draw")), "deck", is_primary=True, is_final=True)]
    return []


def _by_hand(view: View, words: Translator) -> list[Action]:
    """Offers to tell what real dice and decks brought."""
    if view.dice is not None:
        return [Action("type_roll", words(say("kiosk.dice.type")), "pen")]
    if in_group(view, "chance"):
        return [Action("pick_draw", words(say("kiosk.chance.pick")), "hidden")]
    return []


def _secrets(view: View, words: Translator, *, can_change_secrets: bool) -> list[Action]:
    """Leads to the cards: large where the night waits for them, or where anybody may answer now."""
    secrets = in_group(view, "secret")
    if not secrets:
        changed = Action("secret", words(say("kiosk.cards.change")), "cards")
        return [changed] if can_change_secrets else []
    waits = view.dice is None and not any(
        choice.group in ("main", "step", "chance") for choice in view.choices
    )
    if waits:
        return [Action("secret", words(say("kiosk.cards.choose")), "cards", is_primary=True)]
    said = {words(choice.label) for choice in secrets}
    is_for_anybody = view.prompt.player is None and len(said) == 1
    label = said.pop() if is_for_anybody else words(say("kiosk.cards.optional"))
    return [Action("secret", label, "cards", is_primary=is_for_anybody)]


def _mains(view: View, words: Translator, is_final: Callable[[Choice], bool]) -> list[Action]:
    """Lists the main choices: what is offered on the board first, in words; giving it up is never large."""
    mains = sorted(in_group(view, "main"), key=lambda choice: (choice.space is None, not choice.is_primary))
    placed = [choice for choice in mains if choice.space is not None]
    found = []
    if len(placed) > MOST_PLACES:
        label = words(say("kiosk.table.places", count=len(placed)))
        found.append(Action("places", label, "target", is_primary=True))
        mains = [choice for choice in mains if choice.space is None]
    for choice in sorted(mains, key=lambda choice: not choice.is_primary) if not placed else mains:
        label, final = words(choice.label), is_final(choice)
        found.append(Action("choice", label, choice.icon, True, choice, final))
    return found


def _steps(view: View, words: Translator) -> list[Action]:
    """Puts the steps behind one button; a few that are all there is to do are buttons themselves."""
    steps = in_group(view, "step")
    if not steps:
        return []
    is_all = view.dice is None and all(choice.group in ("step", "table") for choice in view.choices)
    if is_all and len(steps) <= MOST_STEPS:
        return [
            Action("choice", words(step.label), step.icon, len(steps) == 1, choice=step) for step in steps
        ]
    return [Action("steps", words(say("kiosk.table.steps")), "steps", is_primary=is_all)]


def with_room(
    actions: tuple[Action, ...], words: Translator
) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Splits actions into those that have room, and the rest, which goes behind the last one."""
    if len(actions) <= MOST_BUTTONS:
        return actions, ()
    more = Action("more", words(say("kiosk.more")), "menu")
    return (*actions[: MOST_BUTTONS - 1], more), actions[MOST_BUTTONS - 1 :]
