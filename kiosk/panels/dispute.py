"""Dispute: pick the turn, touch the claim, read the verdict with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from companion.night.reasons import Judged
from kiosk.look.theme import shape_of
from kiosk.panels.panel import Panel
from kiosk.presenters.dispute import DisputePresenter, DisputeScreen, Turn
from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.boxes import Column, LazyScroll, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text


class DisputePanel(Panel):
    """The verdict above, the board with one way on the left, the reasons on the right."""

    def build(self) -> None:
        """Lays the claim, the board and the reasons out."""
        assert self.kiosk.session is not None
        look = self.look
        self.presenter = DisputePresenter(self.kiosk.session, self.kiosk.words, self.memo)
        turn = self.presenter.turn
        if turn is None:
            nothing = Text(look, self.say("dispute.no_turn"), step="lead", colour="quiet", align="center")
            self.frame(self.say("dispute.title"), nothing)
            return
        self.band = BoxLayout(size_hint_y=None, height=look.roomy(76, 0.8))
        self.board = BoardCanvas(look, self._claim, self.words)
        self.reasons = Scroll(look, spacing=6)
        self.middle = BoxLayout(
            orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10)
        )
        self.middle.add_widget(
            Surface(look, self.board, padding=5, size_hint_x=1 if look.is_portrait else 1.5)
        )
        self.bar = Row(look)
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
        column = Column(look, self.band, self.middle, spacing=8)
        self.frame(self.say("dispute.title"), column, right=(pick,), footer=self.bar)
        self.show()
        self._judge()

    def night_changed(self) -> None:
        """Forgets the claim: the turn in dispute may be another one now."""
        self.memo.update(turn=None, space=None, figure=None)
        self.rebuild()

    def _claim(self, space: str) -> None:
        self.presenter.claim(space)
        self.show()
        self._judge()

    def _judge(self) -> None:
        """Asks the judge beside the screen; a newer claim or another turn drops the question."""
        self.kiosk.thinker.cancel()
        question = self.presenter.question()
        if question is not None:
            self.kiosk.thinker.ask(question, self._judged, lambda: self.show(is_slow=True))

    def _judged(self, verdict: Judged) -> None:
        self.presenter.judged(verdict)
        self.show()

    def show(self, *, is_slow: bool = False) -> None:
        """Shows the claim and what is known about it, without building anew."""
        screen, turn = self.presenter.screen(), self.presenter.turn
        assert screen is not None
        assert turn is not None
        self.band.clear_widgets()
        self.band.add_widget(self._verdict(screen, is_slow=is_slow))
        parts = self._parts(screen)
        self.reasons.fill(*parts)
        self.reasons.scroll_y = 1
        if bool(parts) != (self.reasons.parent is not None):
            change = self.middle.add_widget if parts else self.middle.remove_widget
            change(self.reasons)
        if screen.board is not None:
            self.board.show(screen.board)
        self.bar.clear_widgets()
        self._fill_bar(screen, turn)

    def _verdict(self, screen: DisputeScreen, *, is_slow: bool) -> Widget:
        look = self.look
        fill, line, icon = "surface", "accent", "target"
        if not screen.claimed:
            title, detail = (
                self.say("dispute.claim", name=self.presenter.name),
                self.say("dispute.claim_hint"),
            )
        elif screen.is_legal is None:
            title = self.say("dispute.claimed", name=self.presenter.name, space=screen.claimed)
            detail = self.say("dispute.judging") if is_slow else ""
        elif screen.is_legal:
            title = self.say("dispute.legal", name=self.presenter.name, space=screen.claimed)
            detail, (line, icon) = self.say("dispute.hint_legal"), ("done", "check")
        else:
            title = self.say("dispute.illegal", name=self.presenter.name, space=screen.claimed)
            detail, (fill, line, icon) = screen.detail, ("hit_surface", "hit", "cross")
        band = Row(look, padding=(14, 8), spacing=12)
        Plate(band, look, fill=fill, line=line, line_px=2)
        band.add_widget(Icon(look, icon, side=30, colour=line, size_hint_x=None, width=look.px(36)))
        words = BoxLayout(orientation="vertical")
        words.add_widget(Text(look, title, step="title", bold=True, lines=2 if not detail else 1))
        if detail:
            words.add_widget(Text(look, detail, step="text"))
        band.add_widget(words)
        return band

    def _parts(self, screen: DisputeScreen) -> list[Widget]:
        look = self.look
        parts: list[Widget] = []
        if screen.nearest:
            parts.append(self._caps("dispute.nearest"))
            parts.append(self._ends(screen))
        if screen.steps:
            parts.append(self._caps("dispute.how"))
            parts += [
                Text(look, f"{number}. {step}", step="text", grows=True)
                for number, step in enumerate(screen.steps, 1)
            ]
        if screen.rules:
            parts.append(self._caps("dispute.why"))
            parts += [self._rule(rule) for rule in screen.rules]
        for photo in self.presenter.photos():
            parts.append(self._caps(f"dispute.photo_{photo.moment}"))
            parts.append(Image(source=str(photo.path), size_hint_y=None, height=look.px(140)))
        return parts

    def _rule(self, rule: str) -> Widget:
        look = self.look
        words, _, source = rule.partition("\n")
        return Column(
            look,
            Text(look, words, step="text", grows=True),
            Text(look, source, step="small", colour="camera", grows=True),
            spacing=2,
            grows=True,
        )

    def _ends(self, screen: DisputeScreen) -> Widget:
        grid = self._grid(3)
        for space, name in screen.nearest[:6]:
            grid.add_widget(PushButton(self.look, name, partial(self._claim, space), height=self.look.touch))
        return grid

    def _grid(self, columns: int) -> GridLayout:
        grid = GridLayout(cols=columns, spacing=self.look.px(6), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        return grid

    def _caps(self, key: str, **params: object) -> Text:
        said = self.say(key, **params).upper()
        return Text(self.look, said, step="caps", bold=True, colour="quiet", grows=True)

    def _fill_bar(self, screen: DisputeScreen, turn: Turn) -> None:
        look, accepts = self.look, screen.accepts
        hint = self.say("dispute.hint")
        if accepts is not None and screen.is_legal is False:
            hint = self.say("dispute.hint_nearest", name=self.presenter.name, space=accepts[1])
        self.bar.add_widget(Text(look, hint, step="text", colour="quiet"))
        if turn.is_running and self._corrections():
            self.bar.add_widget(
                PushButton(look, self.say("dispute.overrule"), self._overrule, size_hint_y=1, size_hint_x=0.5)
            )
        if accepts is not None:
            self.bar.add_widget(
                PushButton(
                    look,
                    self.say("dispute.accept", space=accepts[1]),
                    lambda: self.kiosk.open_root("table", claim=accepts[0]),
                    icon="check",
                    style="primary",
                    step="lead",
                    size_hint_y=1,
                    size_hint_x=0.7,
                )
            )

    def _corrections(self) -> bool:
        assert self.kiosk.session is not None
        return any(choice.group == "table" for choice in self.kiosk.session.view().choices)

    def _overrule(self) -> None:
        self.kiosk.open_root("table", corrects=self.memo["space"] or "")

    # Which turn.

    def _pick_turn(self) -> None:
        turns = LazyScroll(self.look, self._rounds(), a_page=1, spacing=6)
        self.kiosk.open_sheet(self.say("dispute.which_turn"), body=turns, share=0.7)

    def _rounds(self) -> Iterator[Widget]:
        """Makes the turns round by round, the newest first, as far back as somebody scrolls."""
        look = self.look
        for turns in self.presenter.rounds():
            grid = self._grid(1 if look.is_large_text else 2)
            for turn in turns:
                grid.add_widget(self._turn_button(turn))
            title = self._caps("table.round", number=turns[0].round)
            yield Column(look, title, grid, spacing=4, padding=(0, 4), grows=True)

    def _turn_button(self, turn: Turn) -> Widget:
        return PushButton(
            self.look,
            self.say("dispute.running", name=turn.name) if turn.is_running else turn.name,
            lambda: self._choose(turn),
            icon=shape_of(turn.seat),
            icon_colour=f"seat-{turn.seat}",
            style="chosen" if turn == self.presenter.turn else "plain",
            align="left",
        )

    def _choose(self, turn: Turn) -> None:
        self.kiosk.close_sheet()
        self.presenter.choose_turn(turn)
        self.rebuild()
