"""Everything that sees: OpenCV lives here only."""

import os

# OpenCV's own lines would come each second that no camera is there; the companion says it once, in words.
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
