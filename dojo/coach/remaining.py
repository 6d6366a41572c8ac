"""MODE=mine, when all is green and nothing is new: the ideas, rules and wrong solutions that are left."""

import re
from typing import Any

from rich.console import Console

from dojo.attempt.create import IDEAS
from dojo.coach.catching import Caught, judge_new
from dojo.coach.display import print_onward, print_suggestions
from dojo.coach.exercise import SuiteExercise
from dojo.coach.run import BarRun
from dojo.judge.judge import first_catchers
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.words import first_of

LINE = re.compile(r"\s*(?:[-*]\s*)?\[(?P<mark>.?)\]\s*(?P<text>\S.*)")
PLAIN, ALL = 2, 3
"""How much to say of a wrong solution: 1 is its riddle, 2 also its rule and a hint, 3 also what shows it."""


def print_remaining(run: BarRun, unseen: list[Result], out: Console) -> dict[str, Any]:
    """Print what is left to test; return fields of the light."""
    if not run.outcome.own:
        begin = f"There is no test yet. Take the easiest line of {IDEAS}, and write it in"
        paragraph(out, f"{begin} {run.attempt.test_file}.", "bold")
        return {}
    caught = judge_new(run)
    if of := len(caught.rules):
        fully, wrong = len(caught.covered), {mutant.name for mutant in caught.mutants}
        checked = f"{fully} of {of} rules fully and {of - len(caught.untouched) - fully} in part"
        catch = f"catch {len(wrong & caught.names)} of {len(wrong)} wrong solutions"
        paragraph(out, f"Your tests check {checked}, and {catch}.")
    all_ticked = print_ideas(run, caught, out)
    if unseen:
        paragraph(out, f"Never seen red: {first_of([result.rule for result in unseen])}.", "dim")
    if all_ticked or (caught.mutants and not caught.next):
        print_end(run, caught, out)
        return caught.details
    return caught.details | print_riddle(run, caught, out, more=not run.has_changed)


def print_ideas(run: BarRun, caught: Caught, out: Console) -> bool:
    """Print how far the list is, and where it and the tests disagree; return whether all is ticked off."""
    file = run.snapshot.files.get(IDEAS.encode())
    lines = file.content.decode(errors="replace").splitlines() if file else []
    ideas = {line["text"].strip(): line["mark"].strip() for line in filter(None, map(LINE.fullmatch, lines))}
    left = [text for text, mark in ideas.items() if not mark]
    if ideas:
        first = f" The first: “{left[0]}”" if left else ""
        out.print(f"{IDEAS}: {len(left)} open, {len(ideas) - len(left)} ticked off.{first}")
    if done := [rule.text for rule in caught.covered if rule.text in left]:
        paragraph(out, f"You can tick off {first_of(done)}.")
    if bare := [rule.text for rule in caught.untouched if ideas.get(rule.text)]:
        missing = f"Ticked off, and no test of yours would notice a fault in it: {first_of(bare)}."
        paragraph(out, missing, COLOURS["amber"].style)
    return bool(ideas) and not left


def print_end(run: BarRun, caught: Caught, out: Console) -> None:
    """Print our tests that the code does not pass, or that catch another mutant; and what to do next."""
    paragraph(out, f"That is the end of {run.attempt.kata.name}.", "bold")
    tests, alive = (
        run.exercise.tests,
        [mutant for mutant in caught.mutants if mutant.name not in caught.names],
    )
    results = run.exercise.run(tests).ours
    ours = [test for test, result in zip(tests, results, strict=False) if result.colour != "green"]
    if alive and isinstance(run.exercise, SuiteExercise):
        ours += first_catchers(run.exercise.suite, tests, alive)
    rules = list(dict.fromkeys(test.rule for test in ours))
    paragraph(
        out,
        f"Our tests ask for more: {first_of(rules, most=3)}."
        if rules
        else "None of our tests asks for more.",
    )
    print_suggestions(run.attempt, out)


def print_riddle(
    run: BarRun, caught: Caught, out: Console, *, most: int = PLAIN, more: bool
) -> dict[str, Any]:
    """Print something of the next wrong solution, with `more` than before; return fields of the light."""
    if not caught.next:
        return {}
    rule, mutant = caught.next
    before = max((light.said for light in run.lights if light.riddle == mutant.name), default=0)
    said = max(1, min(before + more, most), min(before, most))
    paragraph(out, f"This wrong solution passes all your tests: {mutant.fields['riddle']}", "bold")
    if said >= PLAIN:
        paragraph(out, f"It is about “{rule.text}”. {mutant.fields['hint']}")
    if said == ALL:
        paragraph(out, f"{mutant.does} It shows in {mutant.shown_by}.")
    else:
        again = "next" if said < PLAIN and most == PLAIN else "hint"
        print_onward(out, f"More about it: {run.attempt.command(again)}")
    return {"riddle": mutant.name, "said": said}
