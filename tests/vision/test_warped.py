"""A board that does not lie flat: a tag may be a space off there, and is asked about."""

from vision.render.scenes import make_scene
from vision.see import Seer


def test_a_place_that_a_warped_board_moves_by_nine_millimetres_is_not_certain() -> None:
    scene = make_scene("warped", 490058)
    look = Seer(scene.table).look(scene.picture)
    assert abs(look.spots["tag0"][0].point[0] - scene.shot.figures["tag0"].x) > 9
    assert "tag0" in look.sighting.unsure
    assert scene.standing["tag0"] in look.sighting.unsure["tag0"]
    certain = {name: seen.space for name, seen in look.sighting.figures.items()}
    assert certain.items() <= scene.standing.items()
