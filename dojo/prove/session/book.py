"""The replays that a proof asks for: noted while it is made, run all at once, and looked up after that."""

import os
from collections.abc import Callable
from typing import TypeVar

from dojo.attempt.snapshot import Files
from dojo.prove.identity.places import is_code
from dojo.prove.session.replays import Reading, Replay, Request

T = TypeVar("T")
UNKNOWN = Reading(fault="nobody has run it")


class Book:
    """The readings so far, and the requests that wait."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.known: dict[Request, Reading] = {}
        self.wanted: dict[Request, None] = {}

    def reading(self, request: Request) -> Reading:
        """What a request came to; until it is run, nothing."""
        if request not in self.known:
            self.wanted[request] = None
        return self.known.get(request, UNKNOWN)

    def settled(self, make: Callable[[], T]) -> T:
        """What is made when no request waits any more; each round runs what the one before has asked for."""
        while True:
            made = make()
            if not self.wanted:
                return made
            found = self.replay(list(self.wanted))
            self.known |= {request: found.get(request, UNKNOWN) for request in self.wanted}
            self.wanted.clear()


def laid(tests: Files, code: Files) -> Files:
    """The tests of one set of files, with all that came with them, over the code of another."""
    of_tests = {name: file for name, file in tests.items() if not is_code(os.fsdecode(name))}
    return of_tests | {name: file for name, file in code.items() if is_code(os.fsdecode(name))}
