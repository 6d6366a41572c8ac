"""The report of `make judge`: numbers, bars, and a riddle."""

import re

from rich.console import Console
from rich.text import Text

from dojo.jury.judgement import Judgement
from dojo.runner.result import Cell
from dojo.runner.trial import FALLS
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS, EMPTY, FILLED
from dojo.story.mutants import Mutant, mutants

SHOWN = 3
"""At most so many tests are named; of the others, only the number is told."""
WHY = (
    "A right solution of another design keeps to the rules as well: such a test asks for more than the"
    " rules say."
)
NOBODY = (
    "No code that keeps to the rules passes a test that fails on all of them: the mistake is in the test, or"
    " in the value that it expects."
)


def report(judgement: Judgement, more: str, out: Console) -> int:
    """Print the report; `more` is riddle, hint or reveal, for the next mutant. Gives an exit status."""
    for fall in judgement.falls:
        paragraph(out, f"{fall}; it does not count", COLOURS["amber"].style)
    for fault in judgement.faults:
        does = "does" if "." in fault.rule else "do"  # a file, or all of one's own tests
        paragraph(out, f"{fault.rule} {does} not run: {in_short(fault)}", COLOURS["amber"].style)
    if nothing := why_nothing(judgement):
        paragraph(out, nothing, "bold")
        return 1
    accepted(judgement, out)
    if judgement.sound:
        caught(judgement, out)
    if judgement.wrong:
        after(judgement, more, out)
        spare(judgement, out)
    return 0


def why_nothing(judgement: Judgement) -> str:
    """Why there is nothing to judge; nothing if there is something."""
    if len(judgement.falls) >= FALLS:
        return "Too many tests hang or crash. Mend them first: nothing is judged until then."
    if judgement.tests and not judgement.right:
        return "Nothing is judged."
    if not judgement.tests:
        return "No test runs." if judgement.faults or judgement.falls else "There are no tests."
    return ""


def accepted(judgement: Judgement, out: Console) -> None:
    """How many right ones they accept; if not all, which test asks for more than the rules."""
    fine, of = len(judgement.accepted), len(judgement.right)
    line(out, "accepted", fine, of, "right solutions, each of a different design")
    if fine == of:
        return
    if len(judgement.unsound) == len(judgement.tests) and not judgement.sound:
        paragraph(out, "Every test fails on a right solution.", "bold")
    for id in sorted(judgement.unsound)[:SHOWN]:
        failures = {step: r for step, failing in judgement.right.items() for r in failing if r.id == id}
        first = next(iter(failures.values()))
        named = " and ".join(f"step {step.number}, {step.title}" for step in failures)
        where = "all of them" if len(failures) == of else named
        paragraph(out, f"“{first.rule}” fails on {where}: {first.why}", COLOURS["red"].style)
    fails = [[result.id for result in failing] for failing in judgement.right.values()]
    everywhere = {id for id in judgement.unsound if all(id in failing for failing in fails)}
    if everywhere:
        paragraph(out, NOBODY)
    if judgement.unsound - everywhere:
        paragraph(out, WHY)


def in_short(fault: Cell) -> str:
    """Why a file does not run, and where; it was a copy, so its folder is left out."""
    lines = re.findall(rf'{re.escape(fault.rule)}", line (\d+)', fault.failure)
    where = f" in line {lines[-1]}" if lines and fault.why.startswith("SyntaxError") else ""
    return re.sub(r" \(/.*\.py\)", "", fault.why) + where


def caught(judgement: Judgement, out: Console) -> None:
    """How many of the wrong ones they catch, in all and by theme."""
    if not judgement.calls and not judgement.caught:
        paragraph(out, "These tests never call the solution.", "bold")
        return
    if not mutants(judgement.story):
        paragraph(out, f"Nobody can say what they catch: {judgement.story.name} has no wrong solutions.")
        return
    if not judgement.wrong:
        paragraph(out, "So far they ask nothing that a wrong solution gets wrong: write one more.")
        return
    step = judgement.story.step(judgement.reach)
    where = f"wrong ones, up to step {step.number}, {step.title}"
    line(out, "caught", len(judgement.caught), len(judgement.wrong), where)
    for theme, fine, of in judgement.by_theme():
        bar = Text.assemble(f"  {theme:14} ", (FILLED * fine, "green"), (EMPTY * (of - fine), "red"))
        out.print(bar.append(f" {fine} of {of}"))
    if later := out_of_reach(judgement):
        have = "has" if len(later) == 1 else "have"
        beyond = next((mutant.step for mutant in later if mutant.step > judgement.reach), 0)
        advice = f": write a test for step {beyond}" if beyond else ""
        what = f"{len(later)} more {have} a fault that these tests do not reach yet{advice}."
        paragraph(out, what, "dim")


def out_of_reach(judgement: Judgement) -> list[Mutant]:
    """The mutants that these tests were not tried on, in the order of their steps."""
    return [mutant for mutant in mutants(judgement.story) if mutant not in judgement.wrong]


def line(out: Console, what: str, fine: int, of: int, where: str) -> None:
    style = COLOURS["green" if fine == of else "red"].style
    out.print(Text(f"{what:8} {fine} of {of}", style=f"bold {style}").append(f" {where}", style="dim"))


def after(judgement: Judgement, more: str, out: Console) -> None:
    """The next one to catch."""
    out.print()
    if not judgement.alive:
        so_far = f"All wrong ones up to step {judgement.reach} are caught."
        paragraph(out, so_far if out_of_reach(judgement) else "Nothing is left to catch.", "bold")
        return
    next_one = judgement.alive[0]
    paragraph(
        out, f"The next one to catch, a mistake of step {next_one.step}: {next_one.fields['riddle']}", "bold"
    )
    if more == "hint":
        paragraph(out, next_one.fields["hint"])
    if more == "reveal":
        reveal(next_one, out)
    else:
        paragraph(
            out, "HINT=1 says more, REVEAL=1 shows it." if more == "riddle" else "REVEAL=1 shows it.", "dim"
        )


def reveal(mutant: Mutant, out: Console) -> None:
    """Everything about a mutant."""
    paragraph(out, f"{mutant.does} {mutant.origin}")
    paragraph(out, f"Shown by: {mutant.shown_by}")
    paragraph(out, f"The code: {mutant.story.shown(mutant.file)}", "dim")


def spare(judgement: Judgement, out: Console) -> None:
    """The tests that catch nothing that no other test catches: good to know, and no reproach."""
    if judgement.caught and judgement.idle:
        rules = [f"“{judgement.tests[id]}”" for id in judgement.idle]
        more = f" and {len(rules) - SHOWN} more" if len(rules) > SHOWN else ""
        catch = "catch" if len(rules) > 1 else "catches"
        what = f"{len(rules)} of {len(judgement.tests)} {catch} nothing that another does not:"
        paragraph(out, f"{what} {', '.join(rules[:SHOWN])}{more}", "dim")
