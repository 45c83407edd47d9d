"""Random scenes by condition, with truth: the material of the accuracy tests."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
import numpy as np

from companion.ports.table import Anchor, CameraModel, FigureMark, Table
from vision.layout import RING_EDGE_MM
from vision.render.draw import Picture, draw
from vision.render.shot import Blot, Hand, Shot, Standing, Truth, camera_of

PALETTE = ((230, 159, 0), (86, 180, 233), (204, 121, 167), (0, 158, 115), (213, 94, 0), (240, 228, 66))
"""Okabe and Ito's colours, which colour-blind people tell apart."""
SIZES = ((1280, 720), (1920, 1080), (1640, 1232))
CONDITIONS = (
    "plain", "tilt", "lamp", "shadow", "glare", "blur", "noise", "bend", "anchors", "hand", "clutter",
    "crowd",
)  # fmt: skip
HARD = (
    "dark", "motion", "glare-hard", "tint", "bend-hard", "one-anchor", "decoys", "printer", "flicker",
    "focus", "warped", "shapes", "dice", "own-colour", "white-edge",
)  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A drawn scene: the picture, where each figure truly stands, and what can be seen of it."""

    condition: str
    table: Table
    picture: Picture
    standing: dict[str, str]
    truth: Truth
    shot: Shot


def sample_table(random: np.random.Generator) -> Table:
    """Makes a table of tagged and ringed figures on spaces of one of several sizes."""
    cell = ((18, 30), (25, 25), (40, 40))[int(random.integers(3))]
    width, height = ((880.0, 600.0), (600.0, 420.0), (480.0, 340.0))[int(random.integers(3))]
    columns, rows = int((width - 120) // cell[0]), int((height - 160) // cell[1])
    spaces = {}
    for column in range(columns):
        for row in range(min(rows, 6)):
            x, y = 60 + column * cell[0], 80 + row * (cell[1] + (0 if row % 3 else 20))
            if y + cell[1] > height - 50:
                continue
            spaces[f"{column}/{row}"] = (
                (x, y),
                (x + cell[0], y),
                (x + cell[0], y + cell[1]),
                (x, y + cell[1]),
            )
    spaces = _without_overlap(spaces)
    anchors = {
        str(index): Anchor(at, 30.0)
        for index, at in enumerate(
            [(20.0, 20.0), (width - 20, 20.0), (width - 20, height - 20), (20.0, height - 20)]
        )
    }
    figures = {}
    for index in range(3):
        size = float(random.choice([16, 18, 20]))
        figures[f"tag{index}"] = FigureMark(
            tag=10 + index, size_mm=size, height_mm=float(random.choice([0, 20, 35, 45]))
        )
    for index, colour in enumerate(random.permutation(len(PALETTE))[:3]):
        outer = float(random.choice([30, 36]))
        figures[f"ring{index}"] = FigureMark(
            ring=PALETTE[int(colour)], outer_mm=outer, inner_mm=outer * 2 / 3
        )
    return Table(format="table/1", board_mm=(width, height), anchors=anchors, figures=figures, spaces=spaces)


def _without_overlap(spaces):  # type: ignore[no-untyped-def]
    kept, boxes = {}, []
    for name, polygon in spaces.items():
        (x1, y1), (x2, y2) = polygon[0], polygon[2]
        if any(x1 < b[2] and b[0] < x2 and y1 < b[3] and b[1] < y2 for b in boxes):
            continue
        boxes.append((x1, y1, x2, y2))
        kept[name] = polygon
    return kept


def make_scene(condition: str, seed: int) -> Scene:
    """Draws one scene of a condition; the same seed gives the same scene."""
    random = np.random.default_rng((seed, *condition.encode()))
    table = sample_table(random)
    standing, figures = _stand(table, random, crowded=condition == "crowd")
    width, height = SIZES[int(random.integers(len(SIZES)))]
    shot = Shot(
        table,
        figures,
        width=width,
        height=height,
        tilt=float(np.radians(random.uniform(0, 35))),
        side=float(random.uniform(0, 2 * np.pi)),
        roll=float(random.normal(0, 0.05)),
        focal=float(random.uniform(0.7, 1.15)),
        fill=float(random.uniform(0.88, 0.97)),
        drift=(float(random.normal(0, 0.01)), float(random.normal(0, 0.01))),
        brightness=float(random.uniform(0.75, 1.0)),
        blur_px=float(random.uniform(0.5, 0.9)),
        noise=float(random.uniform(2, 5)),
        jpeg=int(random.integers(80, 96)),
        busy=float(random.uniform(0.2, 0.8)),
        seed=int(random.integers(2**31)),
    )
    shot = _spoil(shot, condition, random)
    if random.random() < 0.3:
        camera = camera_of(shot)
        model = CameraModel(
            tuple(tuple(float(v) for v in row) for row in camera.matrix),  # type: ignore[arg-type]
            tuple(camera.distortion.tolist()),
        )
        shot = replace(shot, table=msgspec.structs.replace(table, camera=model))
    picture, truth = draw(shot)
    return Scene(condition, shot.table, picture, standing, truth, shot)


def _stand(
    table: Table, random: np.random.Generator, crowded: bool
) -> tuple[dict[str, str], dict[str, Standing]]:
    names = list(table.spaces)
    standing: dict[str, str] = {}
    figures: dict[str, Standing] = {}
    for name, mark in table.figures.items():
        if random.random() < 0.08:
            continue
        for _ in range(200):
            space = names[int(random.integers(len(names)))]
            (x1, y1), (x2, y2) = table.spaces[space][0], table.spaces[space][2]
            jitter = random.uniform(-0.28, 0.28, 2)
            x = (x1 + x2) / 2 + jitter[0] * (x2 - x1)
            y = (y1 + y2) / 2 + jitter[1] * (y2 - y1)
            apart = 34.0 if crowded else 90.0
            if all(np.hypot(x - other.x, y - other.y) > apart for other in figures.values()):
                break
        width = 0.9 * (mark.inner_mm or (mark.size_mm or 16) * 1.3)
        colour = tuple(int(v) for v in random.integers(20, 235, 3))
        if mark.ring is not None and random.random() < 0.3:
            colour = mark.ring
        standing[name] = space
        figures[name] = Standing(
            float(x),
            float(y),
            float(random.uniform(0, 6.28)),
            float(random.uniform(30, 60)),
            float(width),
            colour,
        )
    return standing, figures


def _spoil(shot: Shot, condition: str, random: np.random.Generator) -> Shot:
    """Adds what a condition is named after."""
    uniform = random.uniform
    match condition:
        case "tilt":
            return replace(shot, tilt=float(np.radians(uniform(35, 45))))
        case "lamp":
            return replace(
                shot,
                light=(1.0, float(uniform(0.72, 0.85)), float(uniform(0.42, 0.6))),
                gradient=float(uniform(0, 0.3)),
            )
        case "shadow":
            return replace(shot, shadow=float(uniform(0.3, 0.6)), gradient=float(uniform(0, 0.3)))
        case "glare":
            return replace(shot, glare=float(uniform(0.3, 0.8)))
        case "blur":
            return replace(shot, blur_px=float(uniform(1.0, 1.4)))
        case "noise":
            return replace(shot, noise=float(uniform(6, 11)), jpeg=int(random.integers(60, 80)))
        case "bend":
            return replace(shot, bend=float(uniform(-0.08, 0.04)))
        case "anchors":
            hidden = random.permutation(4)[: int(random.integers(1, 3))]
            return replace(shot, hidden_anchors=tuple(str(v) for v in hidden.tolist()))
        case "hand":
            return replace(shot, hands=(_hand(shot, random),))
        case "clutter":
            return replace(shot, blots=_blots(shot.table, random, 14))
        case "dark":
            return replace(shot, brightness=float(uniform(0.2, 0.35)), noise=7.0)
        case "motion":
            return replace(shot, motion_px=float(uniform(4, 8)))
        case "glare-hard":
            return replace(shot, glare=float(uniform(0.9, 1.6)), blots=_blots(shot.table, random, 6))
        case "tint":
            return replace(shot, light=tuple(float(v) for v in uniform(0.3, 1.0, 3)), shadow=0.5)  # type: ignore[arg-type]
        case "bend-hard":
            return replace(shot, bend=float(uniform(-0.25, -0.1)))
        case "one-anchor":
            return replace(shot, hidden_anchors=tuple(str(v) for v in random.permutation(4)[:3].tolist()))
        case "decoys":
            return replace(
                shot,
                blots=_blots(shot.table, random, 40),
                hands=(_hand(shot, random), _hand(shot, random)),
                gradient=0.3,
            )
        case "printer":
            rings = {name: mark.ring for name, mark in shot.table.figures.items() if mark.ring is not None}
            return replace(shot, printed={name: _printed(ring, random) for name, ring in rings.items()})
        case "flicker":
            return replace(shot, flicker=float(uniform(0.2, 0.6)))
        case "focus":
            return replace(shot, unsharp_px=float(uniform(1.2, 3.0)))
        case "warped":
            return replace(shot, warp_mm=float(uniform(1.0, 3.0)))
        case "shapes":
            shapes = {name: replace(one, outline=_outline(random)) for name, one in shot.figures.items()}
            return replace(shot, figures=shapes)
        case "dice":
            tokens = [_raised(blot, random) for blot in _blots(shot.table, random, 16)]
            return replace(shot, blots=tuple(tokens))
        case "own-colour":
            return replace(shot, blots=_under_rings(shot, random))
        case "white-edge":
            return replace(shot, blots=_under_rings(shot, random), ring_edge_mm=RING_EDGE_MM)
    return shot


def _printed(colour: tuple[int, int, int], random: np.random.Generator) -> tuple[int, int, int]:
    """Returns what a printer makes of a colour: paler, duller, and off in each channel."""
    pale = np.array(colour) * random.uniform(0.75, 1.0) + 255 * random.uniform(0.0, 0.15)
    red, green, blue = np.clip(pale * random.uniform(0.88, 1.08, 3), 0, 255)
    return int(red), int(green), int(blue)


def _outline(random: np.random.Generator) -> tuple[tuple[float, float, float], ...]:
    """Makes a silhouette: feet, a waist, outstretched arms or a cape, a head."""
    feet, arms, head = random.uniform(0.6, 1.0), random.uniform(0.7, 1.6), random.uniform(0.4, 0.9)
    lean = random.uniform(-0.4, 0.4)
    return (
        (0.0, feet, 0.0), (0.35, 0.6 * feet, 0.3 * lean), (0.6, arms, lean), (0.75, 0.5 * arms, lean),
        (0.8, head, 0.8 * lean), (1.0, 0.8 * head, 0.8 * lean),
    )  # fmt: skip


def _raised(blot: Blot, random: np.random.Generator) -> Blot:
    """Makes every other token a die."""
    return (
        replace(blot, shape="die", size_mm=float(random.uniform(12, 18))) if random.random() < 0.5 else blot
    )


def _under_rings(shot: Shot, random: np.random.Generator) -> tuple[Blot, ...]:
    """Lays a sheet of its own colour under each ring, in part or whole."""
    blots = []
    for name, standing in shot.figures.items():
        ring = shot.table.figures[name].ring
        if ring is not None:
            x, y = np.array([standing.x, standing.y]) + random.uniform(-20, 20, 2)
            size, turn = float(random.uniform(30, 80)), float(random.uniform(0, 6.28))
            blots.append(Blot(float(x), float(y), size, "square", ring, turn))
    return tuple(blots)


def _hand(shot: Shot, random: np.random.Generator) -> Hand:
    width, height = shot.table.board_mm
    return Hand(
        float(random.uniform(0.1, 0.9) * width),
        float(random.uniform(0.2, 0.9) * height),
        float(random.uniform(0.2, np.pi - 0.2)),
    )


def _blots(table: Table, random: np.random.Generator, count: int) -> tuple[Blot, ...]:
    colours = [mark.ring for mark in table.figures.values() if mark.ring is not None]
    shapes = ("disc", "square", "stripe", "arc", "disc", "square", "ring")
    blots = []
    for _ in range(count):
        shape = shapes[int(random.integers(len(shapes)))]
        # A loose ring of the very size and colour of a figure's own is that figure's mark: none of these.
        size = float(random.choice([12, 20, 24, 50, 60] if shape == "ring" else [10, 20, 30, 36, 50]))
        blots.append(
            Blot(
                float(random.uniform(40, table.board_mm[0] - 40)),
                float(random.uniform(50, table.board_mm[1] - 50)),
                size,
                shape,
                colours[int(random.integers(len(colours)))],
                float(random.uniform(0, 6.28)),
            )
        )
    return tuple(blots)
