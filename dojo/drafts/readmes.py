"""The README of a step, as far as its runs say it: its head, its headings, and what it quotes."""

from dojo.gate.prose.quotes import NEEDED, Facts, draft
from dojo.gate.prose.readme import HEADINGS
from dojo.runner.matrix import Matrix
from dojo.story.steps import Step


def a_head(number: int, title: str, chapter: str, kind: str) -> str:
    """The first lines of a README."""
    return f"# Step {number:02} · {title}\n\n*Chapter {chapter} · {kind}*"


def sections(found: Matrix, step: Step, kind: str) -> list[str]:
    """The headings of a README, each with the blocks that it needs: code, and the failure that happens."""
    facts = Facts(found, step)
    needed = NEEDED[kind] if kind != "refactoring" else [("Green", "python"), *NEEDED[kind]]
    return [
        "\n\n".join(
            [f"## {name}", *("\n".join(draft(facts, name, what)) for at, what in needed if at == name)]
        )
        for name in HEADINGS[kind][0]
    ]
