"""The black-box cases of a kata: text in, text out, one rule each, in the order in which they teach."""

from dataclasses import dataclass
from pathlib import Path

from dojo.steps import ROOT


class NoCases(Exception):
    """A kata that has no cases; the message says which have."""


@dataclass(frozen=True)
class Case:
    """Two files of one name, 08-a-straight-beats-three-of-a-kind: .in is fed, .out has to come."""

    file: Path

    @property
    def rule(self) -> str:
        """08 a straight beats three of a kind"""
        return self.file.stem.replace("-", " ")

    @property
    def given(self) -> str:
        return self.file.read_bytes().decode()

    @property
    def expected(self) -> str:
        return self.file.with_suffix(".out").read_bytes().decode()


def all_cases(kata: str, root: Path = ROOT) -> list[Case]:
    """The cases of a kata, in their order; raises NoCases."""
    files = sorted((root / "katas" / kata / "cases").glob("*.in"))
    if not files:
        katas = sorted({folder.parent.name for folder in root.glob("katas/*/cases")})
        raise NoCases(f"there are no cases for {kata}: there are for {' '.join(katas)}")
    return [Case(file) for file in files]
