"""Questions of phones to the rules: a few at a time, beside the server, none of them for ever."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.message import say
from companion.night.night import Night
from companion.night.reasons import Found, Reason, ways_or_reason
from companion.night.thought import Answer, Thought

MOST_AT_ONCE = 2
TURN_S = 0.0005
"""How long a thought may keep the interpreter from the server's loop."""
LONGEST_S = 6.0
"""How long the rules may think for a phone; the table itself waits as long as it likes."""


class TooLong(Exception):
    """The rules did not answer in time."""


class Thinking:
    """Has questions worked out beside the server's loop; what takes too long is cut short."""

    def __init__(self) -> None:
        sys.setswitchinterval(TURN_S)
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    async def work_out(self, question: Callable[[], Any]) -> Any:
        """Returns the answer of the rules; raises what they raise, or TooLong."""
        async with self._turns:
            loop = asyncio.get_running_loop()
            answered: asyncio.Future[Any] = loop.create_future()

            def settle(answer: Answer) -> None:
                if answered.done():
                    return
                try:
                    answered.set_result(answer())
                except Exception as error:
                    answered.set_exception(error)

            def tell(_: Thought, answer: Answer) -> None:
                loop.call_soon_threadsafe(settle, answer)

            thought = Thought(question, tell, "phones thinking")
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
                partial(ways_or_reason, night.game, night.content, night.state, figure, space)
            )
        except TooLong:
            return Reason(say("phones.too_long"))
        return found
