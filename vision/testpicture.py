"""Takes one picture and prints how light it is, 0 to 100: what `companion doctor --camera` runs."""

from __future__ import annotations

import os
import sys

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
    """Prints the light of the camera that is named, set up, or first; exit 1 without one."""
    name = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("COMPANION_CAMERA", "0")
    try:
        sys.stdout.write(f"{light_of_camera(name):.1f}\n")
    except SourceLost:
        sys.exit(1)


if __name__ == "__main__":
    main()
