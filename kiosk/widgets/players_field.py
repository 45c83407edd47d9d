"""Who plays: a card each with shape and colour, the name, the hero; names used before are one touch away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.blocks import Json, Question
from companion.core.clause import Clause
from companion.core.message import say
from kiosk.look.theme import shape_of
from kiosk.presenters.setup import SetupPresenter, free_option, role_key
from kiosk.presenters.words import question_help
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text
from kiosk.widgets.typewriter import type_text

if TYPE_CHECKING:
    from kiosk.app import Kiosk


class PlayersField(Column):
    """The players of a set-up; tells when anything changes."""

    def __init__(
        self,
        kiosk: Kiosk,
        presenter: SetupPresenter,
        question: Question,
        value: list[Any],
        changed: Callable[[str, Any], None],
        clauses: Mapping[str, Clause] | None = None,
    ) -> None:
        super().__init__(kiosk.look, spacing=8, grows=True)
        self.kiosk = kiosk
        self.presenter = presenter
        self.question = question
        self.key = role_key(question)
        self.players: list[Json] = [
            dict(player) if isinstance(player, dict) else {"name": player} for player in value
        ]
        self._changed = changed
        self._clauses = clauses or {}
        self._build()

    @property
    def value(self) -> list[Any]:
        """The answer: a record a player, or plain names where there is nothing else to choose."""
        if not self.question.options:
            return [player["name"] for player in self.players]
        return [dict(player) for player in self.players]

    def _tell(self) -> None:
        self._changed(self.question.id, self.value)

    def _append(self, name: str) -> None:
        player: Json = {"name": name}
        option = free_option(self.question, self.players, self.key)
        if option is not None:
            player[self.key] = option.value
        self.players.append(player)

    def _build(self) -> None:
        look, words = self.look, self.kiosk.words
        self.clear_widgets()
        about = question_help(self.question, words, self._clauses)
        if about:
            self.add_widget(Text(look, about, step="small", colour="quiet", grows=True))
        for seat, player in enumerate(self.players):
            self.add_widget(self._row(seat, player))
        if len(self.players) < (self.question.maximum or 6):
            self.add_widget(
                PushButton(look, words(say("kiosk.players.add")), self._add, icon="plus", style="quiet")
            )
        chips = self._known_names()[: 3 if look.is_portrait or look.is_large_text else 6]
        if chips:
            row = Row(look, size_hint_y=None, height=look.touch)
            for name in chips:
                row.add_widget(PushButton(look, name, partial(self._seat, name), icon="plus", icon_side=14))
            self.add_widget(row)

    def _known_names(self) -> tuple[str, ...]:
        """Lists the names of earlier nights that nobody here has."""
        taken = {player["name"] for player in self.players}
        return tuple(name for name in self.presenter.names if name not in taken)

    def _row(self, seat: int, player: Json) -> Row:
        look = self.look
        row = Row(look, size_hint_y=None, height=look.roomy(52))
        row.add_widget(
            Icon(look, shape_of(seat), side=32, colour=f"seat-{seat}", size_hint_x=None, width=look.px(40))
        )
        row.add_widget(
            PushButton(
                look,
                player["name"],
                lambda: self._rename(seat),
                icon="pen",
                icon_side=16,
                icon_colour="quiet",
                step="lead",
                size_hint_y=1,
                align="left",
            )
        )
        if self.question.options:
            role = next((o for o in self.question.options if o.value == player.get(self.key)), None)
            row.add_widget(
                PushButton(
                    look,
                    self.kiosk.words(role.label) if role else "?",
                    lambda: self._next_role(seat),
                    icon="swap",
                    icon_side=16,
                    icon_colour="quiet",
                    bold=False,
                    size_hint_y=1,
                    align="left",
                )
            )
        if len(self.players) > (self.question.minimum or 1):
            row.add_widget(PushButton(look, icon="close", acts=lambda: self._remove(seat), size_hint_y=1))
        return row

    def _add(self) -> None:
        self._append(self.presenter.next_name(self.players))
        self._build()
        self._tell()

    def _seat(self, name: str) -> None:
        """Gives a remembered name to the first seat without one, else to one more player."""
        nameless = (player for player in self.players if self.presenter.is_guest(player["name"]))
        seat = next(nameless, None)
        if seat is not None:
            seat["name"] = name
        elif len(self.players) < (self.question.maximum or 6):
            self._append(name)
        self._build()
        self._tell()

    def _remove(self, seat: int) -> None:
        del self.players[seat]
        self._build()
        self._tell()

    def _rename(self, seat: int) -> None:
        def typed(name: str) -> None:
            self.players[seat]["name"] = name
            self._build()
            self._tell()

        name = self.players[seat]["name"]
        is_guest = self.presenter.is_guest(name)
        title = self.kiosk.words(say("kiosk.players.name"))
        type_text(
            self.kiosk,
            title,
            "" if is_guest else name,
            typed,
            suggestions=self._known_names(),
            placeholder=name if is_guest else "",
        )

    def _next_role(self, seat: int) -> None:
        options = [option.value for option in self.question.options]
        mine = self.players[seat].get(self.key)
        wanted = options[(options.index(mine) + 1) % len(options)] if mine in options else options[0]
        for other in self.players:
            if other is not self.players[seat] and other.get(self.key) == wanted:
                other[self.key] = mine
        self.players[seat][self.key] = wanted
        self._build()
        self._tell()
