"""Rounds played before a drawn camera, with pictures of real cards and dice laid beside the board.

Hands lay cards face down, turn them over, throw a die and move figures; what is entered comes from the camera
alone, confirmed by the dice button or by waiting. Where that does not come about, the truth is entered and
counted as a touch.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace as changed

from companion.core.errors import Illegal
from companion.core.message import literal
from companion.games.registry import find_game
from companion.i18n import Translator
from companion.night.night import Night
from companion.ports.camera import EyeHealth
from companion.ports.places import BACK, DRAWN, Places, card_place
from companion.ports.reading import SeenCard
from companion.ports.watch import Laid
from kiosk.camera.camera import Camera
from kiosk.camera.places import PlaceFiles
from kiosk.camera.tables import TableFiles
from kiosk.night.session import Session
from kiosk.preferences import Preferences
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.presenters.table.read import FEW, ready
from tests.vision.card_scenes import Picture, read_cards_of
from vision.capture.simulated import SimulatedTable
from vision.picture import read_picture
from vision.read.deck import Deck, teach_card
from vision.read.live import PlaceReader
from vision.read.taught import complaints_about
from vision.render.beside import TRAY, TRAY_PX_A_MM, lay_flat
from vision.render.cards import draw_card, photo_of
from vision.see import Seer

PLAYERS = ["Ana", "Bo", "Cy", "Di"]
SIZE = (1600, 900)
NOISE = 2.5
DIE_MM = 18.0
NOISES = 8
SAYS_WHY = bool(os.environ.get("COMPANION_WHY"))
"""Whether each entry by touch is printed with its reason."""


@dataclass
class Pictures:
    """Real pictures for a game's cards and for dice, each apart from the photo that it is known by."""

    deck: Deck
    faces: dict[str, Picture]
    dice: dict[int, list[Picture]]
    names: dict[str, str]
    """Which real card each one looks like."""

    def card(self, name: str) -> Picture:
        return self.faces[name] if name in self.faces else draw_card(name)


def real_pictures(photos: Path, names: list[str], others: list[str], seed: int) -> Pictures:
    """Gives each named card the looks of a card of the real deck; others, and the back, are drawn.

    A card whose taught photo the camera asks to take again is left out, since there is no other one.
    """
    cards = read_cards_of(photos / "cards" / "seen")
    photo = {name: read_picture(photos / "cards" / "taught" / f"{name}.jpg") for name in cards}
    good = [name for name in sorted(cards) if not complaints_about(teach_card(name, photo[name]))]
    shuffled = [str(name) for name in np.random.default_rng(seed).permutation(good)]
    worn = dict(zip(names, shuffled, strict=False))
    drawn = [name for name in (*names, *others, BACK) if name not in worn]
    taught = [teach_card(name, photo[real]) for name, real in worn.items()]
    taught += [teach_card(name, photo_of(draw_card(name))) for name in drawn]
    faces = {name: cards[real] for name, real in worn.items()}
    return Pictures(Deck(taught), faces, _real_dice(photos / "dice"), worn)


def _real_dice(folder: Path) -> dict[int, list[Picture]]:
    """Cuts dice out of the photos that nothing was learned from."""
    from tests.vision.dice_photos import LABELS, _labels, kept_apart

    truth, right = json.loads((folder / "gt_train.json").read_text()), json.loads(LABELS.read_text())
    dice: dict[int, list[Picture]] = {value: [] for value in range(1, 7)}
    for name in kept_apart(folder):
        picture = read_picture(folder / name)
        for x, y, side, value in _labels(truth[name]["dice"], right.get(name, {})):
            half = round(0.62 * side)
            left, top = round(x) - half, round(y) - half
            if (
                min(left, top) >= 0
                and left + 2 * half < picture.shape[1]
                and top + 2 * half < picture.shape[0]
            ):
                dice[value].append(picture[top : top + 2 * half, left : left + 2 * half])
    return dice


@dataclass
class Tally:
    """What was entered how."""

    turns: int = 0
    untouched: int = 0
    rounds: int = 0
    entries: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    """Why something had to be entered by touch."""

    def miss(self, kind: str, why: str, detail: str = "") -> None:
        """Counts an entry by touch."""
        self.entries[f"{kind}, touched"] += 1
        self.reasons[f"{kind}: {why}"] += 1
        if SAYS_WHY:
            print(f"round {self.rounds}, {kind}: {why} {detail}", flush=True)


