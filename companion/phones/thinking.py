"""Questions of phones to the rules: a few at a time, on threads, none of them for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.night.night import Night
from companion.night.reasons import Reason, find_reason
from companion.night.thought import Thought

MOST_AT_ONCE = 2
LONGEST_S = 6.0
"""How long the rules may think for a phone; the table itself waits as long as it likes."""

Found = Sequence[Way] | Reason | Refusal


class TooLong(Exception):
    """The rules did not answer in time."""


class Thinking:
    """Has questions worked out beside the server's loop; what takes too long is cut short."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    async def work_out(self, question: Callable[[], Any]) -> Any:
        """Returns the answer of the rules; raises what they raise, or TooLong."""
        async with self._turns:
            loop = asyncio.get_running_loop()
            answered: asyncio.Future[Any] = loop.create_future()

            def settle(outcome: Any, error: Exception | None) -> None:
                if not answered.done():
                    answered.set_result(outcome) if error is None else answered.set_exception(error)

            def work() -> Callable[[], Any]:
                try:
                    return partial(settle, question(), None)
                except Exception as error:
                    return partial(settle, None, error)

            def tell(_: Thought, answer: Callable[[], Any]) -> None:
                loop.call_soon_threadsafe(answer)

            thought = Thought(work, tell, "phones thinking")
            thought.start()
            try:
                async with asyncio.timeout(LONGEST_S):
                    return await asyncio.shield(answered)
            except TimeoutError:
                raise TooLong from None
            finally:
                if not answered.done():
                    thought.drop()

    async def ways(self, night: Night[Any], figure: str, space: str) -> Found:
        """Returns the ways of a figure to a space; where there is none, the judge's reason."""
        try:
            found: Found = await self.work_out(
                partial(_ways_or_reason, night.game, night.content, night.state, figure, space)
            )
        except TooLong:
            return Reason(say("phones.too_long"))
        return found


def _ways_or_reason(game: Any, content: Any, state: Any, figure: str, space: str) -> Found:
    try:
        found: Found = game.ways_to(state, figure, space)
    except Refusal as refusal:
        reason = find_reason(game, content, state, figure, space)
        return reason if reason.clauses else refusal
    return found
