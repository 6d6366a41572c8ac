"""What `make contents` puts into the pages of poker beside the tables of the steps."""

from pathlib import Path

from dojo.engine.matrix import Matrix
from katas.poker.printed_tests import table

HERE = Path(__file__).parent
PAGES = ["katas/poker/judging.md"]


def rules(_matrix: Matrix, _folder: Path) -> str:
    """The rules of poker, for the statement of each kata."""
    return (HERE / "rules.md").read_text(encoding="utf-8").split("\n\n", 1)[1].rstrip()


def documents(_matrix: Matrix, _folder: Path) -> str:
    """What the documents' own tests catch."""
    return table()


PARTS = {"rules": rules, "documents": documents}
