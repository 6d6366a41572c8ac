"""What the gate finds."""

from typing import NamedTuple


class Breach(NamedTuple):
    """A law that does not hold: on which step, by which test or in which file, and what was seen."""

    law: int
    step: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"law {self.law} · {self.step} · {self.where}: {self.what}"
