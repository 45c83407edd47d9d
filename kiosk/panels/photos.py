"""Photos: cards are laid down one after the other and seen by themselves; a tile is taken to be traced."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any, Literal

from kivy.uix.widget import Widget

from companion.content.photos import CARDS, DICE, photographed
from companion.core.blocks import Question
from companion.core.message import Message, say
from companion.games.registry import find_game
from companion.night.night import Night
from companion.ports.camera import Picture
from companion.ports.places import BACK, DRAWN
from companion.ports.watch import Laid, TakenPhoto, WatchRequest
from kiosk.night.session import Session
from kiosk.panels.camera.picture import PicturePanel
from kiosk.presenters.camera.seen import CameraLine
from kiosk.presenters.photos import PhotosPresenter
from kiosk.show.demo import demo_setup
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.form import Field
from kiosk.widgets.text import Text
from vision.jpeg import shown, unpacked

QUALITY = 92


class PhotosPanel(PicturePanel):
    """What lies before the camera is taken by itself; `memo` has the game, the kind, and the tile's memo."""

    part = "photos"
    picture_share = 1.2

    def build(self) -> None:
        """Opens the camera, also where no night is on."""
        self._opened: Picture | None = None
        camera = self.kiosk.camera
        camera.is_wanted = True
        game = find_game(self.memo["game"])
        if camera.eye is None:
            session = self.kiosk.session or Session(Night.create(game, demo_setup(game.manifest.id)))
            camera.open(self.kiosk.preferences.camera_source, session)
        super().build()

    @property
    def is_tile(self) -> bool:
        """Tells whether a tile is to be traced."""
        return "into" in self.memo

    def prepare(self) -> None:
        """Begins to take photos."""
        game = find_game(self.memo["game"])
        self.presenter = PhotosPresenter(game, self.memo["list"], self.kiosk.words, self.memo)
        if not self.memo.get("is_taking"):
            self.memo["is_taking"] = True
            kind: Literal["card", "tile", "die"] = "tile" if self.is_tile else "card"
            kind = "die" if self.presenter.is_dice else kind
            folder = str(self.presenter.pack / (DICE if self.presenter.is_dice else CARDS))
            request = WatchRequest(photos=kind, taught="" if self.is_tile else folder)
            self.kiosk.camera.ask(request, lambda report: None)
            self._prompt()

    def left(self) -> None:
        """Takes no more photos, and lets a camera go that was opened for them alone."""
        super().left()
        self.memo["is_taking"] = False
        self.kiosk.camera.ask(WatchRequest(photos="end"), lambda report: None)
        if self.kiosk.session is None:
            self.kiosk.open_eye()

    def _prompt(self) -> None:
        """Says aloud what to do now, so that nobody has to look."""
        voice = self.kiosk.sound.voice
        voice.prompt(self.words(self._asked()), self.kiosk.words.language)

    def _asked(self) -> Message:
        if not self.is_tile:
            return self.presenter.asked()
        return say(f"kiosk_camera.photos.{'tile' if self.presenter.taken is None else 'trace'}")

    # What is shown.

    def picture(self) -> Picture | None:
        """Returns the photo that was taken, else what the camera sees."""
        taken = self.presenter.taken
        if taken is None:
            self._opened = None
            return super().picture()
        if self._opened is None or self._opened.number != _number(taken):
            self._opened = _opened(taken)
        return self._opened

    def draw(self) -> None:
        """Notices a new photo."""
        eye = self.kiosk.camera.eye
        taken = eye.taken_photo() if eye is not None else None
        if taken is not None:
            self.presenter.take(taken)
            self.kiosk.sound.cue("touch")
            self._prompt()
            self.rebuild()

    def refresh(self) -> None:
        """Fills the column: what to lay, or what is on what was laid."""
        look, presenter = self.look, self.presenter
        parts: list[Widget] = [
            self.trouble,
            Text(look, self.words(self._asked()), step="title", bold=True, grows=True),
        ]
        if presenter.taken is None:
            parts.append(Text(look, self.tell("hint"), step="text", colour="quiet", grows=True))
            if not self.is_tile:
                counted = self.tell("faces" if presenter.is_dice else "count", count=presenter.count)
                parts.append(Text(look, counted, step="text", grows=True))
            if self.kiosk.camera.is_drawn:
                parts.append(PushButton(look, self.tell("lay_next"), self._lay, icon="cards"))
            self.side.fill(*parts)
            return
        parts += [self.line(CameraLine("warning", "hit", note)) for note in presenter.notes()]
        if presenter.is_dice:
            done = photographed(presenter.pack, DICE)
            parts += [
                PushButton(
                    look,
                    self.words(named),
                    partial(self._keep_as, face),
                    icon="check" if face in done else "pen",
                )
                for face, named in presenter.faces().items()
            ]
        elif not self.is_tile:
            parts += [
                Field(self.kiosk, question, question.default, self._answered)
                for question in sorted(presenter.content.questions(), key=_is_name)
            ]
            parts.append(
                Row(
                    look,
                    PushButton(look, self.tell("entered"), self._entered, icon="history", size_hint_y=1),
                    PushButton(look, self.tell("is_back"), partial(self._keep_as, BACK), size_hint_y=1),
                    size_hint_y=None,
                    height=look.roomy(60),
                )
            )
        self.side.fill(*parts)

    def make_footer(self) -> Widget | None:
        """Makes the way on, and the way back to the camera."""
        look, presenter = self.look, self.presenter
        if presenter.taken is None:
            return None
        again = PushButton(look, self.tell("again"), self._again, icon="replay", size_hint_y=1)
        if self.is_tile:
            turn = PushButton(look, self.tell("turn"), self._turn, icon="redo", size_hint_y=1)
            use = PushButton(look, self.tell("use"), self._use, icon="check", style="primary", size_hint_y=1)
            return Row(look, again, turn, use)
        if presenter.is_dice:
            return Row(look, again)
        keep = PushButton(
            look, self.tell("keep"), self._keep, icon="save", style="primary", step="lead", size_hint_y=1
        )
        keep.disabled = bool(presenter.content.problems())
        return Row(look, again, keep)

    # What is touched.

    def _lay(self) -> None:
        """Has a hand lay the next card before a drawn camera."""
        camera = self.kiosk.camera
        laid = camera.laid.throw + 1
        if self.presenter.is_dice:
            faces = tuple(self.presenter.faces())
            camera.lay(Laid(faces=(faces[laid % len(faces)],), throw=laid))
        else:
            camera.lay(Laid(cards={DRAWN: f"{self.memo['game'][:3]}-{laid}"}, throw=laid))

    def _answered(self, field: str, value: Any) -> None:
        refusal = self.presenter.content.answer(field, value)
        if refusal is not None:
            self.kiosk.toast(self.words(refusal.message), "refusal")
        at = self.side.scroll_y
        self.rebuild()
        self.side.scroll_y = at

    def _again(self) -> None:
        self.presenter.drop()
        self._asks_on()

    def _keep(self) -> None:
        self.carry_out(self.presenter.keep, self._kept)

    def _keep_as(self, name: str) -> None:
        self.kiosk.close_sheet()
        self.carry_out(partial(self.presenter.keep_as, name), self._kept)

    def _kept(self, _: str | None) -> None:
        self.kiosk.sound.cue("touch")
        self._asks_on()

    def _asks_on(self) -> None:
        self._prompt()
        self.rebuild()

    def _entered(self) -> None:
        """Lists the cards that are entered and have no photo yet: this is one of them."""
        buttons = [
            PushButton(
                self.look, self.words(entity.named()) or name, partial(self._keep_as, name), align="left"
            )
            for name, entity in self.presenter.without_photo().items()
        ]
        self.kiosk.open_sheet(self.tell("entered"), *buttons)

    def _turn(self) -> None:
        """Turns the photo of a tile: by half, a square one by a quarter."""
        taken = self.presenter.taken
        assert taken is not None
        self.memo["taken"] = _turned(taken)
        self._opened = None
        self.rebuild()

    def _use(self) -> None:
        """Lays the photo under the grid of the tile."""
        assert self.presenter.taken is not None
        self.memo["into"]["trace"] = self.presenter.taken.jpeg
        self.kiosk.back()


def _is_name(question: Question) -> bool:
    """Tells whether a question asks for a name: those come last, as each card has a number for a name."""
    return question.id.startswith("label.")


def _opened(taken: TakenPhoto) -> Picture:
    return shown(Picture(taken.width, taken.height, taken.jpeg, _number(taken), is_jpeg=True))


def _number(taken: TakenPhoto) -> int:
    """Returns a number that no frame of a camera has."""
    return -2 - taken.number


def _turned(taken: TakenPhoto) -> TakenPhoto:
    image = unpacked(taken.jpeg)
    is_square = 0.8 < image.width / image.height < 1.25
    turned = image.rotate(90 if is_square else 180, expand=True)
    packed = BytesIO()
    turned.save(packed, "JPEG", quality=QUALITY)
    return TakenPhoto(taken.number, packed.getvalue(), turned.width, turned.height, taken.notes)
