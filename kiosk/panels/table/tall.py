"""How a tall screen keeps room for the board: what tells least gives its room up first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.presenters.table.screen import TableScreen

if TYPE_CHECKING:
    from kiosk.panels.table.frame import TableFrame

LEAST_SHARE = 0.3
"""How much of the screen's height the board needs to be read and touched."""

BETWEEN_PX = 64
"""What lies between the parts, all together."""


class Squeeze:
    """Takes room from the phases, the players' roles, and dice that say what the counters say.

    It never gives it back while the table is open, so that nothing jumps about.
    """

    def __init__(self, frame: TableFrame) -> None:
        self._frame = frame
        self._steps = [self._without_phases, self._without_roles, self._without_doubles]
        self._is_without_doubles = False

    def fit(self, screen: TableScreen) -> None:
        """Makes room for the board that is shown now."""
        frame = self._frame
        if not frame.look.is_portrait or screen.board is None:
            return
        self._show_doubles(screen)
        while self._steps and self._room() < LEAST_SHARE * frame.kiosk.panels.height:
            self._steps.pop(0)()
            self._show_doubles(screen)

    def _room(self) -> float:
        frame, look = self._frame, self._frame.look
        others = (frame.track, frame.map_seat, frame.shelf, frame.notice, frame.tray, frame.pool, frame.bar)
        between = look.px(64)
        return float(
            frame.kiosk.panels.height - frame.top_height - sum(one.height for one in others) - between
        )

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
