"""Every screen of the kiosk, one after the other, in a state worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.announcements import announcements_of
from companion.core.blocks import View
from companion.games.registry import GAMES, find_game
from companion.night.night import Night
from kiosk.app import PANELS, Kiosk
from kiosk.night.session import Session
from kiosk.panels.table.panel import TablePanel
from kiosk.pilot.hands import Hands
from kiosk.pilot.pilot import Pilot
from kiosk.presenters.cards import CardsPresenter
from kiosk.presenters.moments import MomentScreen, moment_screen
from kiosk.show import camera_screens
from kiosk.show.demo import demo_setup

MOST_TOUCHES = 600
FOR_PICTURES_S = 600.0
"""How long a card stays for its picture."""

MOMENTS: dict[str, Callable[[View], bool]] = {
    "choose": lambda view: any(choice.group == "secret" for choice in view.choices),
    "turn": lambda view: bool(view.pool and view.board and view.board.lit),
    "hit": lambda view: any(line.tone == "hit" for line in view.log),
}
"""States worth a picture, in the order in which a night comes to them."""


def in_memory(game_id: str) -> Session:
    """Begins a demo night without a file, which can be put away and taken up again."""
    return Session(Night.create(find_game(game_id), demo_setup(game_id)))


class Screens:
    """Has a demo night of every game played to its moments, then goes back to them for every picture."""

    def __init__(self) -> None:
        self.session, *self._others = [in_memory(game) for game in GAMES]
        self._stops: dict[str, int] = {}

    def play(self, hands: Hands) -> Iterator[None]:
        """Plays by touches until every moment was there; yields after each."""
        for session in self._others:
            yield from self._play_to_turn(hands, session)
        hands.kiosk.use(self.session)
        hands.kiosk.open_root("table")
        hands.frames(3)
        playing = Pilot(hands).play_on()
        before = hands.touches
        while hands.touches - before < MOST_TOUCHES:
            for name, is_there in MOMENTS.items():
                if name not in self._stops and is_there(self.session.lit_view()):
                    self._stops[name] = self.session.night.position
            if len(self._stops) == len(MOMENTS):
                return
            next(playing)
            yield
        raise RuntimeError(f"not seen after {MOST_TOUCHES} touches: {sorted(MOMENTS.keys() - self._stops)}")

    def _play_to_turn(self, hands: Hands, session: Session) -> Iterator[None]:
        """Plays until somebody can touch a space to go to."""
        hands.kiosk.use(session)
        hands.kiosk.open_root("table")
        hands.frames(3)
        playing = Pilot(hands).play_on()
        while not MOMENTS["turn"](session.lit_view()):
            next(playing)
            yield

    def _at(self, moment: str) -> Session:
        self.session.jump(self._stops[moment], agreed=True)
        self.session.lit_view()
        return self.session

    def walk(self, kiosk: Kiosk) -> Iterator[str]:
        """Opens one screen after the other and yields its name once it is up."""
        kiosk.open_root("home")
        yield "home"
        kiosk.open("setup")
        assert kiosk.panel is not None
        for page in kiosk.panel.presenter.pages():
            kiosk.panel.go_to(page)
            yield f"setup-{page}"
        self._at("choose")
        kiosk.open_root("table")
        yield "table-choose"
        kiosk.open("cards")
        yield "cards"
        kiosk.replace("cards", player=CardsPresenter(self.session).waiting()[0], picked=[])
        yield "cards-hand"
        yield from self._turn(kiosk)
        self._at("hit")
        kiosk.open_root("table")
        yield "table-hit"
        yield from self._moments(kiosk)
        yield from self._other_games(kiosk)
        for name in PANELS:
            if name not in ("home", "setup", "table", "cards", "dispute", *camera_screens.PANELS):
                kiosk.open_root("home")
                kiosk.open(name)
                yield name
        kiosk.open_root("rules", chapter="slap")
        yield "rules-chapter"
        kiosk.open_root("rules", shows_icons=True)
        yield "rules-icons"
        yield from camera_screens.walk(kiosk)
        yield from self._tile(kiosk)
        kiosk.show_broken(RuntimeError("example"))
        yield "broken"

    def _moments(self, kiosk: Kiosk) -> Iterator[str]:
        """Shows the longest card of each kind that the night has brought."""
        longest: dict[str, MomentScreen] = {}
        for state in self.session.night.states():
            view = self.session.game.view(state)
            for told in announcements_of(view.log):
                card = moment_screen(told, view, kiosk.words)
                known = longest.get(card.kind)
                if known is None or len("".join(card.sentences)) > len("".join(known.sentences)):
                    longest[card.kind] = card
        for kind, card in longest.items():
            kiosk.moments.show([card], FOR_PICTURES_S)
            yield f"moment-{kind}"
        kiosk.moments.dismiss()

    def _other_games(self, kiosk: Kiosk) -> Iterator[str]:
        """Shows a turn of every other game: near, far, and with a way that is offered."""
        for session in self._others:
            kiosk.use(session)
            kiosk.open_root("table")
            name = session.game.manifest.id
            yield f"{name}-turn"
            assert isinstance(kiosk.panel, TablePanel)
            kiosk.panel.go_far()
            yield f"{name}-far"
            kiosk.panel.come_near()
            board = session.lit_view().board
            assert board is not None
            kiosk.panel.touch_space(board.lit[-1])
            yield f"{name}-way"
        kiosk.use(self.session)

    def _turn(self, kiosk: Kiosk) -> Iterator[str]:
        self._at("turn")
        kiosk.open_root("table")
        yield "table-turn"
        assert isinstance(kiosk.panel, TablePanel)
        kiosk.panel.go_far()
        yield "table-far"
        kiosk.panel.come_near()
        board = self.session.lit_view().board
        assert board is not None
        assert kiosk.panel is not None
        kiosk.panel.touch_space(board.lit[-1])
        yield "table-way"
        kiosk.close_sheet()
        named = {choice.space for choice in self.session.view().choices}
        unlit = next(space.id for space in board.spaces if space.id not in {*board.lit, *named})
        kiosk.panel.touch_space(unlit)
        yield "table-refusal"
        kiosk.panel.show_menu()
        yield "menu"
        kiosk.open_root("dispute", turn=None, space=board.lit[-1])
        yield "dispute-legal"
        kiosk.open_root("dispute", turn=None, space=unlit)
        yield "dispute-illegal"

    def _tile(self, kiosk: Kiosk) -> Iterator[str]:
        kiosk.open_root("content")
        panel = kiosk.panel
        assert panel is not None
        kind = panel.presenter.kinds()[0].value
        entity_id, entity = next(iter(panel.presenter.known(kind).items()))
        panel.begin(kind, entity_id, entity)
        yield "content-entity"
