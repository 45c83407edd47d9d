"""Setting the camera up: the steps one below the other, each saying how it stands."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.core.message import say
from kiosk.panels.camera.picture import PicturePanel
from kiosk.presenters.camera.seen import CameraPresenter
from kiosk.presenters.camera.steps import SetupStep, steps
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text

STATES = {"done": ("check", "done"), "todo": ("warning", "accent"), "optional": ("any", "faint")}


class CameraSetupPanel(PicturePanel):
    """Touch a step to do it; nothing has to be done in order."""

    part = "setup"
    picture_share = 0.9

    def prepare(self) -> None:
        """Begins with nothing said."""
        self._said: object = None
        self.presenter = CameraPresenter(self.kiosk.camera)

    def refresh(self) -> None:
        """Lists the steps where something has changed."""
        found = steps(self.kiosk.camera)
        if found == self._said:
            return
        self._said = found
        buttons = [self._button(number, step) for number, step in enumerate(found, 1)]
        forget = PushButton(self.look, self.tell("forget"), self._forget, icon="trash", style="quiet")
        self.side.fill(self.trouble, *buttons, forget)

    def _button(self, number: int, step: SetupStep) -> Widget:
        look = self.look
        icon, tone = STATES[step.state]
        return PushButton(
            look,
            f"{number}. {self.words(step.title)}",
            lambda: self.kiosk.open(step.panel),
            icon=icon,
            icon_colour=tone,
            icon_side=26,
            step="lead",
            note=self.words(step.note),
            height=look.roomy(64, 1.3),
        )

    def draw(self) -> None:
        """Draws spaces and figures, and looks again."""
        camera, presenter = self.kiosk.camera, self.presenter
        self.live.explain(camera.sketch(), presenter.seats(), presenter.names(self.words), presenter.seen())
        self.refresh()

    def _forget(self) -> None:
        look = self.look
        self.kiosk.open_sheet(
            self.tell("forget"),
            Text(look, self.tell("forget.sure"), step="lead", grows=True),
            footer=(
                PushButton(look, self.words(say("kiosk.cancel")), self.kiosk.close_sheet, size_hint_y=1),
                PushButton(look, self.words(say("kiosk.ok")), self._forgotten, style="danger", size_hint_y=1),
            ),
        )

    def _forgotten(self) -> None:
        self.kiosk.close_sheet()
        self.kiosk.camera.shelf.forget()
        self.kiosk.camera.place_files.forget()
        self.kiosk.camera.close()
        self.kiosk.open_eye()
        self.kiosk.toast(self.tell("forgotten"))
        self.rebuild()
