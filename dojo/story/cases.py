"""The black-box cases of a kata: text in, text out, one rule each, in the order in which they teach."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """Files of one name, 08-a-rule-in-words: .in is the input, .out the expected output.

    Where .err stands beside them, standard error has to have each of its lines, and the status is 1.
    """

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
        """The file with the expected output."""
        return self.file.with_suffix(".out")

    @property
    def expected(self) -> str:
        return self.output.read_bytes().decode()

    @property
    def complaints(self) -> list[str]:
        """What has to be said on standard error, with a status of 1; nothing where no line is faulty."""
        file = self.file.with_suffix(".err")
        return file.read_bytes().decode().splitlines() if file.is_file() else []
