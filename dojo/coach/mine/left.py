"""All is green and nothing is new: the ideas, rules or wrong solution that are left."""

from typing import Any

from rich.console import Console

from dojo.coach.cycle.course import OfSuite
from dojo.coach.cycle.ending import next_doors
from dojo.coach.cycle.run import Run
from dojo.coach.mine.catching import Standing, catch, standing
from dojo.coach.mine.ideas import FILE, Idea, ideas
from dojo.coach.mine.own import own
from dojo.coach.mine.riddles import riddle
from dojo.coach.mine.start import tests_of
from dojo.coach.mine.verdicts import unsound
from dojo.judge.judge import first_catchers
from dojo.runner.result import Cell
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.words import first_of
from dojo.story.tests import SuiteTest


def left(run: Run, unseen: list[Cell], out: Console) -> dict[str, Any]:
    """Say what is left; gives what a light records."""
    if not run.result.own:
        where = tests_of(run.attempt)
        paragraph(
            out, f"There is no test yet. Take the easiest line of {FILE}, and write it in {where}.", "bold"
        )
        return {}
    caught = catch(run)
    rules, listed = standing(run, caught.names), ideas(run.snapshot.files)
    for cell in own(run):
        if cell.id in caught.judgement.rejected:
            paragraph(out, f"“{cell.rule}”: {unsound(cell, caught.judgement)}", COLOURS["amber"].style)
    in_numbers(rules, out)
    on_the_list(listed, rules, out)
    if unseen:
        paragraph(out, f"Never seen red: {first_of([cell.rule for cell in unseen])}.", "dim")
    if is_over(rules, listed):
        ended(run, rules, out)
        return caught.told
    return caught.told | riddle(run, rules, out, more=not run.has_changed)


def in_numbers(rules: Standing, out: Console) -> None:
    """How many of the rules and of the wrong solutions."""
    if of := len(rules.rules):
        touched, wrong = of - len(rules.untouched), rules.mutants
        caught = f"catch {len(wrong & rules.names)} of {len(wrong)} wrong solutions"
        paragraph(out, f"Your tests touch {touched} of {of} rules, cover {len(rules.covered)}, and {caught}.")


def on_the_list(listed: list[Idea], rules: Standing, out: Console) -> None:
    """The open lines of the list; and the lines where it and the tests disagree."""
    open = [idea.text for idea in listed if not idea.ticked]
    ticked = {idea.text for idea in listed if idea.ticked}
    if open:
        out.print(f"{FILE}: {len(open)} open, {len(ticked)} ticked off. The first: “{open[0]}”")
    elif ticked:
        out.print(f"{FILE}: all {len(ticked)} ticked off.")
    if done := [rule.text for rule in rules.covered if rule.text in open]:
        paragraph(out, f"You can tick off {first_of(done)}.")
    if bare := [rule.text for rule in rules.untouched if rule.text in ticked]:
        paragraph(
            out, f"Ticked off, and no test of yours would notice: {first_of(bare)}.", COLOURS["amber"].style
        )


def is_over(rules: Standing, listed: list[Idea]) -> bool:
    """Is every mutant caught, or has the participant ticked off every line?"""
    all_caught = bool(rules.mutants) and not rules.open
    return all_caught or (bool(listed) and all(idea.ticked for idea in listed))


def ended(run: Run, rules: Standing, out: Console) -> None:
    """The end: the rules that are covered, the tests of ours that these lack, and what to do next."""
    paragraph(out, f"That is the end of {run.attempt.kata.name}.", "bold")
    if ours := lacking(run, rules):
        paragraph(out, f"Tests of ours that you lack: {first_of(ours, most=3)}.")
    else:
        out.print("None of our tests asks for more.")
    for what, command in next_doors(run.attempt):
        out.print(f"  {what}: {command}")


def lacking(run: Run, rules: Standing) -> list[str]:
    """The rules of our tests that the code does not pass; then of those that catch another mutant."""
    tests = run.course.tests
    result = run.course.tried(tests)
    failing = [test for test, cell in zip(tests, result.ours, strict=False) if cell.colour != "green"]
    alive = [mutant for rule in rules.rules for mutant in rules.alive(rule)]
    catching: list[SuiteTest] = []
    if alive and isinstance(run.course, OfSuite):
        catching = first_catchers(run.course.suite, tests, alive)
    return list(dict.fromkeys(test.rule for test in [*failing, *catching]))
