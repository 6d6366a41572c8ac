"""Lights in memory, for a browser, which has no disk: the page and the room keep each one as a text."""

from collections.abc import Iterable, Sequence
from json import dumps

from dojo.attempt.light import BackLight, Light
from dojo.attempt.snapshot import Snapshot
from dojo.attempt.storage.fields import InvalidLightError
from dojo.attempt.storage.light_json import read_with_files, write_with_files
from dojo.attempt.store import AnyLight, place_after


class MemoryStore:
    """The lights of an attempt in a list.

    Attributes:
        texts: each light with its files, as it is kept and sent.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Begin with lights that were kept elsewhere; raises InvalidLightError."""
        self.texts: list[str] = []
        self.recorded: list[Light] = []
        self.files: dict[str, Snapshot] = {}
        for text in texts:
            light, snapshot = read_with_files(text)
            check_place(light, len(self.texts) + 1)
            self.add(text, light, snapshot)

    def append(self, light: AnyLight, snapshot: Snapshot) -> AnyLight:
        """Add a light with its files, and return it as it is recorded."""
        last = self.recorded[-1] if self.recorded else None
        placed = place_after(last, light, snapshot)
        self.add(write_with_files(placed, snapshot), placed, snapshot)
        return placed

    def add(self, text: str, light: Light, snapshot: Snapshot) -> None:
        """Add a light that is recorded."""
        self.texts.append(text)
        self.recorded.append(light)
        self.files[light.id] = snapshot

    def lights(self) -> list[Light]:
        """Return all lights, the oldest first."""
        return list(self.recorded)

    def snapshots(self, lights: Sequence[Light]) -> dict[str, Snapshot]:
        """Return the files of some lights, by their ids."""
        return {light.id: self.files[light.id] for light in lights}

    def last_written(self) -> int:
        """Return another number after each light."""
        return len(self.texts)


def check_place(light: Light, number: int) -> None:
    """Raise InvalidLightError if a light has another number, or leads back to one that is not before it."""
    if light.number != number:
        raise InvalidLightError(f"light {number} has the number {light.number}")
    if isinstance(light, BackLight) and not 0 < light.to < number:
        raise InvalidLightError(f"light {number} leads back to light {light.to}")


def texts_of(values: Iterable[object]) -> list[str]:
    """Return lights as texts: earlier editions kept and sent each one as an object."""
    return [value if isinstance(value, str) else dumps(value) for value in values]
