"""Where an attempt is played: at a terminal, or in a browser, which has no disk and no other process."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dojo.story.story import Story

if TYPE_CHECKING:
    from dojo.attempt.store import Store
    from dojo.runner.child.breakpoints import TerminalLoan
    from dojo.runner.suite import Suite


class Host(Protocol):
    """What differs for an attempt between a terminal and a browser."""

    def open_store(self, file: Path) -> "Store":
        """Return where the lights are; on a disk they are in this file."""
        ...

    def collect(self, story: Story, loan: "TerminalLoan | None" = None) -> AbstractContextManager["Suite"]:
        """Collect the suite of a story; its tests may use the terminal that is lent.

        Raises CollectionError, within the block, if the suite cannot be collected.
        """
        ...

    def on_wait(self) -> None:
        """Do what is to be done while tests run, many times a second; what it raises ends the run."""
        ...


class Terminal:
    """The host of an attempt at a terminal: lights on the disk, tests in children."""

    def open_store(self, file: Path) -> "Store":
        # late, for it imports SQLite and every kind of light, which the help does not need
        from dojo.attempt.storage.disk import DiskStore

        return DiskStore(file)

    def collect(self, story: Story, loan: "TerminalLoan | None" = None) -> AbstractContextManager["Suite"]:
        # late, for they import pytest, which a verb that reads lights does not need
        from dojo.runner.child.breakpoints import TerminalLoan
        from dojo.runner.child.worker import ForkExecutor
        from dojo.runner.collect import collect

        return collect(story, ForkExecutor(loan or TerminalLoan(), self.on_wait))

    def on_wait(self) -> None:
        pass


TERMINAL = Terminal()
