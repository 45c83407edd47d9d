"""Dispute: pick the turn, touch the claim, read the verdict with its rule."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kiosk.panels.panel import Panel
from kiosk.presenters.dispute import DisputePresenter, DisputeScreen, Turn
from kiosk.theme import shape_of
from kiosk.widgets.board import BoardCanvas
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text


class DisputePanel(Panel):
    """The verdict above, the board with one way on the left, the reasons on the right."""

    def build(self) -> None:
        """Shows the claim and what the judge says."""
        assert self.kiosk.session is not None
        look = self.look
        self.presenter = DisputePresenter(self.kiosk.session, self.kiosk.words, self.memo)
        screen, turn = self.presenter.screen(), self.presenter.turn
        if screen is None or turn is None:
            nothing = Text(look, self.say("dispute.no_turn"), step="lead", colour="quiet", align="center")
            self.frame(self.say("dispute.title"), nothing)
            return
        column = Column(look, spacing=8)
        column.add_widget(self._verdict(screen, turn))
        middle = BoxLayout(orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10))
        self.board = BoardCanvas(look, self._claim, self.words)
        if screen.board is not None:
            self.board.show(screen.board)
        middle.add_widget(Surface(look, self.board, padding=5, size_hint_x=1 if look.is_portrait else 1.5))
        reasons = self._reasons(screen)
        if reasons is not None:
            middle.add_widget(reasons)
        column.add_widget(middle)
        pick = PushButton(
            look,
            self.say("dispute.turn", round=turn.round, name=turn.name),
            self._pick_turn,
            icon=shape_of(turn.seat),
            icon_colour=f"seat-{turn.seat}",
            step="text",
            height=look.touch,
            size_hint_x=None,
            width=look.roomy(230, 0.4),
        )
        self.frame(self.say("dispute.title"), column, right=(pick,), footer=self._footer(screen, turn))

    def _claim(self, space: str) -> None:
        self.presenter.claim(space)
        self.rebuild()

    def _verdict(self, screen: DisputeScreen, turn: Turn) -> Widget:
        look = self.look
        if screen.is_legal is None:
            title, detail = self.say("dispute.claim", name=turn.name), self.say("dispute.claim_hint")
            fill, line, icon = "surface", "accent", "target"
        elif screen.is_legal:
            title = self.say("dispute.legal", name=turn.name, space=screen.title)
            detail, (fill, line, icon) = self.say("dispute.hint_legal"), ("surface", "done", "check")
        else:
            title = self.say("dispute.illegal", name=turn.name, space=screen.title)
            detail, (fill, line, icon) = screen.detail, ("hit_surface", "hit", "cross")
        band = Row(look, padding=(14, 8), spacing=12, size_hint_y=None, height=look.roomy(72, 0.8))
        Plate(band, look, fill=fill, line=line, line_px=2)
        band.add_widget(Icon(look, icon, side=28, colour=line, size_hint_x=None, width=look.px(34)))
        words = BoxLayout(orientation="vertical")
        words.add_widget(Text(look, title, step="title", bold=True, lines=2 if not detail else 1))
        if detail:
            words.add_widget(Text(look, detail, step="text"))
        band.add_widget(words)
        return band

    def _reasons(self, screen: DisputeScreen) -> Widget | None:
        look = self.look
        parts: list[Widget] = []
        if screen.steps:
            parts.append(self._caps("dispute.how"))
            parts += [
                Text(look, f"{number}. {step}", step="text", grows=True)
                for number, step in enumerate(screen.steps, 1)
            ]
        if screen.rules:
            parts.append(self._caps("dispute.why"))
            parts += [Text(look, rule, step="small", grows=True) for rule in screen.rules]
        if screen.nearest:
            parts.append(self._caps("dispute.nearest"))
            parts += [
                PushButton(
                    look,
                    space,
                    lambda space=space: self._claim(space),
                    icon="next",
                    icon_colour="accent",
                    icon_side=18,
                    align="left",
                    height=look.touch,
                )
                for space in screen.nearest[:6]
            ]
        for photo in self.presenter.photos():
            parts.append(self._caps(f"dispute.photo_{photo.moment}"))
            parts.append(Image(source=str(photo.path), size_hint_y=None, height=look.px(140)))
        return Scroll(look, *parts, spacing=6) if parts else None

    def _caps(self, key: str) -> Text:
        return Text(self.look, self.say(key).upper(), step="caps", bold=True, colour="quiet", grows=True)

    def _footer(self, screen: DisputeScreen, turn: Turn) -> Widget:
        look = self.look
        row = Row(look)
        row.add_widget(Text(look, self.say("dispute.hint"), step="text", colour="quiet"))
        if turn.is_running and self._corrections():
            row.add_widget(
                PushButton(look, self.say("dispute.overrule"), self._overrule, size_hint_y=1, size_hint_x=0.5)
            )
        if screen.can_accept:
            row.add_widget(
                PushButton(
                    look,
                    self.say("dispute.accept", space=screen.title),
                    self._accept,
                    icon="check",
                    style="primary",
                    step="lead",
                    size_hint_y=1,
                    size_hint_x=0.7,
                )
            )
        return row

    def _corrections(self) -> bool:
        assert self.kiosk.session is not None
        return any(choice.group == "table" for choice in self.kiosk.session.view().choices)

    def _accept(self) -> None:
        self.kiosk.open_root("table", claim=self.memo["space"])

    def _overrule(self) -> None:
        self.kiosk.open_root("table", corrects=True)

    def _pick_turn(self) -> None:
        look = self.look

        def choose(turn: Turn) -> None:
            self.kiosk.close_sheet()
            self.presenter.choose_turn(turn.start)
            self.rebuild()

        buttons = [
            PushButton(
                look,
                self.say("dispute.turn", round=turn.round, name=turn.name),
                lambda turn=turn: choose(turn),
                icon=shape_of(turn.seat),
                icon_colour=f"seat-{turn.seat}",
                align="left",
            )
            for turn in self.presenter.turns()
        ]
        self.kiosk.open_sheet(self.say("dispute.which_turn"), *buttons)
