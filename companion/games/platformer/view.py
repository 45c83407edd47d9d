"""Describes a game for a screen: the tower, who has what, what to do now."""

from __future__ import annotations

import msgspec

from companion.core.blocks import Badge, Card, Choice, Counter, Player, Prompt, TableDie, Track, View
from companion.core.chance import dice_asked, draw_choices
from companion.core.command import Command
from companion.core.corrections import correction_choices
from companion.core.dice import Face
from companion.core.message import Message, literal, say
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.chance import chance
from companion.games.platformer.content import Gain
from companion.games.platformer.corrections import CORRECTIONS
from companion.games.platformer.hints import hints
from companion.games.platformer.legal import legal_commands, price_of
from companion.games.platformer.log import card_name, figure_name
from companion.games.platformer.outcome import outcome
from companion.games.platformer.spending import paid_parts
from companion.games.platformer.state import State
from companion.games.platformer.turn.position import SYMBOLS
from companion.games.platformer.view_board import drawn_board


def view(state: State, viewer: str | None = None) -> View:
    """Shows a state; nothing is secret."""
    return View(
        title=say("platformer.title"),
        prompt=_prompt(state),
        phase=state.step,
        players=tuple(_player(state, seat) for seat in range(len(state.players))),
        round=state.round,
        is_sample=state.is_sample,
        is_over=state.step == "over",
        board=drawn_board(state),
        pool=_pool(state),
        tracks=_tracks(state),
        table_dice=_dice(state),
        cards=_cards(state),
        choices=(
            *_choices(state),
            *draw_choices(chance(state)),
            *correction_choices(CORRECTIONS, state, [player.name for player in state.players]),
        ),
        dice=dice_asked(chance(state)),
        log=state.log,
        hints=hints(state),
    )


def _prompt(state: State) -> Prompt:
    player = state.active.name
    ended = outcome(state)
    if ended is not None:
        return Prompt(ended.because)
    if state.by_hand:
        return Prompt(Message(texts=state.by_hand[0]), say("platformer.step.by_hand"), player)
    if state.tasks and state.tasks[0] != "roll":
        return Prompt(say(f"platformer.ask.{state.tasks[0]}"), say(f"platformer.step.{state.step}"))
    if state.tasks:
        return Prompt(say("platformer.ask.roll", player=player), None, player)
    touch = say("platformer.prompt.touch")
    if not state.active.at:
        return Prompt(say("platformer.prompt.generate", player=player), touch, player)
    if state.steps_left:
        return Prompt(say("platformer.prompt.steps", player=player, count=state.steps_left), touch, player)
    return Prompt(say("platformer.prompt.act", player=player), touch, player)


def _player(state: State, seat: int) -> Player:
    player = state.players[seat]
    hero = state.box.heroes[player.hero]
    badges = [
        Badge("heart", say("platformer.health", count=player.health, maximum=hero.health), player.health),
        Badge("gem", say("platformer.gems", count=player.gems), player.gems),
        Badge("coin", say("platformer.coins", count=player.coins), player.coins),
    ]
    if player.special:
        badges.append(Badge(player.special, say("platformer.special", symbol=_symbol(player.special))))
    if player.has_token:
        badges.append(Badge("token", say("platformer.token")))
    is_now = seat == state.turn and state.step != "over"
    return Player(
        player.name, player.name, hero.named(), seat, "now" if is_now else "waiting", badges=tuple(badges)
    )


def _symbol(symbol: str) -> Message:
    return say(f"platformer.symbol.{symbol}")


def _tracks(state: State) -> tuple[Track, ...]:
    boss = state.box.bosses[state.boss]
    tracks = [Track("boss", boss.named(), board.boss_health(state), icon="boss", tone="foe")]
    if state.is_solo:
        tracks.append(Track("events", say("platformer.track.events"), sum(state.events.values()), 12))
    return tuple(tracks)


def _pool(state: State) -> tuple[Counter, ...]:
    """Counts what is left to use, the Special die and extras included."""
    special = state.active.special
    if state.step != "actions":
        return ()
    counts = {
        symbol: state.dice.get(symbol, 0) + state.extra.get(symbol, 0) + (symbol == special)
        for symbol in SYMBOLS
    }
    return tuple(Counter(symbol, _symbol(symbol), count) for symbol, count in counts.items() if count)


def _dice(state: State) -> tuple[TableDie, ...]:
    """Shows the five dice as they fell, those spent marked, and what else can be used."""
    left = dict(state.dice)
    dice = []
    for number, symbol in enumerate(state.rolled):
        is_left = left.get(symbol, 0) > 0
        left[symbol] = left.get(symbol, 0) - 1
        face = Face(symbol, symbol, _symbol(symbol))
        dice.append(TableDie(f"die-{number}", face, state.active.name, is_spent=not is_left))
    for symbol in SYMBOLS:
        for number in range(state.extra.get(symbol, 0)):
            face = Face(symbol, symbol, say("platformer.extra", symbol=_symbol(symbol)))
            dice.append(TableDie(f"extra-{symbol}-{number}", face, state.active.name, tone="gain"))
    if state.active.special:
        symbol = state.active.special
        face = Face(symbol, symbol, say("platformer.special", symbol=_symbol(symbol)))
        dice.append(TableDie("special", face, state.active.name, tone="goal"))
    return tuple(dice)


