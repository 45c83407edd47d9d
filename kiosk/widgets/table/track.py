"""The order of play as a track: the player who is on now is larger, the others wait or are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.core.blocks import Badge, Player
from companion.core.message import Message
from kiosk.look.theme import Look, shape_of
from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.board.pieces import colour_of
from kiosk.widgets.letters import letters_width
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.reuse import Reuse
from kiosk.widgets.text import Text

ROLE_PX = 100
"""How wide a role may be in one line of a card."""
LEAST_ROLE_PX = 12
"""The smallest a role is written that shares its line; a longer one loses its end."""
ROOMY_FOR = 4
"""How many players have room for their badges below their role."""


class BadgeRow(BoxLayout):
    """Small icons with their counts; what has no room is left out, a long press on the player tells all."""

    def __init__(self, look: Look, badges: tuple[Badge, ...]) -> None:
        super().__init__(spacing=look.px(1))
        counts: dict[tuple[str, str], int] = {}
        for badge in badges:
            key = (badge.icon, badge.tone)
            counts[key] = counts.get(key, 0) + badge.count
        self._groups = [self._group(look, *key, count) for key, count in counts.items()]
        for group in self._groups:
            self.add_widget(group)
        self.add_widget(BoxLayout())
        self.bind(width=self._fit)

    @property
    def width_of_all(self) -> float:
        """How wide it is with all of its icons."""
        return sum(group.width + self.spacing for group in self._groups)

    def _group(self, look: Look, icon: str, tone: str, count: int) -> BoxLayout:
        group = BoxLayout(spacing=self.spacing, size_hint_x=None, width=look.px(15))
        group.add_widget(
            Icon(look, icon, side=14, colour=colour_of(tone), size_hint_x=None, width=look.px(15))
        )
        if count > 1:
            wide = look.px(3 + 7 * len(str(count)))
            group.width += self.spacing + wide
            group.add_widget(
                Text(
                    look,
                    str(count),
                    step="caps",
                    bold=True,
                    colour="quiet",
                    lines=1,
                    size_hint_x=None,
                    width=wide,
                )
            )
        return group

    def _fit(self, *_: Any) -> None:
        right = 0.0
        for group in self._groups:
            right += group.width
            group.opacity = 1 if right <= self.width else 0
            right += self.spacing


class PlayerCard(BoxLayout):
    """One player: shape and colour, name, role, badges, and the number the order follows."""

    def __init__(
        self,
        look: Look,
        player: Player,
        words: Callable[[Message], str],
        *,
        is_tight: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            orientation="vertical" if look.is_portrait else "horizontal",
            spacing=look.px(2 if look.is_portrait else 8),
            padding=[look.px(5 if is_tight else 8), look.px(3 if is_tight else 6)],
            **options,
        )
        self.look = look
        self.player = player
        self.explained: Callable[[Explainer], Explained] = lambda explain: explain.player(player)
        is_now = player.status == "now"
        seat = f"seat-{player.seat}"
        self._is_faded = player.status in ("done", "out")
        Plate(self, look, fill="raised" if is_now else "surface", line=seat if is_now else "", line_px=2.5)
        if look.is_portrait and is_tight:
            head = BoxLayout(spacing=look.px(4), size_hint_y=1.4)
            head.add_widget(self._shape(seat, is_now))
            head.add_widget(self._name(is_now))
            foot = BoxLayout()
            if player.badges:
                foot.add_widget(BadgeRow(look, player.badges))
            value = self._value(seat, is_now=False)
            value.size_hint_x, value.width = None, look.roomy(26, 0.5)
            foot.add_widget(value)
            self.add_widget(head)
            self.add_widget(foot)
        elif look.is_portrait:
            head = BoxLayout(size_hint_y=1.4)
            head.add_widget(self._shape(seat, is_now))
            head.add_widget(self._value(seat, is_now))
            self.add_widget(head)
            self.add_widget(self._name(is_now, size_hint_y=1.25))
            self._add_below(self, words)
        else:
            self.add_widget(self._shape(seat, is_now))
            column = BoxLayout(orientation="vertical")
            head = BoxLayout(size_hint_y=1.7)
            head.add_widget(self._name(is_now))
            if player.value is not None:
                head.add_widget(self._value(seat, is_now))
            column.add_widget(head)
            self._add_below(column, words, is_tight=is_tight)
            self.add_widget(column)

    def _shape(self, seat: str, is_now: bool) -> Icon:
        side = 34 if is_now else 26
        return Icon(
            self.look,
            shape_of(self.player.seat),
            side=side,
            colour="faint" if self._is_faded else seat,
            corner="check" if self.player.status == "done" else "",
            size_hint_x=None,
            width=self.look.px(side),
        )

    def _name(self, is_now: bool, **options: Any) -> Text:
        return Text(
            self.look,
            self.player.name,
            step="lead" if is_now else "text",
            bold=True,
            colour="quiet" if self._is_faded else "text",
            lines=1,
            **options,
        )

    def _add_below(self, box: BoxLayout, words: Callable[[Message], str], *, is_tight: bool = False) -> None:
        """Adds the role and the badges below the name; side by side where many players share the room."""
        look, badges = self.look, self.player.badges
        if is_tight:
            row = BoxLayout(spacing=look.px(4))
            box.add_widget(row)
            box = row
        role = words(self.player.role)
        row_of_badges = BadgeRow(look, badges)
        if is_tight:
            row_of_badges.size_hint_x, row_of_badges.width = None, row_of_badges.width_of_all
        is_long = not is_tight and letters_width(role, look.font_px("small")) > look.px(ROLE_PX)
        box.add_widget(
            Text(
                look,
                role,
                step="small",
                colour="quiet",
                lines=1 if is_tight else 2,
                least_px=look.px(LEAST_ROLE_PX) if is_tight else 0.0,
                size_hint_y=1.8 if is_long else 1.0,
            )
        )
        if badges:
            box.add_widget(row_of_badges)

    def _value(self, seat: str, is_now: bool) -> Text:
        return Text(
            self.look,
            "" if self.player.value is None else str(self.player.value),
            step="large" if is_now else "title",
            bold=True,
            colour="quiet" if self._is_faded else seat,
            align="right",
            lines=1,
            size_hint_x=1 if self.look.is_portrait else None,
            width=self.look.roomy(40 if is_now else 32, 0.5),
        )


class PlayerTrack(BoxLayout):
    """The players in the order in which they play: a column, or a row on a tall screen."""

    def __init__(self, look: Look, words: Callable[[Message], str], **options: Any) -> None:
        is_row = look.is_portrait
        super().__init__(orientation="horizontal" if is_row else "vertical", spacing=look.px(6), **options)
        self.look = look
        self._words = words
        self._cards = Reuse(self, self._card)
        self._shown: tuple[Player, ...] | None = None
        self._is_tight = self._is_squeezed = False

    def tighten(self) -> None:
        """Leaves the roles out, where there is no room for them."""
        self._is_squeezed, shown = True, self._shown
        self._cards = Reuse(self, self._card)
        if shown is not None:
            self._shown = None
            self.show(shown)

    def show(self, players: tuple[Player, ...]) -> None:
        """Shows the players in this order."""
        if players == self._shown:
            return
        self._shown = players
        many = len(players) > (ROOMY_FOR - 1 if self.look.is_large_text else ROOMY_FOR)
        self._is_tight = self._is_squeezed or (many and not self.look.is_portrait)
        self._cards.show(players)
        if not self.look.is_portrait and not self.look.is_large_text and len(players) < ROOMY_FOR:
            self.add_widget(BoxLayout(size_hint_y=0.35 * (ROOMY_FOR - len(players))))

    def _card(self, player: Player) -> PlayerCard:
        share = 1.35 if player.status == "now" else 1.0
        hint = {"size_hint_x": share} if self.look.is_portrait else {"size_hint_y": share}
        return PlayerCard(self.look, player, self._words, is_tight=self._is_tight, **hint)
