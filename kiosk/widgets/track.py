"""The order of play as a track: the player who is on now is larger, the others wait or are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.core.blocks import Player
from companion.core.message import Message
from kiosk.theme import Look, shape_of
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.pieces import colour_of
from kiosk.widgets.text import Text


class PlayerCard(BoxLayout):
    """One player: shape and colour, name, role, badges, and the number the order follows."""

    def __init__(self, look: Look, player: Player, words: Callable[[Message], str], **options: Any) -> None:
        is_now = player.status == "now"
        super().__init__(
            orientation="horizontal",
            spacing=look.px(7),
            padding=[look.px(8), look.px(4)],
            **options,
        )
        seat = f"seat-{player.seat}"
        faded = player.status in ("done", "out")
        Plate(
            self,
            look,
            fill="raised" if is_now else "surface",
            line=seat if is_now else "",
            line_px=2.5,
        )
        shape = Icon(
            look,
            shape_of(player.seat),
            side=34 if is_now else 24,
            colour="faint" if faded else seat,
            size_hint_x=None,
            width=look.px(34 if is_now else 28),
        )
        self.add_widget(shape)
        middle = BoxLayout(orientation="vertical", padding=[0, look.px(2)])
        middle.add_widget(
            Text(
                look,
                player.name,
                step="lead" if is_now else "text",
                bold=True,
                colour="quiet" if faded else "text",
                lines=1,
                size_hint_y=1.15,
            )
        )
        below = BoxLayout(spacing=look.px(4))
        below.add_widget(Text(look, words(player.role), step="small", colour="quiet", lines=1))
        if player.badges:
            below.add_widget(self._badges(look, player))
        middle.add_widget(below)
        self.add_widget(middle)
        if player.status == "done":
            self.add_widget(Icon(look, "check", side=16, colour="done", size_hint_x=None, width=look.px(18)))
        if player.value is not None:
            self.add_widget(
                Text(
                    look,
                    str(player.value),
                    step="large" if is_now else "title",
                    bold=True,
                    colour="quiet" if faded else seat,
                    align="right",
                    lines=1,
                    size_hint_x=None,
                    width=look.px(40 if is_now else 30),
                )
            )

    def _badges(self, look: Look, player: Player) -> BoxLayout:
        icons = [badge for badge in player.badges for _ in range(min(badge.count, 3))][:4]
        side = 14 if len(icons) < 3 else 12
        row = BoxLayout(size_hint_x=None, width=look.px(side + 1) * len(icons))
        for badge in icons:
            colour = "hit" if badge.icon == "heart" else colour_of(badge.icon, badge.tone)
            row.add_widget(Icon(look, badge.icon, side=side, colour=colour))
        return row


class PlayerTrack(BoxLayout):
    """The players in the order in which they play: a column, or a row on a tall screen."""

    def __init__(self, look: Look, words: Callable[[Message], str], **options: Any) -> None:
        is_row = look.is_portrait
        super().__init__(orientation="horizontal" if is_row else "vertical", spacing=look.px(6), **options)
        self.look = look
        self._words = words
        self._shown: tuple[Player, ...] | None = None

    def show(self, players: tuple[Player, ...]) -> None:
        """Shows the players in this order."""
        if players == self._shown:
            return
        self._shown = players
        self.clear_widgets()
        for player in players:
            share = 1.35 if player.status == "now" else 1.0
            hint = {"size_hint_x": share} if self.look.is_portrait else {"size_hint_y": share}
            self.add_widget(PlayerCard(self.look, player, self._words, **hint))
        if not self.look.is_portrait and len(players) < 4:
            self.add_widget(BoxLayout(size_hint_y=4 - len(players)))
