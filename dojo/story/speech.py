"""How sentences name verbs, lights and files: as a person types them, or otherwise where nobody types."""

from pathlib import Path
from typing import Protocol


class Speech(Protocol):
    """What a person reads in place of a command, and of a path."""

    def verb(self, words: str, typed: str) -> str:
        """Return how a verb of an attempt is named: `words` are the verb and more, `typed` is all of it."""
        ...

    def command(self, typed: str) -> str:
        """Return how a command about a story is named."""
        ...

    def light(self, number: int) -> str:
        """Return how a light of an attempt is named."""
        ...

    def path(self, path: Path, relative: str) -> str:
        """Return how a path is named; `relative` is the one from the top of the workspace."""
        ...


class TypedSpeech:
    """Commands and paths as one types them."""

    def verb(self, _words: str, typed: str) -> str:
        return typed

    def command(self, typed: str) -> str:
        return typed

    def light(self, number: int) -> str:
        return f"light {number}"

    def path(self, _path: Path, relative: str) -> str:
        return relative


TYPED = TypedSpeech()
