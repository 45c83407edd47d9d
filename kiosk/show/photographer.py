"""Takes pictures of the screen, numbered in the order in which they are taken."""

from __future__ import annotations

from pathlib import Path

from kivy.core.window import Window


class Photographer:
    """Saves what the window shows, as files that sort by number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: list[Path] = []
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str) -> Path:
        """Saves a picture under the next number."""
        return self.take_as(f"{len(self.taken) + 1:02d}-{name}")

    def take_as(self, stem: str) -> Path:
        """Saves a picture under a name of its own."""
        path = self.folder / f"{stem}.png"
        saved = Window.screenshot(name=str(self.folder / "draft.png"))
        Path(saved).replace(path)
        self.taken.append(path)
        return path
