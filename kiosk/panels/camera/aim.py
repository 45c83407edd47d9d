"""What the panels share in which places of the picture are tapped: magnifier, zoom, undo, and keeping."""

from __future__ import annotations

from abc import abstractmethod

from kivy.uix.widget import Widget

from companion.core.message import Message
from companion.ports.camera import Picture
from companion.ports.table import Point
from kiosk.panels.camera.picture import PicturePanel
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.camera.aim_picture import AimPicture
from kiosk.widgets.camera.live_picture import LivePicture

REACH_PX = 25
"""How near to something a finger takes hold of it, on the reference screen."""


class AimPanel(PicturePanel):
    """A picture with every pixel of the camera, and a table that is kept when somebody says so."""

    def make_live(self) -> LivePicture:
        """Makes a picture to aim at."""
        self.aim = AimPicture(self.look, self.press, self.drag, self.release)
        return self.aim

    def make_footer(self) -> Widget:
        """Makes undo, zoom and keep."""
        look = self.look
        self.undo_button = PushButton(look, self.shared("undo"), self.undo, icon="undo", size_hint_y=1)
        zoom = PushButton(look, icon="zoom", acts=self.aim.zoom_in, size_hint_y=1, width=look.px(64))
        self.keep = PushButton(
            look, self.shared("keep"), self._keep, icon="save", style="primary", size_hint_y=1
        )
        return Row(look, self.undo_button, zoom, self.keep)

    def picture(self) -> Picture | None:
        """Returns a whole picture: a corner is hit to the pixel."""
        eye = self.kiosk.camera.eye
        return eye.whole_picture() if eye is not None else None

    @property
    def reach(self) -> float:
        """How near a finger takes hold, as a share of the picture's width."""
        return self.aim.reach(self.look.px(REACH_PX))

    @abstractmethod
    def press(self, at: Point) -> Point | None:
        """Takes hold of something near, or taps there; returns where what is held is."""

    @abstractmethod
    def drag(self, to: Point) -> None:
        """Moves what is held."""

    @abstractmethod
    def release(self) -> None:
        """Lets go."""

    @abstractmethod
    def undo(self) -> None:
        """Takes the last step back."""

    @abstractmethod
    def save(self) -> None:
        """Has the camera look for the table as it is set now."""

    def _keep(self) -> None:
        self.keep.disabled = True
        self.kiosk.toast(self.shared("wait"))
        self.save()

    def kept(self, notes: tuple[Message, ...]) -> None:
        """Goes back once the table is kept, or says why it cannot be."""
        if self.kiosk.panel is not self:
            return
        self.keep.disabled = False
        if notes:
            self.refuse(notes)
            return
        self.kiosk.toast(self.tell("kept"), "gain")
        self.kiosk.back()
