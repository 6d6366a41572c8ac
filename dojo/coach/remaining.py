"""MODE=mine, when all is green and nothing is new: the ideas, rules and wrong solutions that are left."""

import re
from typing import Any

from rich.console import Console

from dojo.attempt.create import IDEAS
from dojo.attempt.snapshot import Files
from dojo.coach.catching import Caught, judge_new, own_results
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


def read_ideas(files: Files) -> dict[str, bool]:
    """Return the ideas that an attempt lists, and whether each is ticked off; none if the list is gone."""
    file = files.get(IDEAS.encode())
    lines = file.content.decode(errors="replace").splitlines() if file else []
    found = filter(None, map(LINE.fullmatch, lines))
    return {line["text"].strip(): bool(line["mark"].strip()) for line in found}


def print_remaining(run: BarRun, unseen: list[Result], out: Console) -> dict[str, Any]:
    """Print what is left to test; return fields of the light."""
    if not run.outcome.own:
        begin = f"There is no test yet. Take the easiest line of {IDEAS}, and write it in"
        paragraph(out, f"{begin} {run.attempt.test_file}.", "bold")
        return {}
    caught, ideas = judge_new(run), read_ideas(run.snapshot.files)
    rejected = [result.rule for result in own_results(run) if result.id in caught.judgement.rejected]
    if rejected:
        what = f"A right solution does not pass {first_of(rejected)}: what does the statement say?"
        paragraph(out, what, COLOURS["amber"].style)
    if of := len(caught.rules):
        fully, wrong = len(caught.covered), caught.mutants
        checked = f"{fully} of {of} rules fully and {of - len(caught.untouched) - fully} in part"
        catch = f"catch {len(wrong & caught.names)} of {len(wrong)} wrong solutions"
        paragraph(out, f"Your tests check {checked}, and {catch}.")
    print_ideas(ideas, caught, out)
    if unseen:
        paragraph(out, f"Never seen red: {first_of([result.rule for result in unseen])}.", "dim")
    all_caught = bool(caught.mutants) and not caught.open
    if all_caught or (ideas and all(ideas.values())):
        print_end(run, caught, out)
        return caught.details
    return caught.details | print_riddle(run, caught, out, more=not run.has_changed)


def print_ideas(ideas: dict[str, bool], caught: Caught, out: Console) -> None:
    """Print the open lines of the list; and the lines where it and the tests disagree."""
    open = [text for text, is_ticked in ideas.items() if not is_ticked]
    ticked = ideas.keys() - set(open)
    if open:
        out.print(f"{IDEAS}: {len(open)} open, {len(ticked)} ticked off. The first: “{open[0]}”")
    elif ticked:
        out.print(f"{IDEAS}: all {len(ticked)} ticked off.")
    if done := [rule.text for rule in caught.covered if rule.text in open]:
        paragraph(out, f"You can tick off {first_of(done)}.")
    if bare := [rule.text for rule in caught.untouched if rule.text in ticked]:
        missing = f"Ticked off, and no test of yours would notice a fault in it: {first_of(bare)}."
        paragraph(out, missing, COLOURS["amber"].style)


def print_end(run: BarRun, caught: Caught, out: Console) -> None:
    """Print our tests that the code does not pass, or that catch another mutant; and what to do next."""
    paragraph(out, f"That is the end of {run.attempt.kata.name}.", "bold")
    tests, alive = run.exercise.tests, [mutant for rule in caught.rules for mutant in caught.alive(rule)]
    results = run.exercise.run(tests).ours
    ours = [test for test, result in zip(tests, results, strict=False) if result.colour != "green"]
    if alive and isinstance(run.exercise, SuiteExercise):
        ours += first_catchers(run.exercise.suite, tests, alive)
    if ours:
        rules = list(dict.fromkeys(test.rule for test in ours))
        paragraph(out, f"Our tests ask for more: {first_of(rules, most=3)}.")
    else:
        out.print("None of our tests asks for more.")
    print_suggestions(run.attempt, out)


def print_riddle(
    run: BarRun, caught: Caught, out: Console, *, most: int = PLAIN, more: bool
) -> dict[str, Any]:
    """Print something of the next wrong solution, with `more` than before; return fields of the light."""
    if not caught.open:
        return {}
    rule, mutant = caught.open[0]
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
