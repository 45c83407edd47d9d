"""Rounds played before a drawn camera, with pictures of real cards and dice laid beside the board.

Hands lay cards face down, turn them over, throw a die and move figures; what is entered comes from the camera
alone, confirmed by the dice button or by waiting. Where that does not come about, the truth is entered and
counted as a touch.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace as changed

from companion.core.message import literal
from companion.games.registry import find_game
from companion.i18n import Translator
from companion.night.night import Night
from companion.ports.camera import EyeHealth
from companion.ports.places import BACK, DRAWN, Places, card_place
from companion.ports.watch import Laid
from kiosk.camera.camera import Camera
from kiosk.camera.places import PlaceFiles
from kiosk.camera.tables import TableFiles
from kiosk.night.session import Session
from kiosk.preferences import Preferences
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.presenter import TablePresenter
from tests.vision.card_scenes import Picture, read_cards_of
from vision.capture.simulated import SimulatedTable
from vision.picture import read_picture
from vision.read.deck import Deck, teach_card
from vision.read.live import PlaceReader
from vision.render.beside import TRAY, TRAY_PX_A_MM, lay_flat
from vision.render.cards import draw_card, photo_of
from vision.see import Seer

PLAYERS = ["Ana", "Bo", "Cy", "Di"]
SIZE = (1600, 900)
NOISE = 2.5
DIE_MM = 18.0


@dataclass
class Pictures:
    """Real pictures for a game's cards and for dice, each apart from the photo that it is known by."""

    deck: Deck
    faces: dict[str, Picture]
    dice: dict[int, list[Picture]]

    def card(self, name: str) -> Picture:
        return self.faces[name] if name in self.faces else draw_card(name)


def real_pictures(photos: Path, names: list[str], others: list[str]) -> Pictures:
    """Gives each named card the looks of a card of the real deck; others, and the back, are drawn."""
    cards = read_cards_of(photos / "cards" / "seen")
    worn = dict(zip(names, cards, strict=False))
    assert len(worn) == len(names), "more cards than whole photos of them"
    taught = [
        teach_card(name, read_picture(photos / "cards" / "taught" / f"{real}.jpg"))
        for name, real in worn.items()
    ]
    taught += [teach_card(name, photo_of(draw_card(name))) for name in (*others, BACK)]
    return Pictures(
        Deck(taught), {name: cards[real] for name, real in worn.items()}, _real_dice(photos / "dice")
    )


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
        self.session.listeners.append(self.presenter.night_changed)
        self.scene: dict[str, str] = {}
        self.laid = Laid()
        self.touched: set[str] = set()
        self._put_back()

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
        looks = tuple(
            np.clip(picture + self.random.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
            for _ in range(2)
        )
        seen = self.seer.look(looks[0])
        if seen.fit is not None:
            fit, scale = seen.fit, seen.scale
            self.camera.reading = self.reader.read(looks, lambda points: fit.to_picture(points) / scale)
        self.camera._saw(seen.sighting)
        self.presenter.look_around()

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
            self.tally.entries[f"{kind}, touched"] += 1
            self.touched.add(who)
            self.presenter.drop()
            self.session.submit(*truth)
        else:
            self.tally.entries[kind] += 1

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
        ready = len(self.presenter.beside.ready(self.session, self.camera.reading))
        self.tally.entries["ready"] += ready
        self.tally.entries["ready, unseen"] += len(picks) - ready
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
        reading = self.camera.reading
        unread = [
            player
            for player in chosen
            if reading is None
            or any(reading.cards[card_place(seats[player], n)].card != chosen[player][n - 1] for n in (1, 2))
        ]
        for place, name in cards.items():
            seen = reading.cards[place] if reading is not None else None
            if seen is not None and seen.card and seen.card != name:
                self.tally.wrong.append(f"{name} read as {seen.card}")
        before = self.session.night.position
        self.presenter.confirm_seen()
        if self.session.night.position == before:
            self.touched |= set(unread)
            self.tally.entries["cards, touched"] += len(unread)
            self.tally.entries["cards"] += len(chosen) - len(unread)
            self.presenter.drop()
            self.session.submit(*truth)
            self.session.submit({"command": "Reveal"})
        else:
            self.tally.entries["cards"] += len(chosen)

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
            with_chance = session.game.ways_to(session.state, figure, space)[0].goes_on
            if not with_chance:
                break
        else:
            self._end(who)
            return
        truth = session.game.ways_to(session.state, figure, space)[0]
        self.scene[figure] = space
        self.look()
        before = session.night.position
        # Every other seen move is confirmed by waiting, the others by the button.
        self._enter(
            "moves", who, list(truth.commands), press=bool(self.random.integers(2)) or not self.waiting
        )
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
