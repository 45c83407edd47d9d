"""Takes one picture and prints how light it is, 0 to 100: what `companion doctor --camera` runs."""

from __future__ import annotations

import sys

from companion.core.errors import Invalid
from companion.ports.chosen_camera import chosen_camera
from vision.capture import SourceLost, open_source

SETTLING_FRAMES = 8
"""A camera's exposure needs a few frames to find itself."""


def light_of_camera(name: str) -> float:
    """Returns the mean brightness of a settled picture in percent; raises SourceLost without one."""
    source = open_source(name)
    source.open()
    try:
        frames = [source.read() for _ in range(SETTLING_FRAMES)]
        return float(frames[-1].mean()) / 2.55
    finally:
        source.close()


def main() -> None:
    """Prints the light of the camera that is named or set up; exit 1 without one, 2 where it is not known."""
    try:
        name = sys.argv[1] if len(sys.argv) > 1 else chosen_camera()
    except Invalid:
        sys.exit(2)
    try:
        sys.stdout.write(f"{light_of_camera(name):.1f}\n")
    except (SourceLost, Invalid):
        sys.exit(1)


if __name__ == "__main__":
    main()
