"""What the table shows now: the night's view, with what is offered, asked, refused or seen on top of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.blocks import Board, Counter, View
from companion.core.message import Message, literal, say
from companion.night.pledge import shown
from kiosk.presenters.camera.seen import seen_wrong, verdict_of
from kiosk.presenters.cards import CardsPresenter
from kiosk.presenters.rules import taught_phase
from kiosk.presenters.table.beside import watched_for
from kiosk.presenters.table.buttons import buttons_of, in_group, with_room
from kiosk.presenters.table.cards import cards_shown, choices_naming
from kiosk.presenters.table.offer import Offer, is_final
from kiosk.presenters.table.read import ready
from kiosk.presenters.table.screen import Action, Notice, PhaseChip, TableScreen
from kiosk.presenters.words import in_a_row, rule_lines, space_words

if TYPE_CHECKING:
    from kiosk.presenters.table.presenter import TablePresenter

MOST_PHASES = 4
LOUD = ("hit", "instruction", "gain")
"""The tones that are told in a band of their own, the most urgent first."""


def screen_of(table: TablePresenter) -> TableScreen:
    """Describes the whole screen as it is now."""
    view, words = table.view, table.words
    headline, detail = _sentence(table, view)
    seats = {player.id: player.seat for player in view.players}
    player = view.prompt.player
    return TableScreen(
        title=words(say("kiosk.table.round", number=view.round) if view.round is not None else view.title),
        phases=_phases(table, view),
        players=view.players,
        board=_board(table, view),
        pool=(*view.pool, *_piles(view)),
        headline=headline,
        detail=detail,
        headline_seat=seats.get(player) if player else None,
        actions=with_room(actions_of(table), words)[0],
        notice=_notice(table, view),
        hints=tuple(words(hint) for hint in view.hints) if table.desk.preferences.shows_reminders else (),
        status=_status(table, view),
        is_over=view.is_over,
        can_undo=table.session.night.can_undo,
        is_thinking=bool(table.wondered),
        dice=view.table_dice,
        picked_dice=frozenset(table.picked_dice),
        cards=cards_shown(view),
        goes_alone=_goes_alone(table, view),
        usable_cards=frozenset(card.id for card in view.cards if choices_naming(view, card.id)),
    )


def _piles(view: View) -> tuple[Counter, ...]:
    """Shows the numbers that belong to no player beside the pool: a pile, a Boss's health."""
    players = {player.id for player in view.players}
    return tuple(
        Counter(track.icon or "token", track.label, track.value, track.maximum)
        for track in view.tracks
        if track.owner not in players
    )


def _sentence(table: TablePresenter, view: View) -> tuple[str, str]:
    """Says in one large line and a smaller one what is to do, or what would happen."""
    words, offer, board = table.words, table.offer, view.board
    if offer is not None:
        costs = dict.fromkeys(words(cost) for cost in offer.costs)
        return words(offer.way.summary), in_a_row(costs) or words(_hint(table, offer))
    if table.wondered and table.is_slow:
        return words(say("kiosk.table.thinking", space=space_words(board, table.wondered, words))), ""
    detail = words(view.prompt.detail) if view.prompt.detail else ""
    camera = table.desk.camera
    watched = watched_for(view, camera)
    if camera is not None and watched is not None:
        laid = tuple(literal(name) for name in ready(view, camera.reading))
        return words(watched), words(
            say("kiosk_places.ready", players=laid) if laid else view.prompt.headline
        )
    if table.bound_for:
        detail = words(say("kiosk.table.onward", space=space_words(board, table.bound_for, words)))
    return words(view.prompt.headline), detail


def _hint(table: TablePresenter, offer: Offer) -> Message:
    """Says how an offer is confirmed."""
    if not offer.is_seen:
        return say("kiosk.table.confirm_hint")
    waits_s = table.desk.preferences.camera_waits_s
    by = "hand" if offer.confirmed_by == "time" and not waits_s else offer.confirmed_by
    return say(f"kiosk_places.confirm.{by}", seconds=waits_s, button=say("kiosk.table.confirm"))


def _board(table: TablePresenter, view: View) -> Board | None:
    """Draws the offered way, the space in question, where a way breaks off, or what can be touched."""
    board, offer = view.board, table.offer
    if board is None:
        return None
    if offer is not None:
        return replace(board, path=offer.way.path, lit=(offer.space,) if offer.space else board.lit)
    if table.wondered:
        return replace(board, lit=(table.wondered,))
    if table.reason is not None:
        return replace(board, path=table.reason.path, broken=table.refused_space)
    if not board.lit:
        touchable = (choice.space for choice in in_group(view, "main") if choice.space is not None)
        return replace(board, lit=tuple(dict.fromkeys(touchable)))
    return board


def _phases(table: TablePresenter, view: View) -> tuple[PhaseChip, ...]:
    """Lists up to four phases around the present one, so that their names stay readable from afar."""
    every = table.session.game.flow.phases
    phases = tuple(phase for phase in every if not phase.is_once or phase.id == view.phase)
    ids = [phase.id for phase in phases]
    if len(phases) > MOST_PHASES and view.phase in ids:
        first = max(0, min(ids.index(view.phase) - 1, len(phases) - MOST_PHASES))
        phases = phases[first : first + MOST_PHASES]
        ids = [phase.id for phase in phases]
    here = ids.index(view.phase) if view.phase in ids else len(ids)
    return tuple(
        PhaseChip(
            table.words(phase.label),
            "now" if number == here else "past" if number < here else "next",
        )
        for number, phase in enumerate(phases)
    )


