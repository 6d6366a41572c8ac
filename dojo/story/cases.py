"""The black-box cases of a kata: text in, text out, one rule each, in the order in which they teach."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """Two files of one name, 08-a-rule-in-words: .in is fed, .out has to come."""

    file: Path

    @property
    def rule(self) -> str:
        """08 a rule in words"""
        return self.file.stem.replace("-", " ")

    @property
    def given(self) -> str:
        return self.file.read_bytes().decode()

    @property
    def output(self) -> Path:
        """The file with what has to come."""
        return self.file.with_suffix(".out")

    @property
    def expected(self) -> str:
        return self.output.read_bytes().decode()
