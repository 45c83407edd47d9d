"""Cards that were taught by one photo each: drawn ones, and those of the real deck where it is there."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.card_scenes import Picture, half_of, paste, read_cards_of
from vision.picture import read_picture
from vision.read.cards import _lay_cards, _Reader, read_cards
from vision.read.deck import Deck, teach_card
from vision.read.glare import COVERED, FREE, Place, _blazing, _reaching_in, trusted_pixels
from vision.read.likeness import MOST_BESIDE_GLARE, MOST_UNEXPLAINED, ReadCard
from vision.read.outlines import find_quads
from vision.read.votes import unexplained


def drawn_card(number: int) -> Picture:
    """Draws a card of one design: a coloured rim, a number and spots that differ from card to card."""
    random = np.random.default_rng(number)
    colours = ((200, 60, 30), (40, 150, 40), (40, 40, 210), (20, 190, 220))
    card = np.full((270, 180, 3), colours[number % 4], np.uint8)
    cv2.ellipse(card, (90, 135), (70, 105), 0, 0, 360, (235, 235, 235), -1, cv2.LINE_AA)
    cv2.putText(card, str(number), (45, 165), cv2.FONT_HERSHEY_DUPLEX, 3.0, (30, 30, 30), 8, cv2.LINE_AA)
    for corner in ((10, 30), (130, 262)):
        cv2.putText(card, str(number), corner, cv2.FONT_HERSHEY_DUPLEX, 0.9, (250, 250, 250), 2, cv2.LINE_AA)
    for x, y in random.uniform((15, 40), (165, 230), (5, 2)):
        cv2.circle(card, (int(x), int(y)), 6, colours[(number + 1) % 4], -1, cv2.LINE_AA)
    return card


def photo_of(card: Picture, seed: int) -> Picture:
    """Lays a card on white paper and takes its photo."""
    random = np.random.default_rng(seed)
    photo = np.full((480, 480, 3), 205, np.float32) + random.normal(0, 3, (480, 480, 3))
    turn = cv2.getRotationMatrix2D((90, 135), random.uniform(-6, 6), 1.2)
    turn[:, 2] += (150, 105)
    mask = cv2.warpAffine(np.ones(card.shape[:2], np.uint8), turn, (480, 480))
    photo[mask > 0] = cv2.warpAffine(card, turn, (480, 480))[mask > 0]
    return cv2.GaussianBlur(np.clip(photo, 0, 255).astype(np.uint8), (0, 0), 0.7)


@pytest.fixture(scope="module")
def cards() -> dict[str, Picture]:
    return {f"card-{number}": drawn_card(number) for number in range(10, 18)}


@pytest.fixture(scope="module")
def deck(cards: dict[str, Picture]) -> Deck:
    return Deck([teach_card(name, photo_of(card, seed)) for seed, (name, card) in enumerate(cards.items())])


@pytest.mark.parametrize("seed", [1, 2])
def test_cards_in_one_picture_are_read_or_asked_about(
    cards: dict[str, Picture], deck: Deck, seed: int
) -> None:
    scene = paste(cards, 4, seed)
    read = read_cards(scene.picture, deck)
    right = 0
    for name, (corners, _) in scene.cards.items():
        near = [card for card in read if np.linalg.norm(card.corners.mean(0) - corners.mean(0)) < 40]
        assert all(card.among[0] == name for card in near if card.is_certain)
        right += any(card.is_certain for card in near)
    assert right >= 3


def test_the_only_taught_card_is_not_seen_in_another_one(cards: dict[str, Picture]) -> None:
    lone = Deck([teach_card("card-10", photo_of(cards["card-10"], 1))])
    scene = paste({"card-13": cards["card-13"]}, 1, 3)
    assert not any(card.is_certain for card in read_cards(scene.picture, lone))


def test_an_empty_table_has_no_cards(deck: Deck) -> None:
    assert read_cards(np.full((480, 640, 3), 128, np.uint8), deck) == []


def test_cards_of_a_real_deck_are_never_read_wrong(photos: Path) -> None:
    names = ["blue-3", "blue-8", "red-3", "green-3", "yellow-3", "red-6", "red-8", "red-9", "wild"]
    folder = photos / "cards"
    deck = Deck([teach_card(name, read_picture(folder / "taught" / f"{name}.jpg")) for name in names])
    right = 0
    for name in names:
        read = read_cards(read_picture(folder / "seen" / f"{name}.jpg"), deck)
        assert all(card.among == (name,) for card in read if card.is_certain)
        right += any(card.is_certain for card in read)
    assert right >= len(names) - 1


@pytest.mark.parametrize(
    "order", [("red-7", "green-0"), ("green-7", "green-0"), ("yellow-1", "blue-draw-two")]
)
def test_the_cards_of_a_real_deck_are_one_design_whichever_comes_first(
    photos: Path, order: tuple[str, str]
) -> None:
    names = (*order, "blue-2", "wild")
    taught = [teach_card(name, read_picture(photos / "cards/taught" / f"{name}.jpg")) for name in names]
    assert [len(design.names) for design in Deck(taught).designs] == [3, 1]


def test_a_print_in_two_pieces_is_found_by_its_colour_among_other_things() -> None:
    picture = np.full((800, 1280, 3), 225, np.uint8)
    cv2.rectangle(picture, (380, 250), (560, 510), (240, 240, 240), -1)  # the card with its light rim
    cv2.rectangle(picture, (395, 265), (545, 495), (40, 40, 200), -1)
    cv2.ellipse(picture, (470, 380), (85, 70), 0, 0, 360, (235, 235, 235), -1)  # parts the print
    cv2.rectangle(picture, (300, 100), (380, 700), (30, 30, 30), -1)  # something that lies against it
    cv2.rectangle(picture, (560, 300), (640, 380), (60, 160, 40), -1)
    middles = [quad.mean(0) for quad in find_quads(picture) if 28_000 < cv2.contourArea(quad) < 42_000]
    assert any(np.abs(middle - (470, 380)).max() < 6 for middle in middles)


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "read", *arguments])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_the_command_prints_a_line_an_image(
    tmp_path: Path, cards: dict[str, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    taught = tmp_path / "taught"
    taught.mkdir()
    for seed, (name, card) in enumerate(list(cards.items())[:4]):
        cv2.imwrite(str(taught / f"{name}.jpg"), photo_of(card, seed))
    image = tmp_path / "seen.png"
    cv2.imwrite(str(image), photo_of(cards["card-10"], 99))
    code, out, _ = run("cards", str(image), "--taught", str(taught), capsys=capsys)
    form = json.loads(out)
    assert (code, form["format"], [card["id"] for card in form["cards"]]) == (0, "cards/1", ["card-10"])
    assert np.array(form["cards"][0]["corners"]).shape == (4, 2)


def test_taught_photos_are_checked(
    tmp_path: Path, cards: dict[str, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("card-10", "card-11"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), photo_of(cards[name], 1))
    assert run("taught", str(tmp_path), capsys=capsys)[:2] == (0, "")
    cv2.imwrite(str(tmp_path / "card-12.png"), photo_of(cards["card-12"], 1)[:330])
    code, out, _ = run("taught", str(tmp_path), capsys=capsys)
    assert code == 1
    assert out == "card-12: The card is cut off: take it whole, with some of the ground around it.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cards", "x.png"), "either --taught FOLDER or --pack PACK"),
        (("cards", "x.png", "--taught", "nowhere"), "nowhere: no such folder"),
        (("cards", "x.png", "--taught", "."), "0 photos; 1 to 100 were expected"),
        (("dice", "nothing.png"), "nothing.png"),
    ],
)
def test_bad_input_is_said_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run(*arguments, capsys=capsys)
    assert code == 2
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("kind", ["cards", "dice"])
@pytest.mark.parametrize("what", ["a lit wall", "one card twice"])
def test_taught_photos_that_show_nothing_or_come_twice_are_refused(
    kind: str, what: str, tmp_path: Path, cards: dict[str, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    photo = photo_of(cards["card-10"], 1)
    cv2.imwrite(str(tmp_path / "card-10.png"), photo)
    if what == "a lit wall":
        wall = np.linspace(120, 230, 600)[:, None, None] * np.ones((600, 450, 3))
        cv2.imwrite(str(tmp_path / "wall.png"), wall.astype(np.uint8))
        said = "wall.png: hardly anything can be made out"
    else:
        cv2.imwrite(str(tmp_path / "card-10.jpg"), photo)
        said = "card-10.png: a second photo of card-10"
    image = str(tmp_path / "card-10.png")
    code, out, err = run(kind, image, "--taught", str(tmp_path), capsys=capsys)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_card_without_points_leaves_the_others_theirs(cards: dict[str, Picture]) -> None:
    taught = [teach_card(name, photo_of(cards[name], 1)) for name in ("card-10", "card-11")]
    bare = teach_card("bare", np.full((480, 480, 3), 180, np.uint8))
    for deck in (Deck([*taught, bare]), Deck([taught[0], bare, taught[1]])):
        points = taught[1].points
        assert [deck.names[one.index] for one in _lay_cards(points, deck)][:1] == ["card-11"]


def test_glare_outshines_a_card_and_another_print_does_not() -> None:
    patches = np.zeros((108, 72), np.uint8)
    patches[10:20, 10:20] = patches[80:90, 50:60] = 1
    is_brighter = np.zeros_like(patches, bool)
    is_brighter[14, 14] = is_brighter[50, 30] = True
    kept = _blazing(patches, is_brighter)
    assert kept[10:20, 10:20].all()
    assert not kept[21:].any()


def test_bright_print_apart_from_glare_stays_in_sight(cards: dict[str, Picture]) -> None:
    design = Deck([teach_card(name, photo_of(cards[name], 1)) for name in ("card-10", "card-11")]).designs[0]
    look = design.looks[0].astype(np.float32)
    everywhere = np.ones(look.shape[:2], bool)
    look[:, 8:16] = 255  # a streak of glare along one side
    look[150:166, 110:130] = 225  # where the card is coloured: another card's print
    trust = trusted_pixels(Place(np.eye(3), look, everywhere, ~everywhere), design, [0])
    assert trust is not None
    assert (trust[60:150, 10:14] == COVERED).mean() > 0.5
    assert (trust[152:164, 112:128] == FREE).all()


def test_what_reaches_in_from_the_edge_covers_a_card_and_an_island_is_print() -> None:
    cover = np.zeros((108, 72), np.uint8)
    cover[90:108, 20:30] = cover[40:60, 30:40] = 1
    kept = _reaching_in(cover)
    assert kept[95:108, 20:30].all()
    assert not kept[:80].any()


def test_where_glare_is_seen_elsewhere_what_is_brighter_is_another_print(cards: dict[str, Picture]) -> None:
    design = Deck([teach_card(name, photo_of(cards[name], 1)) for name in ("card-10", "card-11")]).designs[0]
    look = design.looks[0].astype(np.float32)
    look[100:110, 20:30] += 90  # a paler grey of the same colour
    everywhere = np.ones(look.shape[:2], bool)
    glare = np.zeros_like(everywhere)
    glare[:, 140:] = True  # a glint
    dim = unexplained(Place(np.eye(3), look, everywhere, glare), design, 0)
    glare[:, 100:] = True
    seen = unexplained(Place(np.eye(3), look, everywhere, glare), design, 0)
    assert dim < MOST_BESIDE_GLARE < seen


@pytest.mark.parametrize("seed", [324, 352])
def test_a_sleeved_card_under_glare_that_was_never_taught_is_not_taken_for_another(
    photos: Path, seed: int
) -> None:
    folder = photos / "cards"
    known = [path for path in sorted((folder / "taught").iterdir()) if half_of(path.stem) == "measured on"]
    deck = Deck([teach_card(path.stem, read_picture(path)) for path in known])
    scene = paste(read_cards_of(folder / "seen", "chosen by"), 4 + seed % 5, seed, sleeved=True)
    assert [card.among for card in read_cards(scene.picture, deck) if card.is_certain] == []


def test_a_rim_in_sight_at_the_edge_is_not_another_print(cards: dict[str, Picture]) -> None:
    design = Deck([teach_card(name, photo_of(cards[name], 1)) for name in ("card-10", "card-11")]).designs[0]
    look = design.looks[0].astype(np.float32)
    everywhere = np.ones(look.shape[:2], bool)
    for rows, is_odd in ((slice(0, 4), False), (slice(100, 110), True)):
        seen = look.copy()
        seen[rows] = (255, 0, 255)
        place = Place(np.eye(3), seen, everywhere, ~everywhere)
        assert (unexplained(place, design, 0) > MOST_UNEXPLAINED) is is_odd


def test_the_same_outline_is_read_once_until_another_card_covers_something(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = _Reader(np.full((480, 640, 3), 128, np.uint8), deck, None)
    outline = np.array([(100, 100), (190, 100), (190, 235), (100, 235)], np.float32)
    seen: list[int] = []

    def read_any(ways: list[np.ndarray]) -> tuple[None, np.ndarray]:
        seen.append(len(ways))
        return None, outline

    monkeypatch.setattr(reader, "_read_any", read_any)
    for moved, looks in ((0.0, 1), (0.5, 1), (5.0, 2), (0.0, 2)):
        reader._look_at(outline + moved, np.eye(3))
        assert len(seen) == looks
    reader._keep(ReadCard(("card-10",), 0.9, outline + 200))
    reader._look_at(outline, np.eye(3))
    assert len(seen) == 3


def test_a_taught_photo_of_an_unusual_kind_is_named_and_hidden_files_are_none(
    tmp_path: Path, cards: dict[str, Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "card-10.jpg"), photo_of(cards["card-10"], 1))
    (tmp_path / "._card-10.jpg").write_bytes(b"what a Mac leaves on a stick")
    assert run("taught", str(tmp_path), capsys=capsys) == (0, "", "")
    (tmp_path / "card-11.HEIC").write_bytes(b"\0\0\0\x18ftypheic")
    code, out, err = run("taught", str(tmp_path), capsys=capsys)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "card-11.HEIC: this is not a picture that can be read (JPEG" in err
