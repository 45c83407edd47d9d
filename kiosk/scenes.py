"""Every screen of the kiosk, one after the other, in a state worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.blocks import View
from kiosk.app import PANELS, Kiosk
from kiosk.demo import demo_session, play_on
from kiosk.presenters.cards import CardsPresenter
from kiosk.session import Session


def scenes(kiosk: Kiosk) -> Iterator[str]:
    """Opens one screen after the other and yields its name once it is up."""
    kiosk.open_root("home")
    yield "home"
    kiosk.open("setup")
    assert kiosk.panel is not None
    for page in kiosk.panel.presenter.pages():
        kiosk.panel.go_to(page)
        yield f"setup-{page}"
    session = demo_session()
    kiosk.use(session)
    _play_to(session, lambda view: any(choice.group == "secret" for choice in view.choices))
    kiosk.open_root("table")
    yield "table-choose"
    kiosk.open("cards")
    yield "cards"
    kiosk.replace("cards", player=CardsPresenter(session).waiting()[0], picked=[])
    yield "cards-hand"
    _play_to(session, lambda view: bool(view.pool and view.board and view.board.lit))
    yield from _turn(kiosk, session)
    _play_to(session, lambda view: any(line.tone == "hit" for line in view.log))
    kiosk.open_root("table")
    yield "table-hit"
    for name in PANELS:
        if name not in ("home", "setup", "table", "cards"):
            kiosk.open_root("home")
            kiosk.open(name)
            yield name
    kiosk.show_broken(RuntimeError("example"))
    yield "broken"


def _turn(kiosk: Kiosk, session: Session) -> Iterator[str]:
    kiosk.open_root("table")
    yield "table-turn"
    board = session.view().board
    assert board is not None
    assert kiosk.panel is not None
    kiosk.panel.touch_space(board.lit[-1])
    yield "table-way"
    kiosk.close_sheet()
    unlit = next(space.id for space in board.spaces if space.id not in board.lit)
    kiosk.panel.touch_space(unlit)
    yield "table-refusal"
    kiosk.panel.show_menu()
    yield "menu"
    kiosk.open_root("dispute", turn=None, space=board.lit[-1])
    yield "dispute-legal"
    kiosk.open_root("dispute", turn=None, space=unlit)
    yield "dispute-illegal"


def _play_to(session: Session, is_there: Callable[[View], bool], most: int = 600) -> None:
    for count, _ in enumerate(play_on(session)):
        if is_there(session.view()) or count > most:
            return
