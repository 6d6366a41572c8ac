"""A program of its own that reports saves: a byte once it is ready, and one for each change in some folders.

`make watch` forks a child for each run, and the threads of watchdog must not be in a process that forks: a
lock that one of them holds would stay locked in the child for ever.

It is run as `python -I reporter.py FOLDER …`, and ends when its standard input is closed.
"""

import os
import sys

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

# not that a file was opened: we open them ourselves, to see what is new
REPORTED: list[type[FileSystemEvent]] = [
    *(DirCreatedEvent, DirDeletedEvent, DirMovedEvent),
    *(FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent),
]


class Handler(FileSystemEventHandler):
    """Writes a byte for each event."""

    def on_any_event(self, _event: FileSystemEvent) -> None:
        report()


def report() -> None:
    """Write a byte to the process that has started this one; end where it is gone."""
    try:
        os.write(1, b".")
    except OSError:
        os._exit(0)


def main(folders: list[str]) -> None:
    """Report until the standard input is closed; the status is 1 where the system reports nothing."""
    observer = Observer()
    try:
        for folder in folders:
            observer.schedule(Handler(), folder, recursive=True, event_filter=REPORTED)
        observer.start()
    # for example, the limit of watches that the system allows is reached
    except OSError:
        os._exit(1)
    report()
    sys.stdin.buffer.read()
    # without waiting for the threads
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
