"""What whoever waits for runs is told: how far they are, and which test takes long."""

from typing import NamedTuple, Protocol


class Slow(NamedTuple):
    """A test that takes long on a version; without a rule, it is the version that takes long to load."""

    version: str
    rule: str
    seconds: float


class OnDone(Protocol):
    """Called with how many of how many runs are done; and with a test that takes long, while it runs."""

    def __call__(self, done: int, of: int, slow: Slow | None = None, /) -> None: ...


def ignore_progress(_done: int, _of: int, _slow: Slow | None = None) -> None:
    """Show no progress."""
