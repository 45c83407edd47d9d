"""Plays any game as a person would: it looks at the screen and touches what is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.blocks import Board, View
from companion.core.message import Message, say
from kiosk.pilot.hands import Hands
from kiosk.widgets.button import PushButton
from kiosk.widgets.form import Field
from kiosk.widgets.table.card import CardTile

MOST_IDLE = 25
"""After so many touches that led to nothing new a person would give up."""


UNDOES, WANDERS, USUAL = 0.02, 0.15, 0.85
"""How often a person takes something back, goes anywhere, and does what is offered first."""


class Lost(Exception):
    """The screen led nowhere: the pilot touched and touched, and nothing came of it."""


class Pilot:
    """One player's hands for all the players of a night."""

    def __init__(self, hands: Hands, seed: int = 1) -> None:
        self.hands = hands
        self.titles: list[tuple[str, str]] = []
        """Every page that was seen, by panel and title, in the order of the first look at it."""
        self._random = Random(seed)
        self._tried: set[str] = set()
        """What led to a refusal in the present state."""
        self._idle = 0
        self._visits: Counter[tuple[str | None, str]] = Counter()
        """How often a player was sent to a space: nobody walks in circles for fun."""

    # Whole nights.

    def night(
        self, game: Message | None = None, most: int | None = None, rounds: int | None = None
    ) -> Iterator[None]:
        """Sets a night up from the home screen, plays it, and opens its report; yields after every touch."""
        yield from self.set_up(game, rounds)
        for count, _ in enumerate(self.play()):
            yield
            if most is not None and count >= most:
                break
        yield from self.open_report()

    def set_up(self, game: Message | None = None, rounds: int | None = None) -> Iterator[None]:
        """Walks through every page of a new night, limits its rounds if the table likes, and begins it."""
        self._look()
        self.hands.tap(self._say("home.new"))
        yield
        if game is not None:
            self._look()
            self.hands.tap(self.hands.kiosk.words(game))
            yield
        while self._panel == "setup":
            self._look()
            if rounds is not None and self._limit_rounds(rounds):
                yield
            self.hands.press(self._large())
            yield

    def _limit_rounds(self, rounds: int) -> bool:
        """Touches the limit of rounds where this page asks for it."""
        fields = [each for each in self.hands.widgets() if isinstance(each, Field)]
        asked = [field for field in fields if field.question.id == "options.round_limit"]
        for field in asked:
            numbers = [option.value for option in field.question.options]
            buttons = [each for each in field.walk(restrict=True) if isinstance(each, PushButton)]
            self.hands.press(buttons[numbers.index(rounds)])
        return bool(asked)

    def play(self) -> Iterator[None]:
        """Plays until the game is over; yields after every touch."""
        while not self._session.view().is_over or self._panel != "table":
            self.step()
            yield

    def play_on(self) -> Iterator[None]:
        """Plays until the game is over; where the screen led nowhere, it goes on from the table."""
        playing = self.play()
        while True:
            try:
                next(playing)
            except Lost:
                playing = self.play()
                self.hands.kiosk.open_root("table")
            except StopIteration:
                return
            yield

    def open_report(self) -> Iterator[None]:
        """Opens the report: by the large button where the game is over, else by the menu."""
        hands = self.hands
        if self._session.view().is_over:
            hands.press(self._large())
        else:
            while hands.kiosk.sheet is not None or self._panel != "table":
                self._leave()
                yield
            hands.tap_icon("menu")
            yield
            hands.tap(self._say("report.title"))
        self._look()
        yield

    # One touch.

    def step(self) -> None:
        """Touches one thing; raises where many touches have changed nothing."""
        if not self._is_ready():
            return
        before = self._session.night.revision
        self._look()
        self._touch()
        if self._session.night.revision != before:
            self._idle = 0
            self._tried.clear()
            return
        self._idle += 1
        if self._idle > MOST_IDLE:
            self._idle = 0
            self._tried.clear()
            raise Lost(f"nothing came of it; on the screen: {self.hands.words()}")

    def _is_ready(self) -> bool:
        """Tells whether the rules have answered and every button hears: a person waits for both."""
        hands = self.hands
        if hands.kiosk.thinker.is_busy:
            return False
        return hands.comes(lambda: not any(button.is_deaf for button in hands.buttons()))

    def _touch(self) -> None:
        if self.hands.kiosk.sheet is not None:
            self._answer()
        elif self._panel == "cards":
            self._choose_cards()
        elif self._panel == "chance":
            self._tell_chance()
        elif self._panel == "table":
            self._go_on()
        else:
            self._leave()

    def _look(self) -> None:
        """Reads the title of what is on the screen."""
        kiosk = self.hands.kiosk
        title = kiosk.sheet.title if kiosk.sheet is not None else kiosk.panel.heading
        seen = (self._panel, title)
        if seen not in self.titles:
            self.titles.append(seen)

    @property
    def _session(self) -> Any:
        return self.hands.kiosk.session

    @property
    def _panel(self) -> str:
        return str(self.hands.kiosk.stack[-1][0])

    def _say(self, key: str) -> str:
        return str(self.hands.kiosk.words(say(f"kiosk.{key}")))

    def _large(self) -> PushButton:
        return next(button for button in self.hands.buttons() if button.style == "primary")

    def _leave(self) -> None:
        """Goes one step back: by the cross of a sheet, the arrow of a panel, or what is to be answered."""
        icons = ("close", "back", "hidden")
        by_icon = {button.icon.name: button for button in self.hands.buttons() if button.icon is not None}
        found = next((by_icon[icon] for icon in icons if icon in by_icon), None)
        self.hands.press(found or self._large())

    # The table.

    def _go_on(self) -> None:
        """Confirms what is offered, touches a space in reach, or takes one of the buttons."""
        panel = self.hands.kiosk.panel
        presenter = panel.presenter
        if presenter.offer is not None:
            self.hands.press(self._large())
            return
        if not self.hands.comes(lambda: self._session.is_lit):
            return  # the spaces within reach are still being looked for
        view = self._session.view()
        if not panel.undo_button.disabled and self._random.random() < UNDOES:
            self.hands.press(panel.undo_button)
            return
        spaces = [space for space in self._spaces(view) if space not in self._tried]
        if spaces and self._random.random() < 0.9:
            space = self._wanted(view, spaces)
            self._tried.add(space)
            self._visits[view.prompt.player, space] += 1
            self.hands.touch_space(space)
            return
        buttons = [button for button in panel.bar.walk(restrict=True) if isinstance(button, PushButton)]
        self.hands.press(self._next_of(buttons))

    def _spaces(self, view: View) -> list[str]:
        """Lists the spaces that ask to be touched: in reach, of the main choices, and with a foe on them."""
        board = view.board
        if board is None or view.dice is not None:
            return []
        foes = {piece.space for piece in board.pieces if piece.seat is None}
        offered = [
            choice.space
            for choice in view.choices
            if choice.space and (choice.group == "main" or (choice.group == "step" and choice.space in foes))
        ]
        return list(dict.fromkeys((*board.lit, *offered)))

    def _wanted(self, view: View, spaces: list[str]) -> str:
        """Prefers what lies near a goal, else ahead in what is to be kept in sight, and new ground."""
        board = view.board
        assert board is not None
        if self._random.random() < WANDERS:
            return self._random.choice(spaces)
        here = next((piece.space for piece in board.pieces if piece.is_active), "")
        ahead = board.goals or (max(board.focus, key=lambda space: _apart(board, here, space), default=here),)
        if ahead == (here,):
            return self._random.choice(spaces)
        player = view.prompt.player
        return min(
            spaces,
            key=lambda space: min(_apart(board, goal, space) for goal in ahead) + self._visits[player, space],
        )

    def _next_of(self, buttons: list[PushButton]) -> PushButton:
        """Takes the large button mostly, another one now and then, and nothing twice that led nowhere."""
        open_buttons = [button for button in buttons if _name_of(button) not in self._tried]
        if not open_buttons:
            self._tried -= {_name_of(button) for button in buttons}
            open_buttons = buttons
        large = [button for button in open_buttons if button.style == "primary"]
        is_usual = large and self._random.random() < USUAL
        button = large[0] if is_usual else self._random.choice(open_buttons)
        self._tried.add(_name_of(button))
        return button

    # Sheets, cards, chance.

    def _answer(self) -> None:
        """Answers a question or takes a line of a list; leaves a question whose answers are refused."""
        hands = self.hands
        buttons = [button for button in hands.buttons() if button.label is not None]
        large = [button for button in buttons if button.style == "primary"]
        in_hands = self._held()
        held = [button for button in buttons if button.label.text in in_hands]
        if not large:
            hands.press(self._next_of(held or buttons) if buttons else hands.buttons()[0])
            return
        options = [button for button in buttons if button.style in ("plain", "chosen") and button.icon]
        held = [button for button in held if button in options]
        title = f"sheet {hands.kiosk.sheet.title}"
        if title not in self._tried and options:
            self._tried.add(title)
            hands.press(self._random.choice(held or options))
        elif self._random.random() < 0.25:
            self._tried.discard(title)
            self._leave()
        else:
            self._tried.discard(title)
            hands.press(large[0])

    def _held(self) -> set[str]:
        """Lists the cards in everybody's hands, which lie before those who name one of them."""
        session, words = self._session, self.hands.kiosk.words
        if session is None:
            return set()
        players = [player.id for player in session.view().players]
        return {
            words(card.title)
            for player in players
            for card in session.view(player).cards
            if card.owner == player and card.is_face_up
        }

    def _choose_cards(self) -> None:
        """Takes a player who has not chosen yet, then cards or a choice of that player's hand."""
        hands = self.hands
        panel = hands.kiosk.panel
        if panel.memo["player"] is None:
            waiting = [chooser.player for chooser in panel.presenter.choosers() if not chooser.is_ready]
            open_names = [player.name for player in waiting if player.name not in self._tried]
            if not open_names:
                self._leave()
                return
            name = open_names[0] if panel.presenter.is_asked else self._random.choice(open_names)
            self._tried.add(name)
            hands.tap(name)
            return
        tiles = [b for b in hands.buttons() if isinstance(b, CardTile) and b.style != "chosen"]
        others = [
            button
            for button in hands.buttons()
            if button.label is not None and not isinstance(button, CardTile) and button.icon is not None
        ]
        hide = next(button for button in others if button.icon is not None and button.icon.name == "hidden")
        offered = [button for button in others if button is not hide]
        if tiles:
            hands.press(self._random.choice(tiles))
        elif offered:
            hands.press(self._random.choice(offered))
        else:
            hands.press(hide)

    def _tell_chance(self) -> None:
        """Says which face fell or which card came, or rolls and draws on the screen."""
        buttons = [button for button in self.hands.buttons() if button.label is not None]
        self.hands.press(self._random.choice(buttons))


def _name_of(button: PushButton) -> str:
    return f"button {button.label.text if button.label is not None else ''}"


def _apart(board: Board, one: str, other: str) -> float:
    """Measures how far two spaces lie apart on the drawing."""
    places = {space.id: (space.x, space.y) for space in board.spaces}
    if one not in places or other not in places:
        return 0.0
    (x1, y1), (x2, y2) = places[one], places[other]
    return float(((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5)
