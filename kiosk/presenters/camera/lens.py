"""Measuring the lens: how many views there are, which are missing, and how good the result is, in words."""

from __future__ import annotations

from companion.core.message import Message, label, say
from companion.ports.watch import LensMeasured, LensViews
from kiosk.presenters.camera.seen import CameraLine

WANTED_VIEWS, WANTED_TILTED = 8, 3
LEAST_VIEWS = 5
"""From so many views on a lens can be measured; more make it better."""
CELL_CORNERS = 6
FINE_PX, GOOD_PX = 0.5, 1.0


def filled(views: LensViews) -> tuple[tuple[float, ...], ...]:
    """Returns for each part of the picture how well it has been covered, 0 to 1."""
    return tuple(tuple(min(1.0, count / CELL_CORNERS) for count in row) for row in views.cells)


def progress(views: LensViews) -> tuple[tuple[Message, float], ...]:
    """Lists what is counted, each with how far it has come from 0 to 1."""
    cells = [share for row in filled(views) for share in row]
    covered = sum(share >= 1 for share in cells)
    wanted = len(cells) or 12
    return (
        (
            say("kiosk_camera.lens.views", count=views.views, wanted=max(WANTED_VIEWS, views.views)),
            min(1.0, views.views / WANTED_VIEWS),
        ),
        (say("kiosk_camera.lens.places", count=covered, wanted=wanted), covered / wanted),
        (
            say("kiosk_camera.lens.tilted", count=min(views.tilted, WANTED_TILTED), wanted=WANTED_TILTED),
            min(1.0, views.tilted / WANTED_TILTED),
        ),
    )


def can_measure(views: LensViews | None) -> bool:
    """Tells whether there are enough views to try."""
    return views is not None and views.views >= LEAST_VIEWS


def judged(measured: LensMeasured) -> CameraLine:
    """Says how good a measured lens is, or that it is better done again."""
    error = label({"en": f"{measured.error_px:.2f}", "fr": f"{measured.error_px:.2f}".replace(".", ",")})
    if measured.error_px <= FINE_PX:
        return CameraLine("check", "done", say("kiosk_camera.lens.result.fine", error=error))
    if measured.error_px <= GOOD_PX:
        return CameraLine("check", "done", say("kiosk_camera.lens.result.good", error=error))
    return CameraLine("warning", "accent", say("kiosk_camera.lens.result.poor", error=error))