class TableInPictures:
    """One night whose camera is shown drawn boards with real cards and dice."""

    def __init__(self, make: Callable[[list[str], list[str]], Pictures], seed: int, tally: Tally) -> None:
        self.random = np.random.default_rng(seed)
        self.tally = tally
        self.session = Session(Night.create(find_game("rayman"), {"players": PLAYERS}))
        table = TableFiles(self.session, "simulated").practice()
        assert table is not None
        places = PlaceFiles(self.session, "simulated").around(table)
        assert places is not None
        self.places: Places = places
        hands = [str(option.value) for choice in self._picks() for option in choice.asks[0].options]
        self.pictures = make(hands, [str(token) for token in self.session.state.tokens])
        self.drawing = SimulatedTable(table, lambda: self.scene, size=SIZE, seed=seed)
        self.drawing.lay_places(places, self.pictures.card)
        self.seer = Seer(table, remembers_lens=True)
        self.reader = PlaceReader(places, self.pictures.deck)
        self.camera = Camera(lambda act: act(), lambda: None)
        self.camera.session, self.camera.places = self.session, places
        good = EyeHealth("good", literal(""))
        eye: Any = SimpleNamespace(health=lambda: good, latest_jpeg=lambda: None, table=table)
        self.camera.eye = eye
        self.waiting: list[Callable[[], Any]] = []
        desk = Desk(camera=self.camera, preferences=Preferences())
        desk.later = lambda act, after_s: self.waiting.append(act)
        self.presenter = TablePresenter(self.session, Translator("en"), desk=desk)
        self.session.listeners.append(self._night_changed)
        self.scene: dict[str, str] = {}
        self.laid = Laid()
        self.touched: set[str] = set()
        shape = (SIZE[1], SIZE[0], 3)
        self.noises = [self.random.normal(0, NOISE, shape).astype(np.float32) for _ in range(NOISES)]
        self._put_back()

    def _night_changed(self) -> None:
        """Does what the table's panel does: what lies there already answers nothing new."""
        self.presenter.night_changed()
        self.presenter.witness.places.follow(self.session, self.camera.reading)

    def _picks(self) -> list[Any]:
        return [one for one in self.session.view().choices if one.group == "secret" and one.asks]

    def _put_back(self) -> None:
        self.scene = dict(self.session.game.expected_scene(self.session.state).figures)

    # The camera.

    def look(self) -> None:
        """Shows the present table to the camera, twice with other noise."""
        picture = self.drawing._draw((self.scene, replace_dice(self.laid)))
        if self.laid.dice and self.places.tray is not None and self.drawing._camera is not None:
            tint = np.array(self.drawing._base.light[::-1], np.float32)
            tray = self._tray(self.laid.dice)
            lay_flat(picture, self.drawing._camera, tray, np.array(self.places.tray), tint)
        looks = tuple(self._noisy(picture) for _ in range(2))
        seen = self.seer.look(looks[0])
        if seen.fit is not None:
            fit, scale = seen.fit, seen.scale
            self.camera.reading = self.reader.read(looks, lambda points: fit.to_picture(points) / scale)
            while self.reader.is_unsure:
                self.camera.reading = self.reader.read(
                    (self._noisy(picture),), lambda points: fit.to_picture(points) / scale
                )
        self.camera._saw(seen.sighting)
        self.presenter.look_around()

    def _noisy(self, picture: Picture) -> Picture:
        """Returns a frame of what is before the camera; no two are the same."""
        noise = self.noises[int(self.random.integers(NOISES))]
        shifted = np.roll(noise, int(self.random.integers(SIZE[1])), 0)
        return cv2.add(picture, shifted, dtype=cv2.CV_8U)

    def _tray(self, values: tuple[int, ...]) -> Picture:
        corners = np.array(self.places.tray)
        side = round(float(np.linalg.norm(corners[1] - corners[0])) * TRAY_PX_A_MM)
        random = np.random.default_rng(self.laid.throw)
        tray = np.clip(random.normal(TRAY, 5, (side, side, 3)), 0, 255).astype(np.uint8)
        die_px = round(DIE_MM * TRAY_PX_A_MM * 1.24)
        for index, value in enumerate(values):
            pictures = self.pictures.dice[value]
            die = cv2.resize(pictures[int(random.integers(len(pictures)))], (die_px, die_px))
            x = 40 + index * (die_px + 30) + int(random.integers(30))
            y = 40 + int(random.integers(side - die_px - 80))
            tray[y : y + die_px, x : x + die_px] = die
        return tray

    # What hands do.

    def play_round(self) -> None:
        """Plays on to the end of the round."""
        start = self.session.view().round
        self.touched = set()
        for _ in range(60):
            view = self.session.view()
            if view.is_over or view.round != start:
                break
            if view.dice is not None:
                self._throw(len(view.dice.dice))
            elif any(choice.group == "chance" for choice in view.choices):
                self._draw_token()
            elif self._picks():
                self._lay_cards()
            else:
                self._turn()
        self.tally.rounds += 1
        self.tally.turns += len(PLAYERS)
        self.tally.untouched += len(PLAYERS) - len(self.touched)

    def _enter(self, kind: str, who: str, truth: list[Any], press: bool = True) -> None:
        """Lets the camera enter something; else enters the truth by touch."""
        before = self.session.night.position
        if press:
            self.presenter.confirm_seen()
        else:
            waiting, self.waiting = self.waiting, []
            for act in waiting:
                act()
        if self.session.night.position == before:
            self.tally.miss(kind, *self._why())
            self.touched.add(who)
            self.presenter.drop()
            self.session.submit(*truth)
        else:
            self.tally.entries[kind] += 1

    def _why(self) -> tuple[str, str]:
        """Says why the camera entered nothing."""
        offer, seen = self.presenter.offer, self.camera.sighting
        if offer is not None:
            return f"offered, for a {offer.confirmed_by}", f"{offer.way} {self.camera.reading}"
        if seen is None or not seen.registered:
            return "no board", str(seen)
        if seen.unsure or seen.unseen:
            return "figure unsure" if seen.unsure else "figure unseen", f"{seen} {self.scene}"
        view = self.session.view()
        detail = f"{view.prompt} {[choice.label for choice in view.choices]} {self.presenter.refusal}"
        if self.presenter.witness.moves.disagreement is not None:
            return "against the rules", f"{self.presenter.witness.moves.disagreement} {self.scene}"
        return "nothing offered", f"{detail} {self.camera.reading} {seen}"

    def _why_cards(self, cards: dict[str, str], seat: int) -> tuple[str, str]:
        """Says why a player's cards were not entered."""
        assert self.camera.reading is not None
        seen = {
            cards[place]: self.camera.reading.cards[place]
            for place in (card_place(seat, number) for number in (1, 2))
        }
        real = self.pictures.names
        detail = {
            real.get(name, name): [real.get(each, each) for each in one.among] for name, one in seen.items()
        }
        first = next(one for name, one in seen.items() if one.card != name)
        return f"{'back' if first.is_back else len(first.among)} seen", str(detail)

    def _is_unread(self, places: list[str], truth: list[str], hand: set[str]) -> bool:
        """Tells whether a player's cards were not read, given what the hand holds."""
        reading = self.camera.reading
        if reading is None:
            return True
        among = [reading.cards[place].among for place in places]
        possible = [[name for name in each if name in hand] for each in among]
        return possible != [[name] for name in truth] or any(len(each) > FEW for each in among)

    def _lay_cards(self) -> None:
        seats = {player.id: player.seat + 1 for player in self.session.view().players}
        picks = self._picks()
        chosen = {
            one.player: [
                str(name) for name in self.random.choice([o.value for o in one.asks[0].options], 2, False)
            ]
            for one in picks
        }
        backs = {card_place(seats[player], number): BACK for player in chosen for number in (1, 2)}
        self.laid = changed(self.laid, cards=backs)
        self.look()
        seen = len(ready(self.session.view(), self.camera.reading))
        self.tally.entries["ready"] += seen
        self.tally.entries["ready, unseen"] += len(picks) - seen
        cards = {
            card_place(seats[player], number + 1): name
            for player, pair in chosen.items()
            for number, name in enumerate(pair)
        }
        self.laid = changed(self.laid, cards=cards)
        self.look()
        truth = [
            {**one.command, "left": chosen[one.player][0], "right": chosen[one.player][1]} for one in picks
        ]
        unread = [
            one.player
            for one in picks
            if self._is_unread(
                [card_place(seats[one.player], number) for number in (1, 2)],
                chosen[one.player],
                {str(option.value) for option in one.asks[0].options},
            )
        ]
        offer = self.presenter.offer
        self._count_misread(cards)
        before = self.session.night.position
        self.presenter.confirm_seen()
        if self.session.night.position == before:
            self.touched |= set(unread)
            for player in unread:
                self.tally.miss("cards", *self._why_cards(cards, seats[player or ""]))
            self.tally.entries["cards"] += len(chosen) - len(unread)
            self.presenter.drop()
            self.session.submit(*truth)
            self.session.submit({"command": "Reveal"})
            return
        self.tally.entries["cards"] += len(chosen)
        assert offer is not None
        entered = {
            one["player"]: one for one in offer.way.commands if isinstance(one, dict) and "left" in one
        }
        for one in truth:
            if entered.get(one["player"]) != one:
                self.tally.wrong.append(f"{one} entered as {entered.get(one['player'])}")

    def _count_misread(self, cards: dict[str, str]) -> None:
        """Counts cards that are taken for others, also where the player's hand tells that they are not."""
        for place, name in cards.items():
            seen = self.camera.reading.cards[place] if self.camera.reading is not None else SeenCard()
            if seen.card not in ("", name):
                self.tally.entries["cards, misread"] += 1

    def _throw(self, count: int) -> None:
        values = tuple(int(value) for value in self.random.integers(1, 7, count))
        who = self.session.view().prompt.player or "the round"
        self.laid = changed(self.laid, dice=values, throw=self.laid.throw + 1)
        self.look()
        offer = self.presenter.offer
        is_sure = offer is not None and offer.names and offer.confirmed_by != "touch"
        if offer is not None and is_sure and sorted(offer.way.commands[0]["faces"]) != sorted(values):
            self.tally.wrong.append(f"{values} read as {offer.way.commands[0]['faces']}")
        self._enter("dice", who, [{"command": "RollDice", "faces": list(values)}])

    def _draw_token(self) -> None:
        outcomes = [one for one in self.session.view().choices if one.group == "chance"]
        choice = outcomes[int(self.random.integers(len(outcomes)))]
        card = str(choice.command["card"])
        who = self.session.view().prompt.player or ""
        self.laid = changed(
            self.laid, cards={name: one for name, one in self.laid.cards.items() if name != DRAWN}
        )
        self.look()
        self.laid = changed(self.laid, cards={**self.laid.cards, DRAWN: card})
        self.look()
        offer = self.presenter.offer
        is_sure = offer is not None and offer.names and offer.confirmed_by != "touch"
        if offer is not None and is_sure and offer.way.commands[0]["card"] != card:
            self.tally.wrong.append(f"{card} read as {offer.way.commands[0]['card']}")
        self._enter("draws", who, [choice.command])

    def _turn(self) -> None:
        """Moves the figure whose turn it is to a space in its reach, and ends the turn."""
        session = self.session
        who, figure = session.view().prompt.player or "", session.figure
        lit = session.lit_view().board.lit if session.view().board is not None else ()  # type: ignore[union-attr]
        spaces = [space for space in lit if space != self.scene.get(figure)]
        while spaces:
            space = spaces.pop(int(self.random.integers(len(spaces))))
            try:
                truth = session.game.ways_to(session.state, figure, space)[0]
            except Illegal:
                self.tally.entries["lit without a way"] += 1
                continue
            if not truth.goes_on:
                break
        else:
            self._end(who)
            return
        self.scene[figure] = space
        self.look()
        before = session.night.position
        # Every other seen move that may be is confirmed by waiting, the others by the button.
        offer = self.presenter.offer
        waits = offer is not None and offer.confirmed_by == "time" and bool(self.random.integers(2))
        self._enter("moves", who, list(truth.commands), press=not waits)
        now = session.game.expected_scene(session.state).figures.get(figure)
        if session.night.position != before and now != space:
            self.tally.wrong.append(f"{figure} to {space}, recorded at {now}")
        self._put_back()
        if session.view().prompt.player == who and session.view().phase == "turns":
            self._end(who)

    def _end(self, who: str) -> None:
        """Ends the turn by the dice button."""
        self.look()
        view = self.session.view()
        if view.dice is not None or any(choice.group == "chance" for choice in view.choices):
            return
        ends = [one for one in view.choices if one.group == "main" and not one.asks and one.space is None]
        if ends:
            self._enter("ends", who, [ends[-1].command])
            return
        legal = self.session.game.legal_commands(self.session.state)
        self._enter("forced", who, [legal[0]])


def replace_dice(laid: Laid) -> Laid:
    """Returns what lies there without the dice, whose real pictures are laid over the tray."""
    return changed(laid, dice=())
