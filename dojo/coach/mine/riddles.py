"""A wrong solution that passes all of a participant's tests: as a riddle, then plainly, then all of it."""

from typing import Any

from rich.console import Console

from dojo.attempt.light import Light
from dojo.coach.cycle.run import Run
from dojo.coach.mine.catching import Standing
from dojo.screen.console import paragraph
from dojo.story.mutants import Mutant, Rule

PLAIN, ALL = 2, 3
"""How much to say of it: first its riddle alone; then its rule and a hint; then the input that shows it."""


def riddle(run: Run, standing: Standing, out: Console, *, most: int = PLAIN, more: bool) -> dict[str, Any]:
    """Say something of the next one, with `more` than before; gives what a light records."""
    if not standing.open:
        return {}
    rule, mutant = standing.open[0]
    before = given(run.lights, mutant)
    said = max(1, min(before + more, most), min(before, most))
    paragraph(out, f"This wrong solution passes all your tests: {mutant.fields['riddle']}", "bold")
    for text in parts(rule, mutant)[: said - 1]:
        paragraph(out, text)
    if said < ALL:
        again = "next" if said < PLAIN and most == PLAIN else "hint"
        out.print(f"More about it: {run.attempt.command(again)}", style="dim")
    return {"riddle": mutant.name, "said": said}


def parts(rule: Rule, mutant: Mutant) -> list[str]:
    """What there is to say besides the riddle."""
    return [
        f"It is about “{rule.text}”. {mutant.fields['hint']}",
        f"{mutant.does} It shows in {mutant.shown_by}.",
    ]


def given(lights: list[Light], mutant: Mutant) -> int:
    """How much has been said of it."""
    return max((light.said for light in lights if light.riddle == mutant.name), default=0)
