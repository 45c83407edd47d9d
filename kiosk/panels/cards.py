"""Cards: everybody chooses in secret, one after the other, and nothing shows until all are ready."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.blocks import Choice
from companion.core.errors import Refusal
from kiosk.look.theme import shape_of
from kiosk.panels.panel import Panel
from kiosk.presenters.cards import CardsPresenter, Chooser, filled, picks
from kiosk.widgets.boxes import Column, Row, Scroll
from kiosk.widgets.button import PushButton
from kiosk.widgets.form import ask
from kiosk.widgets.table.card import CardTile
from kiosk.widgets.text import Text


class CardsPanel(Panel):
    """First who chooses, then that player's hand; back to the list as soon as the choice is made."""

    def build(self) -> None:
        """Shows the list of players, or one player's hand."""
        assert self.kiosk.session is not None
        self.presenter = CardsPresenter(self.kiosk.session)
        self.memo.setdefault("player", None)
        self.memo.setdefault("picked", [])
        self.memo.setdefault("entered", {})
        if self.memo.get("is_open") and self.memo["player"] is None:
            self.memo["player"] = self._next_open()
        if self.memo["player"] is None:
            self._show_players()
        else:
            self._show_hand(self.memo["player"])

    def back_pressed(self) -> bool:
        """Hides an open hand before it leaves the panel."""
        if self.memo["player"] is None:
            return False
        self._open(None)
        return True

    def night_changed(self) -> None:
        """Goes on to the table once nobody has to choose any more."""
        waiting = self.presenter.waiting()
        if self.memo["player"] not in waiting:
            # Whoever has more to choose goes on at once, without passing the screen round.
            self.memo["player"] = None
        if waiting:
            self.rebuild()
        else:
            self.kiosk.back()

    def _next_open(self) -> str | None:
        """Returns whose open hand is entered next."""
        return next((name for name in self.presenter.waiting() if name not in self.memo["entered"]), None)

    def _enter(self, command: dict[str, Any]) -> None:
        """Takes one open hand; once all are there, they are submitted together."""
        self.memo["entered"][self.memo["player"]] = command
        self.memo["player"], self.memo["picked"] = None, []
        if self._next_open() is not None:
            self.rebuild()
            return
        commands, self.memo["entered"], self.memo["is_open"] = self.memo["entered"], {}, False
        self.presenter.session.hands_lie_open = True
        self._carry_out(*commands.values())

    def _open(self, player: str | None) -> None:
        self.memo["is_open"], self.memo["entered"] = False, {}
        self.presenter.session.hands_lie_open = False
        self.memo["player"], self.memo["picked"] = player, []
        self.rebuild()

    def _show_players(self) -> None:
        look = self.look
        grid = GridLayout(cols=1 if look.is_portrait or look.is_large_text else 2, spacing=look.px(10))
        grid.size_hint_y = None
        grid.bind(minimum_height=grid.setter("height"))
        for chooser in self.presenter.choosers():
            grid.add_widget(self._player_button(chooser))
        hint = Text(look, self.say("cards.hint"), step="text", colour="quiet", grows=True)
        self.frame(self.say("cards.title"), Scroll(look, hint, grid, spacing=12))

    def _player_button(self, chooser: Chooser) -> Widget:
        player = chooser.player
        button = PushButton(
            self.look,
            player.name,
            lambda: self._choose(chooser),
            icon="check" if chooser.is_ready else shape_of(player.seat),
            icon_colour="done" if chooser.is_ready else f"seat-{player.seat}",
            icon_side=30,
            step="lead",
            note=self._note(chooser),
            height=self.look.roomy(84),
        )
        button.disabled = chooser.is_ready and not chooser.can_change
        return button

    def _note(self, chooser: Chooser) -> str:
        if chooser.is_ready:
            return self.say("cards.ready_change" if chooser.can_change else "cards.not_now")
        return self.say("cards.waiting" if self.presenter.is_asked else "cards.may")

    def _choose(self, chooser: Chooser) -> None:
        """Opens a hand; one that was chosen from already is given back first."""
        self.memo["player"], self.memo["picked"] = chooser.player.id, []
        if chooser.is_ready:
            self.presenter.change(chooser.player.id)
        else:
            self.rebuild()

    def _show_hand(self, player: str) -> None:
        look = self.look
        choices = self.presenter.choices_of(player)
        body = Scroll(look, spacing=10)
        if not choices:
            self._show_held(player, body)
        picked_from = [choice for choice in choices if picks(choice) is not None]
        # Of several hands to pick from none is shown before its name was touched.
        is_picking = len(picked_from) == 1
        others = [choice for choice in choices if not is_picking or choice not in picked_from]
        prompt = self.presenter.session.view().prompt
        if self.presenter.is_asked and ((others and not is_picking) or prompt.player == player):
            headline = self.words(prompt.headline)
            body.column.add_widget(Text(look, headline, step="lead", bold=True, grows=True))
        if is_picking:
            body.column.add_widget(self._picker(player, picked_from[0]))
        playable = self.presenter.playable(player)
        if playable:
            body.column.add_widget(self._playable(player, playable))
            others = [choice for choice in others if choice not in playable.values()]
        grid = GridLayout(
            cols=1 if look.is_portrait or look.is_large_text or len(others) < 3 else 2,
            spacing=look.px(8),
            size_hint_y=None,
        )
        grid.bind(minimum_height=grid.setter("height"))
        body.column.add_widget(grid)
        for choice in others:
            grid.add_widget(
                PushButton(
                    look,
                    self.words(choice.label),
                    partial(self._take, choice),
                    icon=choice.icon or "next",
                    icon_colour="accent",
                    align="left",
                    bold=False,
                )
            )
        name = next(
            (chooser.player.name for chooser in self.presenter.choosers() if chooser.player.id == player),
            player,
        )
        hide = PushButton(
            look, self.say("cards.hide"), lambda: self._open(None), icon="hidden", size_hint_y=1
        )
        self.frame(self.say("cards.of", name=name), body, footer=Row(look, hide))

    def _show_held(self, player: str, body: Scroll) -> None:
        """Says that nothing can be played now, with what is held: nobody else learns that much."""
        look = self.look
        body.column.add_widget(Text(look, self.say("cards.nothing"), step="lead", bold=True, grows=True))
        grid = self._grid()
        for card in self.presenter.cards_of(player).values():
            grid.add_widget(CardTile(look, self.words(card.title), card, self.words, None))
        body.column.add_widget(grid)

    def _playable(self, player: str, playable: dict[str, Choice]) -> GridLayout:
        """Shows a hand: a card is played by touching it, what cannot be played now fades."""
        grid = self._grid()
        grid.cols = 2 if self.look.is_large_text else 3
        for name, card in self.presenter.cards_of(player).items():
            choice = playable.get(name)
            if choice is None and card.owner != player:
                continue
            acts = partial(self._take, choice) if choice is not None else None
            tile = CardTile(self.look, self.words(card.title), card, self.words, acts)
            tile.height = self.look.roomy(144)
            tile.disabled = choice is None
            grid.add_widget(tile)
        return grid

    def _grid(self) -> GridLayout:
        look = self.look
        grid = GridLayout(
            cols=3 if look.is_portrait or look.is_large_text else 5, spacing=look.px(8), size_hint_y=None
        )
        grid.bind(minimum_height=grid.setter("height"))
        return grid

    def _picker(self, player: str, choice: Choice) -> Widget:
        look = self.look
        cards = self.presenter.cards_of(player)
        picked: list[Any] = self.memo["picked"]
        asked = choice.asks[min(len(picked), len(choice.asks) - 1)]
        grid = self._grid()
        for option in picks(choice) or ():
            place = picked.index(option.value) + 1 if option.value in picked else 0
            grid.add_widget(
                CardTile(
                    look,
                    self.words(option.label),
                    cards.get(str(option.value)),
                    self.words,
                    partial(self._pick, choice, option.value),
                    mark=str(place) if place else "",
                    is_chosen=bool(place),
                )
            )
        title = Text(look, self.words(asked.label), step="lead", bold=True, grows=True)
        return Column(look, title, grid, grows=True)

    def _pick(self, choice: Choice, value: Any) -> None:
        picked: list[Any] = self.memo["picked"]
        if value in picked:
            picked.remove(value)
        else:
            picked.append(value)
        if len(picked) == len(choice.asks):
            self._submit(filled(choice, picked))
        else:
            self.rebuild()

    def _take(self, choice: Choice) -> None:
        if choice.asks:
            ask(
                self.kiosk,
                self.words(choice.label),
                choice.asks,
                lambda answers: self._submit(choice.filled(answers)),
            )
        else:
            self._submit(choice.command)

    def _submit(self, command: dict[str, Any]) -> None:
        if self.memo.get("is_open"):
            if self.kiosk.sheet is not None:
                self.kiosk.close_sheet()
            self._enter(command)
        else:
            self._carry_out(command)

    def _carry_out(self, *commands: dict[str, Any]) -> None:
        assert self.kiosk.session is not None
        was_asked = self.presenter.is_asked
        self.memo["picked"] = []
        try:
            self.kiosk.session.submit(*commands)
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            self.rebuild()
            return
        if self.kiosk.sheet is not None:
            self.kiosk.close_sheet()
        if not was_asked and self.kiosk.panel is self:
            # Nobody was waited for: what was played is the table's business now.
            self.memo["player"] = None
            self.kiosk.back()
