"""Checking the set-up, and the photos kept with a night."""

from pathlib import Path

from companion.core.message import say
from companion.i18n import LANGUAGES, words
from companion.ports.camera import EyeHealth
from companion.ports.sight import Scene, SeenFigure, Sighting
from companion.referee import check_setup
from companion.referee.photos import PhotoAlbum

GOOD = EyeHealth("good", say("vision.health.good"), ("0", "1", "2", "3"))


def at(space: str) -> SeenFigure:
    return SeenFigure(space, 0.0, 0.0, 0.99)


def test_the_setup_is_ready_when_anchors_figures_and_light_are() -> None:
    check = check_setup(Scene({"a": "1/1"}), Sighting(registered=True, figures={"a": at("1/1")}), GOOD)
    assert check.is_ready
    assert len(check.fine) == 3


def test_the_setup_says_what_is_wanting() -> None:
    dark = EyeHealth("poor", say("vision.light.dark"), ("0", "1"), ("2", "3"))
    check = check_setup(Scene({"a": "1/1", "z": "2/1"}), Sighting(registered=True, unseen=("a",)), dark)
    assert {one.key for one in check.wanting} == {
        "vision.light.dark",
        "referee.setup.anchors_hidden",
        "referee.missing",
        "referee.setup.untracked",
    }
    assert not check_setup(Scene({}), None, GOOD).is_ready
    for language in LANGUAGES:
        assert all("{" not in words(one, language) for one in check.wanting)


def test_photos_are_kept_by_revision_and_the_oldest_go_first(tmp_path: Path) -> None:
    album = PhotoAlbum.beside(tmp_path / "friday.night", limit_bytes=350)
    for revision in (1, 2, 3):
        album.keep(revision, "before", b"x" * 100)
    album.keep(3, "after", b"y" * 100)
    assert [(photo.revision, photo.moment) for photo in album.photos()] == [
        (2, "before"),
        (3, "before"),
        (3, "after"),
    ]
    assert album.photo_at(1, "before") is None
    kept = album.photo_at(3, "after")
    assert kept is not None
    assert kept.path.read_bytes() == b"y" * 100


def test_one_photo_larger_than_the_limit_is_still_kept(tmp_path: Path) -> None:
    album = PhotoAlbum(tmp_path / "photos", limit_bytes=10)
    album.keep(1, "before", b"x" * 100)
    album.keep(2, "before", b"x" * 100)
    assert [photo.revision for photo in album.photos()] == [2]
