"""Work that makes many objects and no cycles, during which it is of no use to look for cycles."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Taken = ParamSpec("Taken")
Given = TypeVar("Given")


def uncollected(work: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Leaves the collector of cycles alone while a function works; it is on again afterwards in any case."""

    @wraps(work)
    def work_undisturbed(*args: Taken.args, **kwargs: Taken.kwargs) -> Given:
        try:
            gc.disable()
            return work(*args, **kwargs)
        finally:
            gc.enable()

    return work_undisturbed
