"""How a screen keeps room for the board: what tells least gives its room up first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.presenters.table.screen import TableScreen

if TYPE_CHECKING:
    from kiosk.panels.table.frame import TableFrame

LEAST_SHARE = 0.3
"""How much of the screen's height the board needs to be read and touched."""

BETWEEN_PX, BETWEEN_WIDE_PX = 64, 40
"""What lies between the parts of a tall and of a wide screen, all together."""


class Squeeze:
    """On a tall screen takes room from the phases, the players' roles, and dice that say what counters say.

    It never gives it back while the table is open, so that nothing jumps about. A wide screen leaves the
    strip of a lap out for as long as a notice needs the room.
    """

    def __init__(self, frame: TableFrame) -> None:
        self._frame = frame
        self._steps = [self._without_phases, self._without_roles, self._without_doubles]
        self._is_without_doubles = False

    def fit(self, screen: TableScreen) -> None:
        """Makes room for the board that is shown now."""
        frame = self._frame
        if screen.board is None:
            return
        if not frame.look.is_portrait:
            if self._room() < self._least:
                frame.drop_strip()
            return
        self._show_doubles(screen)
        while self._steps and self._room() < self._least:
            self._steps.pop(0)()
            self._show_doubles(screen)

    @property
    def _least(self) -> float:
        return LEAST_SHARE * self._frame.look.height

    def _room(self) -> float:
        frame, look = self._frame, self._frame.look
        below = (frame.map_seat, frame.shelf, frame.notice, frame.bar)
        others = (*below, frame.track, frame.tray, frame.pool) if look.is_portrait else below
        between = look.px(BETWEEN_PX if look.is_portrait else BETWEEN_WIDE_PX)
        # By the look: before the first frame no widget has its size yet.
        return float(look.height - frame.top_height - sum(one.height for one in others) - between)

    def _without_phases(self) -> None:
        self._frame.drop_phases()

    def _without_roles(self) -> None:
        frame = self._frame
        frame.track.tighten()
        frame.track.height = frame.look.roomy(60)

    def _without_doubles(self) -> None:
        self._is_without_doubles = True

    def _show_doubles(self, screen: TableScreen) -> None:
        """Shows dice or counters where there is no room for both: dice as long as they can be touched."""
        frame = self._frame
        has_both = self._is_without_doubles and bool(screen.dice) and bool(screen.pool)
        is_touched = any(choice.die is not None for choice in frame.presenter.view.choices)
        frame.tray.fold(is_folded=has_both and not is_touched)
        if has_both and is_touched:
            frame.pool.height, frame.pool.opacity = 0, 0
