"""Cameras, streams and video files through OpenCV, and the Raspberry Pi's own camera."""

from __future__ import annotations

import os
import time
from importlib import import_module
from typing import Any

import cv2
import numpy as np

from companion.core.message import say
from companion.ports.chosen_camera import without_password
from vision.capture.source import Frame, SourceLost

WIDTH, HEIGHT = 1280, 720


class VideoSource:
    """A USB camera by number or device, a stream by address, or a video file, which plays at its own pace."""

    def __init__(self, name: str, width: int = WIDTH, height: int = HEIGHT, *, repeats: bool = True) -> None:
        self.name = without_password(name)
        self._address = name
        self._size = (width, height)
        self._repeats = repeats
        self._capture: cv2.VideoCapture | None = None
        self._pace_s = 0.0
        self._next_s = 0.0

    @property
    def _is_file(self) -> bool:
        return os.path.isfile(self._address) and not self._address.startswith("/dev/")

    def open(self) -> None:
        """Opens the device; a camera is asked for a size, and may give another."""
        self.close()
        if self.name.startswith("/dev/") and not os.path.exists(self.name):
            raise SourceLost(say("vision.source.unplugged", name=self.name))
        target: int | str = int(self._address) if self._address.isdecimal() else self._address
        capture = cv2.VideoCapture(target)
        if not capture.isOpened():
            capture.release()
            raise SourceLost(say("vision.source.unplugged", name=self.name))
        if self._is_file:
            rate = capture.get(cv2.CAP_PROP_FPS)
            self._pace_s = 1.0 / rate if 1 <= rate <= 240 else 0.05
        else:
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture, self._next_s = capture, time.monotonic()

    def read(self) -> Frame:
        """Returns the next frame."""
        if self._capture is None:
            raise SourceLost(say("vision.source.unplugged", name=self.name))
        found, frame = self._capture.read()
        if not found and self._is_file and self._repeats:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
            found, frame = self._capture.read()
        if not found or frame is None:
            self.close()
            raise SourceLost(say("vision.source.unplugged", name=self.name))
        if self._pace_s:
            self._next_s = max(self._next_s + self._pace_s, time.monotonic() - 1)
            time.sleep(max(0.0, self._next_s - time.monotonic()))
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        """Frees the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PiCamera:
    """The Raspberry Pi's camera through picamera2, which Raspberry Pi OS ships."""

    name = "pi"

    def __init__(self, width: int = 1640, height: int = 1232) -> None:
        self._size = (width, height)
        self._camera: Any = None

    def open(self) -> None:
        """Starts the camera."""
        self.close()
        try:
            picamera2: Any = import_module("picamera2")
        except ImportError:
            raise SourceLost(say("vision.source.no_picamera")) from None
        try:
            camera = picamera2.Picamera2()
            camera.configure(camera.create_video_configuration(main={"size": self._size, "format": "RGB888"}))
            camera.start()
        except Exception:  # libcamera raises whatever its drivers do; the screen must live
            raise SourceLost(say("vision.source.unplugged", name="pi")) from None
        self._camera = camera

    def read(self) -> Frame:
        """Returns the newest frame (picamera2's RGB888 is blue-green-red in memory)."""
        if self._camera is None:
            raise SourceLost(say("vision.source.unplugged", name="pi"))
        try:
            return np.asarray(self._camera.capture_array("main"), np.uint8)[:, :, :3]
        except Exception:  # as above
            self.close()
            raise SourceLost(say("vision.source.unplugged", name="pi")) from None

    def close(self) -> None:
        """Stops the camera."""
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None