def _cards(state: State) -> tuple[Card, ...]:
    cards = [
        Card(
            card, card_name(state, card), lines=_lines(state, card), value=price_of(state, card), zone="shop"
        )
        for card in state.shop
    ]
    for player in state.players:
        cards += [
            Card(
                f"{card}#{player.name}", card_name(state, card), player.name, lines=_lines(state, card),
                zone="play", is_used=card in player.used,
            )
            for card in player.cards
        ]  # fmt: skip
    cards += [
        Card(
            f"artifacts/{card}",
            card_name(state, f"artifacts/{card}"),
            lines=_lines(state, f"artifacts/{card}"),
        )
        for card, holder in state.artifacts.items()
        if not holder
    ]
    if state.event:
        cards.append(
            Card(
                "event",
                card_name(state, f"events/{state.event}"),
                lines=_lines(state, f"events/{state.event}"),
            )
        )
    return tuple(cards)


def _lines(state: State, card: str) -> tuple[Message, ...]:
    kind, _, name = card.partition("/")
    shown = getattr(state.box, kind)[name]
    passive = (say("platformer.passive"),) if getattr(shown, "is_passive", False) else ()
    effect = shown.effect
    if not isinstance(effect, Gain):
        return (*passive, Message(texts=effect.text))
    parts = [
        (say("platformer.brings.coins", count=effect.coins), effect.coins),
        (say("platformer.brings.gems", count=effect.gems), effect.gems),
        (say("platformer.brings.hearts", count=effect.hearts), effect.hearts),
        *(
            (say("platformer.brings.symbol", symbol=_symbol(s), count=n), n)
            for s, n in effect.symbols.items()
        ),
    ]
    return (*passive, *(words for words, count in parts if count))


def _choices(state: State) -> list[Choice]:
    commands = sorted(legal_commands(state), key=_is_forged)
    ends = [command for command in commands if isinstance(command, cmd.EndTurn)]
    return [choice_of(state, command, command == (ends[0] if ends else None)) for command in commands]


def _is_forged(command: Command) -> bool:
    """Tells whether dice are forged for a coin or a star: such ways are offered last."""
    if not isinstance(command, cmd.TakeCoins | cmd.UseStar):
        return False
    return any(count > 1 and name != "gem" for name, count in paid_parts(command.paid))


def paid_words(paid: str) -> tuple[Message, ...]:
    """Says what is paid."""
    words = []
    for name, count in paid_parts(paid):
        if name.startswith("extra-"):
            symbol = say("platformer.extra", symbol=_symbol(name.removeprefix("extra-")))
        elif name == "special":
            symbol = say("platformer.special_die")
        elif name == "gem":
            symbol = say("platformer.gem")
        else:
            symbol = _symbol(name)
        words.append(say("platformer.times", count=count, what=symbol) if count > 1 else symbol)
    return tuple(words)


def choice_of(state: State, command: Command, is_plain_end: bool = False) -> Choice:
    """Says a command as something to do."""
    form = msgspec.to_builtins(command)
    player = state.active.name
    paid = paid_words(getattr(command, "paid", ""))
    match command:
        case cmd.Generate(to) | cmd.Move(to) | cmd.Step(to) | cmd.Hop(to):
            name = type(command).__name__.lower()
            push = getattr(command, "push", "")
            words = say(f"platformer.do.{name}", to=to, paid=paid, count=getattr(command, "steps", 1))
            label = say("platformer.do.pushing", what=words, push=push) if push else words
            piece = state.active.hero if state.active.at else None
            return Choice(label, form, "boot", to, player, "step", piece=piece)
        case cmd.Attack(enemy):
            named = figure_name(state, enemy)
            words = say("platformer.do.attack", enemy=named, paid=paid)
            return Choice(words, form, "sword", state.foes[enemy].at, player, "step", piece=enemy)
        case cmd.MoveEnemy(enemy, to):
            words = say("platformer.do.monster", enemy=figure_name(state, enemy), to=to, paid=paid)
            return Choice(words, form, "monster", to, player, "step", piece=enemy)
        case cmd.TakeCoins():
            return Choice(say("platformer.do.coins", paid=paid), form, "coin", player=player)
        case cmd.UseStar():
            return Choice(say("platformer.do.star", paid=paid), form, "star", player=player)
        case cmd.CallGravity(lets_go):
            key = "gravity_let_go" if lets_go else "gravity"
            return Choice(say(f"platformer.do.{key}"), form, "fall", player=player)
        case cmd.Buy(card):
            words = say("platformer.do.buy", card=card_name(state, card), price=price_of(state, card))
            return Choice(words, form, "coin", player=player, card=card)
        case cmd.UseCard(card):
            words = say("platformer.do.use", card=card_name(state, card))
            touched = None if card == "ability" else f"{card}#{player}"
            return Choice(words, form, "card", player=player, card=touched)
        case cmd.Confirm():
            return Choice(say("platformer.do.confirm"), form, "check", group="main", is_primary=True)
        case cmd.EndTurn(special, _, lets_go):
            words = (
                say("platformer.do.end")
                if special is None
                else say("platformer.do.end_special", symbol=_symbol(special), paid=paid)
            )
            if lets_go:
                words = say("platformer.do.end_letting_go", what=words)
            return Choice(words, form, "next", player=player, group="main", is_primary=is_plain_end)
    return Choice(literal(type(command).__name__), form)
