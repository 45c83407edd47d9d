"""Sources of frames: cameras, streams, files, folders and a drawn table. See `open_source`."""

from vision.capture.source import Source, SourceLost, open_source

__all__ = ["Source", "SourceLost", "open_source"]
