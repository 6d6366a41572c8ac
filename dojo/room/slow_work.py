"""Answers that take long: made in a thread, so that lights come in meanwhile, and one after the other."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from starlette.exceptions import HTTPException

# questions that wait: whoever comes then asks again
MAX_QUESTIONS = 20

T = TypeVar("T")
HasLeft = Callable[[], Awaitable[bool]]


@dataclass
class SlowWork(Generic[T]):
    """What is worked out just now, and who waits for it.

    Attributes:
        max_questions: how many may wait.
        turn: of the thread: there is one at a time.
        running: the answer to each question, once it is there.
        askers: those who wait for it; each says whether it has hung up.
    """

    max_questions: int = MAX_QUESTIONS
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    running: dict[Hashable, "asyncio.Task[T]"] = field(default_factory=dict)
    askers: dict[Hashable, list[HasLeft]] = field(default_factory=dict)

    async def answer(self, question: Hashable, make: Callable[[], T], has_left: HasLeft) -> T:
        """Return the answer to a question, which is made once for all who ask it meanwhile.

        Raises HTTPException if too many questions wait, or if everybody has hung up.
        """
        if question not in self.running:
            if len(self.running) >= self.max_questions:
                raise HTTPException(503, "the room is busy: ask again in a moment")
            self.askers[question] = []
            self.running[question] = asyncio.create_task(self.run(question, make))
        self.askers[question].append(has_left)
        # whoever hangs up does not take the answer from the others
        return await asyncio.shield(self.running[question])

    async def run(self, question: Hashable, make: Callable[[], T]) -> T:
        """Make an answer when it is its turn, if somebody still waits for it."""
        try:
            async with self.turn:
                left = [await has_left() for has_left in self.askers[question]]
                if all(left):
                    raise HTTPException(503, "nobody waits for this any more")
                return await asyncio.to_thread(make)
        finally:
            del self.running[question], self.askers[question]
