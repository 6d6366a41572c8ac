"""What `make judge` says of a judgement: in numbers, as bars, and what to go for next."""

import re
import textwrap

from rich.console import Console
from rich.text import Text

from dojo.judgement import Judgement
from dojo.showing import STYLES
from dojo.steps import find
from dojo.trial import FALLS, Result
from dojo.wrong import Wrong, all_wrong

CAUGHT, ALIVE = "█", "░"
SHOWN = 3
"""So many tests are named; of more only the number is said."""
WHY = (
    "Whoever solves the task in another way keeps to the rules as well: such a test asks for more than"
    " the rules say."
)
NOBODY = (
    "Nobody who keeps to the rules passes a test that fails on every one: the mistake is in the test, or in"
    " what it expects."
)


def told(judgement: Judgement, more: str, out: Console) -> int:
    """Say all of it, and of the next one `more`: its riddle, hint, or reveal; gives an exit status."""
    for fall in judgement.falls:
        said(out, f"{fall}; it is put aside", STYLES["amber"])
    for fault in judgement.faults:
        said(out, f"{fault.rule} does not run: {in_short(fault)}", STYLES["amber"])
    if nothing := why_nothing(judgement):
        said(out, nothing, "bold")
        return 1
    accepted(judgement, out)
    if judgement.sound:
        caught(judgement, out)
    if judgement.wrong:
        after(judgement, more, out)
        spare(judgement, out)
    return 0


def why_nothing(judgement: Judgement) -> str:
    """Why there is nothing to judge, where there is nothing."""
    if len(judgement.falls) >= FALLS:
        return "Too many tests hang or crash: nothing is judged before these are mended."
    if judgement.tests and not judgement.right:
        return "Nothing is judged."
    if not judgement.tests:
        return "No test runs." if judgement.faults or judgement.falls else "There are no tests."
    return ""


def accepted(judgement: Judgement, out: Console) -> None:
    """How many of the right ones they accept; and where not all, which test asks for more than the rules."""
    fine, of = len(judgement.accepted), len(judgement.right)
    line(out, "accepted", fine, of, "right evaluators, each of another design")
    if fine == of:
        return
    if len(judgement.unsound) == len(judgement.tests) and not judgement.sound:
        said(out, "Every test fails on a right evaluator.", "bold")
    for id in sorted(judgement.unsound)[:SHOWN]:
        failures = {step: r for step, failing in judgement.right.items() for r in failing if r.id == id}
        first = next(iter(failures.values()))
        named = " and ".join(f"step {step.number}, {step.title}" for step in failures)
        where = "every one" if len(failures) == of else named
        said(out, f"“{first.rule}” fails on {where}: {first.why}", STYLES["red"])
    fails = [[result.id for result in failing] for failing in judgement.right.values()]
    everywhere = {id for id in judgement.unsound if all(id in failing for failing in fails)}
    if everywhere:
        said(out, NOBODY)
    if judgement.unsound - everywhere:
        said(out, WHY)


def in_short(fault: Result) -> str:
    """Why a file does not run, and where; it was a copy, whose folder says nothing."""
    lines = re.findall(rf'{re.escape(fault.rule)}", line (\d+)', fault.failure)
    where = f" in line {lines[-1]}" if lines and fault.why.startswith("SyntaxError") else ""
    return re.sub(r" \(/.*/poker\.py\)", "", fault.why) + where


def caught(judgement: Judgement, out: Console) -> None:
    """How many of the wrong ones they catch, in all and by theme."""
    if not judgement.calls and not judgement.caught:
        said(out, "These tests never call the evaluator.", "bold")
        return
    if not judgement.wrong:
        said(out, "They say nothing yet that any of the wrong evaluators gets wrong: write one more.")
        return
    step = find(judgement.reach)
    where = f"wrong ones, up to step {step.number}, {step.title}"
    line(out, "caught", len(judgement.caught), len(judgement.wrong), where)
    for theme, fine, of in judgement.by_theme():
        bar = Text.assemble(f"  {theme:14} ", (CAUGHT * fine, "green"), (ALIVE * (of - fine), "red"))
        out.print(bar.append(f" {fine} of {of}"))
    later = len(all_wrong()) - len(judgement.wrong)
    if later:
        said(out, f"{later} more are wrong about what these tests do not reach.", "dim")


def line(out: Console, what: str, fine: int, of: int, where: str) -> None:
    style = STYLES["green" if fine == of else "red"]
    out.print(Text(f"{what:8} {fine} of {of}", style=f"bold {style}").append(f" {where}", style="dim"))


def after(judgement: Judgement, more: str, out: Console) -> None:
    """The next one to catch."""
    out.print()
    if not judgement.alive:
        said(out, "Nothing is left to catch.", "bold")
        return
    next_one = judgement.alive[0]
    said(
        out, f"The next one to catch, a mistake of step {next_one.step}: {next_one.fields['riddle']}", "bold"
    )
    if more == "hint":
        said(out, next_one.fields["hint"])
    if more == "reveal":
        reveal(next_one, out)
    else:
        said(out, "HINT=1 says more, REVEAL=1 shows it." if more == "riddle" else "REVEAL=1 shows it.", "dim")


def reveal(wrong: Wrong, out: Console) -> None:
    """All that there is to say of it."""
    said(out, f"{wrong.does} {wrong.story}")
    said(out, f"Shown by: {wrong.shown}")
    said(out, f"The code: katas/wrong/{wrong.file.name}", "dim")


def spare(judgement: Judgement, out: Console) -> None:
    """Which tests catch nothing that another does not: worth knowing, and no blame."""
    if judgement.caught and judgement.idle:
        rules = [f"“{judgement.tests[id]}”" for id in judgement.idle]
        more = f" and {len(rules) - SHOWN} more" if len(rules) > SHOWN else ""
        catch = "catch" if len(rules) > 1 else "catches"
        what = f"{len(rules)} of {len(judgement.tests)} {catch} nothing that another does not:"
        said(out, f"{what} {', '.join(rules[:SHOWN])}{more}", "dim")


def said(out: Console, text: str, style: str = "") -> None:
    """A paragraph, as wide as the screen."""
    out.print(Text(textwrap.fill(text, out.width), style=style))
