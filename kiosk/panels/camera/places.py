"""The places: where the dice tray is and where each player lays cards, one tap each, or by mats."""

from __future__ import annotations

from companion.core.errors import Refusal
from companion.core.message import say
from companion.ports.table import Point
from companion.ports.watch import WatchReport, WatchRequest
from kiosk.camera.places import cards_each
from kiosk.panels.camera.aim import AimPanel
from kiosk.panels.camera.picture import flat
from kiosk.presenters.camera.places import PlacesPresenter
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text

REACH_MM = 30.0
CARDS = 2
"""How many places each player gets where it is not known yet how many cards are laid."""


class PlacesPanel(AimPanel):
    """Tap each place once; it can be dragged, and what is left out is not read."""

    part = "places"

    def prepare(self) -> None:
        """Begins with the places that are kept."""
        camera = self.kiosk.camera
        assert camera.session is not None
        count = cards_each(camera.session) or CARDS
        self.presenter = PlacesPresenter(camera.session, camera.places, count, self.memo)
        self.mats = PushButton(self.look, self.tell("mats"), self._look_for_mats, icon="camera")

    def refresh(self) -> None:
        """Says which place to tap next."""
        look, presenter = self.look, self.presenter
        said = presenter.say_next() if self.bearing is not None else say("kiosk_camera.places.no_board")
        each = self.tell("cards_each", count=presenter.cards_each)
        self.side.fill(
            self.trouble,
            Text(look, self.words(said), step="lead", bold=True, grows=True),
            self.stepper(each, (-1, 1), self._change_count),
            self.mats,
            Text(look, self.tell("hint"), step="small", colour="quiet", grows=True),
        )
        self.undo_button.disabled = not presenter.outlines
        self.keep.disabled = not presenter.outlines

    def draw(self) -> None:
        """Outlines the places that are known."""
        bearing = self.bearing
        if bearing is None:
            self.aim.mark([])
            return
        from vision.bearing import to_picture

        presenter = self.presenter
        middles = flat(to_picture(bearing, list(presenter.middles.values()))) if presenter.middles else []
        outlines = [flat(to_picture(bearing, outline)) for outline in presenter.outlines.values()]
        self.aim.mark([[at] for at in middles], outlines)

    # What is touched.

    def press(self, at: Point) -> Point | None:
        """Takes hold of a place, or taps the next one."""
        bearing = self.bearing
        if bearing is None:
            return None
        from vision.bearing import to_board, to_picture

        held = self.presenter.press(flat(to_board(bearing, [at]))[0], REACH_MM)
        self.draw()
        return flat(to_picture(bearing, [held]))[0] if held is not None else None

    def drag(self, to: Point) -> None:
        """Moves the place that is held."""
        if self.bearing is not None:
            from vision.bearing import to_board

            self.presenter.drag(flat(to_board(self.bearing, [to]))[0])
            self.draw()

    def release(self) -> None:
        """Lets go, and asks for the next place."""
        self.presenter.release()
        self.refresh()

    def undo(self) -> None:
        """Takes the last place back."""
        self.presenter.undo()
        self.refresh()
        self.draw()

    def _change_count(self, by: int) -> None:
        self.presenter.cards_each += by
        self.refresh()
        self.draw()

    def _look_for_mats(self) -> None:
        self.mats.disabled = True
        self.kiosk.camera.ask(WatchRequest(mats=True), self._found_mats)

    def _found_mats(self, report: WatchReport) -> None:
        if self.kiosk.panel is not self:
            return
        self.mats.disabled = False
        if report.places is None:
            self.refuse(report.notes)
            return
        self.presenter.use_mats(report.places)
        self.refresh()
        self.draw()

    def save(self) -> None:
        """Keeps the places, and has them read from now on."""
        try:
            self.kiosk.camera.use_places(self.presenter.places())
        except (OSError, Refusal) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.kept((say("kiosk_camera.camera.not_kept", why=why),))
            return
        self.kept(())
