"""What the verbs of an attempt have in common: the words they are given, and errors of one line."""

import sys
from collections.abc import Callable

from dojo.attempts import Attempt, NoAttempt, find
from dojo.lights import NotRecorded

FAULTS: tuple[type[Exception], ...] = (NoAttempt, NotRecorded)


def attended(verb: Callable[[Attempt, dict[str, str]], int], *faults: type[Exception]) -> int:
    """Run a verb on the attempt that is asked for, or the one started last; a fault is one line and a 1."""
    words = dict(word.partition("=")[::2] for word in sys.argv[1:])
    try:
        attempt = find(words.get("NAME") or None)
        if not words.get("NAME"):
            print(f"attempt {attempt.name}, the one started last")
        return verb(attempt, words)
    except (*FAULTS, *faults) as fault:
        print(fault, file=sys.stderr)
        return 1
