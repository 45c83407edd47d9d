"""Chance: roll on the screen, type what the dice showed, or say which card came."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.blocks import Choice
from companion.core.dice import DiceRequest, FaceId
from companion.core.errors import Refusal
from companion.core.message import say
from companion.night.pledge import shown
from kiosk.night.chance import draw
from kiosk.panels.panel import Panel
from kiosk.widgets.boxes import Row, Scroll
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text


class ChancePanel(Panel):
    """Shows what chance has to say, as large faces or cards to touch."""

    def build(self) -> None:
        """Shows dice or outcomes, whichever the game waits for."""
        assert self.kiosk.session is not None
        self.memo.setdefault("faces", [])
        view = self.kiosk.session.view()
        outcomes = tuple(choice for choice in view.choices if choice.group == "chance")
        if view.dice is not None:
            self._dice(view.dice)
        elif outcomes:
            self._outcomes(outcomes)
        else:
            nothing = Text(self.look, self.say("chance.nothing"), step="lead", colour="quiet", align="center")
            self.frame(self.say("chance.title"), nothing)

    def night_changed(self) -> None:
        """Goes back to the table: chance has spoken."""
        self.kiosk.back()

    def _dice(self, request: DiceRequest) -> None:
        look = self.look
        picked: list[FaceId] = self.memo["faces"]
        die = request.dice[min(len(picked), len(request.dice) - 1)]
        grid = self._grid(3 if look.is_portrait else 6)
        for face in {face.id: face for face in die.faces}.values():
            grid.add_widget(
                PushButton(
                    look,
                    self.words(face.named),
                    partial(self._face, request, face.id),
                    icon=face.icon,
                    step="huge" if isinstance(face.id, int) else "lead",
                    height=look.roomy(110),
                )
            )
        count = len(request.dice)
        hint = self.say("chance.which_face", number=min(len(picked) + 1, count), count=count)
        if die.label is not None:
            hint = f"{self.words(die.label)} · {hint}"
        body = Scroll(
            look,
            Text(look, self.words(request.purpose), step="title", bold=True, grows=True),
            Text(look, hint, step="text", colour="quiet", grows=True),
            grid,
            *self._promised(),
            spacing=12,
        )
        self.frame(self.say("chance.title"), body, footer=self._roll_button())

    def _promised(self) -> list[Widget]:
        assert self.kiosk.session is not None
        promise = self.kiosk.session.night.promise
        if promise is None:
            return []
        said = self.words(say("kiosk.dice.settled", hash=shown(promise)))
        return [Text(self.look, said, step="text", colour="quiet", grows=True)]

    def _roll_button(self) -> Widget:
        button = PushButton(
            self.look,
            self.say("dice.roll"),
            self._roll,
            icon="dice",
            style="primary",
            step="title",
            size_hint_y=1,
        )
        return Row(self.look, button)

    def _grid(self, columns: int) -> GridLayout:
        grid = GridLayout(cols=columns, spacing=self.look.px(10), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        return grid

    def _face(self, request: DiceRequest, face: FaceId) -> None:
        picked: list[FaceId] = self.memo["faces"]
        picked.append(face)
        if len(picked) < len(request.dice):
            self.rebuild()
            return
        self.memo["faces"] = []
        self._submit(tuple(picked), "typed")

    def _submit(self, faces: tuple[FaceId, ...], source: str) -> None:
        assert self.kiosk.session is not None
        self.kiosk.session.roll_source = source
        self.kiosk.sound.cue("dice")
        self._send({"command": "RollDice", "faces": list(faces)}, source)

    def _roll(self) -> None:
        assert self.kiosk.session is not None
        self.kiosk.sound.cue("dice")
        try:
            self.kiosk.session.roll(source="screen")
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")

    def _send(self, command: dict[str, Any], source: str) -> None:
        assert self.kiosk.session is not None
        try:
            self.kiosk.session.submit(command, source=source)
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")

    def _outcomes(self, outcomes: tuple[Choice, ...]) -> None:
        look = self.look
        grid = self._grid(1 if look.is_portrait or look.is_large_text else 2)
        for choice in outcomes:
            grid.add_widget(
                PushButton(
                    look,
                    self.words(choice.label),
                    partial(self._send, choice.command, "typed"),
                    icon=choice.icon or "card",
                    icon_colour="accent",
                    align="left",
                    bold=False,
                    height=look.roomy(56),
                )
            )
        button = PushButton(
            look,
            self.say("chance.draw"),
            lambda: self._send(draw(outcomes).command, "screen"),
            icon="deck",
            style="primary",
            step="title",
            size_hint_y=1,
        )
        body = Scroll(look, Text(look, self.say("chance.which"), step="lead", grows=True), grid, spacing=12)
        self.frame(self.say("chance.title"), body, footer=Row(look, button))
