"""Rows of widgets that show a list: what stays in the list keeps its widget, only the rest is made anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

T = TypeVar("T")


class Reuse(Generic[T]):
    """Fills a box with one widget an item; making a widget costs a hundred times as much as moving it."""

    def __init__(self, box: BoxLayout, make: Callable[[T], Widget]) -> None:
        self._box = box
        self._make = make
        self._shown: list[tuple[T, Widget]] = []

    def show(self, items: Sequence[T]) -> list[Widget]:
        """Shows the items in their order and returns their widgets."""
        if [item for item, _ in self._shown] != list(items):
            before, self._shown = self._shown, []
            for item in items:
                known = next((pair for pair in before if pair[0] == item), None)
                if known is not None:
                    before.remove(known)
                self._shown.append(known or (item, self._make(item)))
            self._box.clear_widgets()
            for _, widget in self._shown:
                self._box.add_widget(widget)
        return [widget for _, widget in self._shown]
