"""The touchscreen: Kivy lives here only."""

import os

# Before anything imports Kivy: no arguments, logs and files of its own. One bad byte in its settings would
# keep the screen black, and of two processes that make its folder at once one ends.
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONFIG="1", KIVY_LOG_MODE="PYTHON")
