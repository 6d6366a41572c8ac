"""The laws, all of them, on the matrix of a story."""

from dojo.engine.matrix import Matrix
from dojo.gate.breach import Breach
from dojo.gate.code import alone
from dojo.gate.colours import bytecode, covered, everywhere, red_first, refactoring, right_reason
from dojo.gate.prose import readmes
from dojo.story.story import Story


def of_colour(matrix: Matrix) -> list[Breach]:
    """Laws 1 to 4, which the colours of the cells can break; by step."""
    found = [
        *red_first.breaches(matrix),
        *right_reason.breaches(matrix),
        *refactoring.breaches(matrix),
        *everywhere.breaches(matrix),
    ]
    return sorted(found, key=lambda breach: (breach.step, breach.law))


def of_folders(story: Story) -> list[Breach]:
    """Law 6, for which nothing has to run."""
    return [*alone.breaches(story)]


def breaches(matrix: Matrix) -> list[Breach]:
    """Every law that does not hold on the steps of a matrix that was measured."""
    return [
        *of_folders(matrix.story),  # first, because a step that is no Python breaks the other laws as well
        *of_colour(matrix),
        *covered.breaches(matrix),
        *readmes.breaches(matrix),
        *bytecode.breaches(matrix.story),
    ]
