"""`make todo FILL=1`: writes everything in the READMEs of a story that is a fact."""

from dojo.gate.evidence import Evidence
from dojo.gate.prose import claims, commands, quotes
from dojo.story.steps import Step


def fill(evidence: Evidence) -> list[Step]:
    """Write the blocks, counts and results that are missing or wrong; gives the steps that changed."""
    matrix = evidence.matrix
    tried = [*claims.edits(matrix, quotes.judged(matrix))]
    found = []
    for step in quotes.judged(matrix):
        facts = quotes.Facts(matrix, step)
        edits = [*quotes.edits(facts), *quotes.lacking(facts), *commands.edits(step, matrix.story)]
        edits += [edit for one, edit in tried if one == step]
        new = quotes.written(step.prose, edits)
        if new != step.prose:
            step.readme.write_text(new, encoding="utf-8")
            found.append(step)
    return found
