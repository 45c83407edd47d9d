"""`companion kiosk` and `companion shots`: the touchscreen, and pictures of every screen of it."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import Language
from companion.core.errors import Invalid
from companion.core.message import say
from companion.i18n import LANGUAGES, words
from kiosk.preferences import Preferences, PreferencesFile

if TYPE_CHECKING:
    from kiosk.night.session import Session


class Size(click.ParamType):
    """A window's size, `800x480`."""

    name = "WxH"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Reads width and height."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", value)
        if match is None:
            raise Invalid(say("kiosk.bad_size", value=value))
        return int(match[1]), int(match[2])


@click.command()
@click.option("--size", type=Size(), default="800x480", show_default=True, help="Size of the window.")
@click.option("--rotation", type=click.Choice(["0", "90", "180", "270"]), help="Turn of the screen.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of the screen.")
@click.option(
    "--night", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A night to carry on."
)
@click.option("--resume", is_flag=True, help="Carry on the newest night, unless it is over.")
@click.option("--demo", is_flag=True, help="Play a demo night by itself.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default="out", help="Where pictures go."
)
def kiosk(
    size: tuple[int, int],
    rotation: str | None,
    language: str | None,
    night: Path | None,
    resume: bool,
    demo: bool,
    out: Path,
) -> None:
    """Open the touchscreen: full screen on a Raspberry Pi, in a window elsewhere.

    Where there is no display, it plays the demo night by itself on a virtual one and leaves numbered
    pictures and the report in the folder of --out.

    \b
    Example:
      companion kiosk --size 1280x720 --demo
    """
    from kiosk.machine.display import has_display, virtual_display
    from kiosk.night.session import Session

    file = PreferencesFile()
    preferences = file.load()
    if language:
        preferences.language = language
    if rotation:
        preferences.rotation = int(rotation)  # type: ignore[assignment]
    if has_display():
        session = Session.resume(night) if night else _interrupted_night() if resume and not demo else None
        _open(size, file, preferences, session, is_demo=demo)
        return
    with virtual_display(*size):
        _play_alone(size, preferences, out)


def _interrupted_night() -> Session | None:
    """Goes on with what a power cut may have ended; what cannot be carried on is left to the home screen."""
    from companion.core.errors import Refusal
    from kiosk.night.files import newest_first
    from kiosk.night.session import Session
    from kiosk.presenters.home import NightCard, read_card

    newest = next(iter(newest_first()), None)
    card = read_card(newest) if newest is not None else None
    if not isinstance(card, NightCard) or card.is_over:
        return None
    try:
        return Session.resume(card.path)
    except (Refusal, OSError):
        return None


def _open(
    size: tuple[int, int],
    file: PreferencesFile,
    preferences: Preferences,
    session: Session | None,
    *,
    is_demo: bool,
) -> None:
    from kiosk.machine.window import is_raspberry_pi, prepare

    prepare(*size, is_fullscreen=is_raspberry_pi())
    from kiosk.app import Kiosk
    from kiosk.show.demo import demo_session
    from kiosk.show.tour import Tour, watch

    if is_demo and session is None:
        session = demo_session(is_lively=True)
    app = Kiosk(file, preferences=preferences, session=session, first_panel="table" if session else "home")
    app.dice_box.open()
    if is_demo and session is not None:
        showing = Tour(app, watch(app))
        showing.on_end = lambda: None
        showing.start()
    app.run()


def _play_alone(size: tuple[int, int], preferences: Preferences, out: Path) -> None:
    from kiosk.machine.window import prepare

    prepare(*size)
    from kiosk.app import Kiosk
    from kiosk.show.photographer import Photographer
    from kiosk.show.tour import Tour, picture_book

    app = Kiosk(preferences=preferences)
    photographer = Photographer(out)
    Tour(app, picture_book(app, out), photographer).start()
    app.run()
    language = Language.chosen
    click.echo(words(say("kiosk.left_pictures", count=len(photographer.taken), folder=str(out)), language))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--quick", is_flag=True, help="Only 800x480 at the usual text size.")
def shots(folder: Path, quick: bool) -> None:
    """Draw every panel in every language, size and text size into FOLDER, and check the words.

    Exits with 1 where words are cut off or overlap, and names the panel.

    \b
    Example:
      companion shots out/shots
    """
    from kiosk.machine.display import has_display, virtual_display

    with ExitStack() as stack:
        if not has_display():
            stack.enter_context(virtual_display())
        from kiosk.show.shots import draw_all

        faults = draw_all(folder, is_quick=quick)
    for fault in faults:
        click.echo(fault)
    if faults:
        raise SystemExit(1)