def _status(table: TablePresenter, view: View) -> tuple[str, ...]:
    """Says the two things that matter most now, so that they can be read."""
    words, lost, camera = table.words, table.desk.lost_device(), table.desk.camera
    if lost:
        return (words(say("kiosk.dice.away", device=lost)),)
    parts = []
    comparison = camera.comparison() if camera is not None else None
    if comparison is not None and table.witness.moves.disagreement is None:
        parts.append(words(verdict_of(comparison)))
    night, seed, source = table.session.night, table.session.seed, table.session.roll_source
    if view.dice is not None and night.promise is not None:
        parts.append(words(say("kiosk.dice.settled", hash=shown(night.promise))))
    elif seed:
        parts.append(words(say("kiosk.dice.seed", seed=shown(seed))))
    elif source in ("screen", "typed"):
        parts.append(words(say(f"kiosk.roll_source.{source}")))
    elif source:
        parts.append(words(say("kiosk.roll_source.device", name=source)))
    if view.is_sample:
        parts.append(words(say("kiosk.sample")))
    return tuple(parts[:2])


def _notice(table: TablePresenter, view: View) -> Notice | None:
    words = table.words
    why = Action("why", words(say("kiosk.why")), "info")
    dispute = Action("dispute", words(say("kiosk.dispute.title")), "dispute")
    close = Action("close", "", "close")
    if table.reason is not None:
        rules = rule_lines(table.reason.clauses, table.session.game.clauses, words)
        lines = tuple(rule.replace("\n", " · ") for rule in rules)
        return Notice("refusal", words(table.reason.because), lines, (dispute, close))
    if table.refusal is not None:
        told = tuple(words(detail) for detail in table.refusal.details)
        actions = (why, close) if table.refusal.clauses else (close,)
        return Notice("refusal", words(table.refusal.message), told, actions)
    wrong = table.witness.moves.disagreement
    if wrong is not None and table.offer is None:
        correct = Action("correct", words(say("kiosk.table.correct")), "pen")
        said = words(seen_wrong(wrong, view.board))
        because = (words(wrong.because),) if wrong.because is not None else ()
        return Notice("hit", said, because, (why, dispute, correct))
    if table.offer is not None and table.offer.lines:
        read = tuple(words(line) for line in table.offer.lines)
        return Notice("gain", read[0], (in_a_row(read[1:]),))
    loud = [line for line in view.log if line.tone in LOUD]
    if loud:
        first = min(loud, key=lambda line: LOUD.index(line.tone))
        rest = tuple(words(line.text) for line in loud if line is not first)
        return Notice(first.tone, words(first.text), tuple(dict.fromkeys(rest)))
    lesson = _lesson(table, view)
    if lesson is not None:
        return lesson
    return Notice("info", words(view.log[-1].text)) if view.log else None


def _lesson(table: TablePresenter, view: View) -> Notice | None:
    """Tells a newcomer in one sentence what the phase is about, until it is understood."""
    preferences, words = table.desk.preferences, table.words
    if not preferences.teaches:
        return None
    clause = taught_phase(table.session.game, view, preferences.understood)
    if not clause:
        return None
    rule = words(table.session.game.clauses[clause].as_message())
    return Notice("lesson", rule, (), (Action("understood", words(say("rules.understood")), "check"),))


def actions_of(table: TablePresenter) -> tuple[Action, ...]:
    """Lists what can be done now, also what has no room on the screen."""
    words, offer = table.words, table.offer
    cancel = Action("cancel", words(say("kiosk.cancel")), "close")
    if offer is not None:
        found = [Action("confirm", words(say("kiosk.table.confirm")), "check", is_primary=offer.then is None)]
        if offer.then is not None:
            both = say("kiosk.table.confirm_all", then=offer.then.label)
            found.insert(0, Action("confirm_all", words(both), "check", is_primary=True))
        if offer.names:
            found += [
                Action("way", words(name), "pen", number=number)
                for number, name in enumerate(offer.names)
                if number != offer.ways.index(offer.way)
            ]
        elif len(offer.ways) > 1:
            number = offer.ways.index(offer.way) + 1
            other = say("kiosk.table.other_way", number=number, count=len(offer.ways))
            found.append(Action("other_way", words(other), "steps"))
        return *found, cancel
    if table.wondered and table.is_slow:
        return (cancel,)
    can_change = bool(table.session.hidden_steps)
    buttons = buttons_of(table.view, words, partial(is_final, table), can_change_secrets=can_change)
    waits = any(action.kind == "secret" and action.is_primary for action in buttons)
    return (*buttons, *_for_all(table)) if waits else buttons


def _goes_alone(table: TablePresenter, view: View) -> Action | None:
    """Returns what is done without another touch, as nothing about it is open."""
    if not table.desk.preferences.goes_on_alone:
        return None
    offer = table.offer
    actions = actions_of(table)
    large = next((action for action in actions if action.is_primary), None)
    if offer is not None:
        return large if offer.way.commands and not offer.costs and not offer.is_seen else None
    again = next((action for action in actions if action.kind == "open_hands"), None)
    if again is not None and table.session.hands_lie_open:
        return again
    is_reveal = large is not None and large.kind == "choice" and bool(table.session.hidden_steps)
    left = [choice for choice in view.choices if choice.group != "table"]
    is_all = large is not None and [large.choice] == left and not left[0].asks
    return large if is_reveal and is_all else None


def _for_all(table: TablePresenter) -> tuple[Action, ...]:
    """Offers what spares passing the screen round: drawing for everybody, or entering hands that lie open."""
    words = table.words
    if table.waits_for_draw:
        return (Action("draw", words(say("kiosk.chance.draw")), "deck", is_final=True),)
    if CardsPresenter(table.session).can_lie_open:
        return (Action("open_hands", words(say("evening.hands.open")), "eye"),)
    return ()
