"""Laying the spaces: a few taps along the track, spaces drawn between them at once, drags to fine-tune."""

from __future__ import annotations

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.ports.camera import Bearing
from companion.ports.table import Point
from kiosk.panels.camera.aim import AimPanel
from kiosk.panels.camera.picture import flat
from kiosk.presenters.camera.spaces import SpacesPresenter
from kiosk.widgets.button import PushButton
from kiosk.widgets.camera.corner_diagram import CornerDiagram
from kiosk.widgets.text import Text

DEPTH_STEPS = (-5, -1, 1, 5)


class SpacesPanel(AimPanel):
    """A tired person manages it: tap beginning and end, look, keep."""

    part = "spaces"

    def prepare(self) -> None:
        """Begins with the board of the night."""
        session, eye = self.kiosk.session, self.kiosk.camera.eye
        board = session.mat() if session is not None else None
        assert board is not None
        assert eye is not None
        self.presenter = SpacesPresenter(board, self.memo, eye.table.spaces)

    def refresh(self) -> None:
        """Says what to tap next, and offers what can be changed now."""
        look, presenter = self.look, self.presenter
        said = self.words(presenter.say_next())
        parts: list[Widget] = [self.trouble, Text(look, said, step="lead", bold=True, grows=True)]
        if presenter.state.way == "whole" and not presenter.is_complete:
            drawing = presenter.projection
            places = [drawing.in_drawing(point) for point in drawing.references]
            dots = () if drawing.has_corners else [drawing.in_drawing(at) for at in drawing.middles.values()]
            parts.append(CornerDiagram(look, len(presenter.state.corners), places=places, dots=dots))
        if presenter.grips:
            grips = [(grip, self.tell(f"grip.{grip}")) for grip in presenter.grips]
            parts.append(self.choices(grips, presenter.grip, self._take_grip))
        if presenter.ways:
            ways = [(way, self.tell(f"way.{way}")) for way in presenter.ways]
            parts += [
                Text(look, self.tell("way"), step="small", colour="quiet", grows=True),
                self.choices(ways, presenter.state.way, self._choose_way),
            ]
        column = presenter.chosen_column()
        if column is not None and presenter.grip == "points" and len(presenter.state.points) > 1:
            parts.append(self.stepper(self.words(column), (-5, -1, 1, 5), self._renumber))
        if presenter.state.way == "track" and presenter.state.whole_strips:
            text = self.tell("depth", mm=round(presenter.depth_mm))
            parts.append(self.stepper(text, DEPTH_STEPS, self._deepen))
            parts += [
                PushButton(look, self.tell("split"), self._split, icon="next"),
                PushButton(look, self.tell("flip"), self._flip, icon="swap"),
            ]
        self.side.fill(*parts)
        self.undo_button.disabled = not presenter.can_undo
        self.keep.disabled = not (presenter.is_complete and presenter.can_undo)

    def draw(self) -> None:
        """Draws what was laid where the board lies now."""
        bearing = self.bearing
        if bearing is None:
            self.trouble.text = self.trouble.text or self.tell("lost")
            self.aim.mark([])
            return
        presenter = self.presenter
        self.aim.mark(
            [self.in_picture(bearing, line) for line in presenter.state.lines],
            self._outlines(bearing),
            self.in_picture(bearing, presenter.handles()),
            is_closed=presenter.state.way == "whole",
            chosen=self.memo["chosen"] if presenter.grip == "points" else None,
        )

    def _outlines(self, bearing: Bearing) -> list[list[Point]]:
        """Returns all spaces as they lie in the picture, in one go: a finger waits for it."""
        polygons = self.presenter.spaces().values()
        points = iter(self.in_picture(bearing, [point for polygon in polygons for point in polygon]))
        return [[next(points) for _ in polygon] for polygon in polygons]

    @staticmethod
    def in_picture(bearing: Bearing, points_mm: list[Point]) -> list[Point]:
        """Returns where points of the board are in the picture."""
        from vision.bearing import to_picture

        return flat(to_picture(bearing, points_mm)) if points_mm else []

    def on_board(self, *places: Point) -> list[Point]:
        """Returns the points of the board, in millimetres, at places of the picture."""
        from vision.bearing import to_board

        bearing = self.bearing
        return flat(to_board(bearing, places)) if bearing is not None else []

    # What is touched.

    def press(self, at: Point) -> Point | None:
        """Takes hold of something near, or taps a new point."""
        places = self.on_board(at, (at[0] + self.reach, at[1]))
        if not places:
            self.kiosk.toast(self.tell("lost"), "refusal")
            return None
        (x, y), (u, v) = places
        self.presenter.press((x, y), ((u - x) ** 2 + (v - y) ** 2) ** 0.5)
        self.draw()
        held, bearing = self.presenter.held_at, self.bearing
        return self.in_picture(bearing, [held])[0] if held is not None and bearing is not None else None

    def drag(self, to: Point) -> None:
        """Moves what is held."""
        places = self.on_board(to)
        if places:
            self.presenter.drag(places[0])
            self.draw()

    def release(self) -> None:
        """Lets go, and asks for the next point."""
        self.presenter.release()
        self.refresh()
        self.side.scroll_y = 1

    def undo(self) -> None:
        """Takes the last step back."""
        self.presenter.undo()
        self._changed()

    def _changed(self) -> None:
        self.refresh()
        self.draw()

    def _take_grip(self, grip: str) -> None:
        self.presenter.grip = next(each for each in self.presenter.grips if each == grip)
        self._changed()

    def _choose_way(self, way: str) -> None:
        self.presenter.choose_way(next(each for each in self.presenter.ways if each == way))
        self._changed()

    def _renumber(self, by: int) -> None:
        self.presenter.renumber(by)
        self._changed()

    def _deepen(self, by: int) -> None:
        self.presenter.deepen(by)
        self._changed()

    def _split(self) -> None:
        self.presenter.split()
        self._changed()
        self.side.scroll_y = 1

    def _flip(self) -> None:
        self.presenter.flip()
        self._changed()

    def save(self) -> None:
        """Has the camera look for the spaces as they are laid now."""
        camera = self.kiosk.camera
        if camera.eye is not None:
            table = replace(camera.eye.table, spaces=self.presenter.spaces())
            camera.use_table(table, camera.eye.board, self.kept)
