"""Reads QR codes: the invitation to a club night, a table's result."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision.picture import Frame, read_picture

SCALES = (1.0, 2.0, 0.5)
"""A code that fills little of the picture is found when it is enlarged, one close up when it is reduced."""


def read_qr(frame: Frame) -> tuple[str, ...]:
    """Returns the texts of the QR codes in a picture, each once."""
    # Neither finds every code: of 300 drawn ones the first misses 35, the second 64, both together 5.
    detectors = (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector())
    for scale in SCALES:
        seen = frame if scale == 1.0 else cv2.resize(frame, None, fx=scale, fy=scale)
        for detector in detectors:
            try:
                _, texts, _, _ = detector.detectAndDecodeMulti(seen)
            except (cv2.error, UnicodeDecodeError):  # a code that only looks like one
                continue
            found = tuple(dict.fromkeys(text for text in texts if text))
            if found:
                return found
    return ()


def read_qr_file(path: Path) -> tuple[str, ...]:
    """Returns the texts of the QR codes in a picture file; refuses with Invalid what is no picture."""
    return read_qr(read_picture(path))
