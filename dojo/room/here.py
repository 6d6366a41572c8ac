"""Attempts of the checkout that serves the room: they are on its page without joining."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dojo.attempt.attempts import Attempt, all_attempts
from dojo.attempt.lights import NotRecorded, last_recorded
from dojo.attempt.membership import membership
from dojo.errors import Mistake, Trouble
from dojo.protocol.of_attempt import record_of
from dojo.room.book import Book
from dojo.room.rows import Rows
from dojo.story.workspace import Workspace

YOUNG = 12 * 3600
"""Seconds: what has rested for longer when the room opens belongs to another day."""


@dataclass
class Here:
    """The attempts on this computer, and how far the page has them."""

    workspace: Workspace
    opened: float
    rows: Rows
    book: Book
    seen: dict[Path, int] = field(default_factory=dict)
    """When the last light was recorded that the page has, in nanoseconds."""

    def look(self) -> None:
        """Show what is new."""
        try:
            there = {attempt.folder: attempt for attempt in self.attempts()}
        except (Trouble, Mistake):  # they cannot be read: their own verbs say why
            return
        for folder, attempt in there.items():
            if (when := last_recorded(attempt)) != self.seen.get(folder):
                self.show(attempt, when)
        for folder in set(self.seen) - set(there):
            self.rows.drop(str(folder))
            del self.seen[folder]

    def attempts(self) -> Iterator[Attempt]:
        """Those of today that are not in this room by themselves."""
        for attempt in all_attempts(self.workspace):
            room = membership(attempt)
            is_in_book = room is not None and room.key in self.book.records
            if not is_in_book and last_recorded(attempt) / 1e9 > self.opened - YOUNG:
                yield attempt

    def show(self, attempt: Attempt, when: int) -> None:
        """Show an attempt as it is now."""
        try:
            record = record_of(attempt)
        except NotRecorded:  # half a moment of a run: the next look sees it
            return
        self.rows.show(str(attempt.folder), record, is_here=True)
        self.seen[attempt.folder] = when
