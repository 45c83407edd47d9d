"""Takes one picture and prints how light it is, 0 to 100: what `companion doctor --camera` runs."""

from __future__ import annotations

import sys

import cv2

SETTLING_FRAMES = 8
"""A camera's exposure needs a few frames to find itself."""


def light_of_camera(camera: int | str) -> float | None:
    """Returns the mean brightness of a settled picture in percent, None without one."""
    capture = cv2.VideoCapture(camera)
    try:
        frame = None
        for _ in range(SETTLING_FRAMES):
            is_read, frame = capture.read()
            if not is_read:
                return None
        return None if frame is None else float(frame.mean()) / 2.55
    finally:
        capture.release()


def main() -> None:
    """Prints the light of the first camera, or of the video named on the command line; exit 1 without one."""
    light = light_of_camera(sys.argv[1] if len(sys.argv) > 1 else 0)
    if light is None:
        sys.exit(1)
    sys.stdout.write(f"{light:.1f}\n")


if __name__ == "__main__":
    main()
