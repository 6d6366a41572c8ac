"""MODE=mine: the participant's tests, by their source and in the lights; what they catch, and what is left.

A light keeps what is caught by then: the judge tries only what was not.
"""

import ast
import os
import re
from typing import Any, NamedTuple

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import IDEAS
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, all_files
from dojo.attempt.snapshot import Files
from dojo.coach.display import print_onward, print_suggestions
from dojo.coach.exercise import SuiteExercise
from dojo.coach.run import BarRun
from dojo.judge.judge import first_catchers, judge_tests
from dojo.judge.judgement import Judgement
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import progress_bar
from dojo.screen.words import first_of
from dojo.story.mutants import Mutant, Rule, kata_rules

LINE = re.compile(r"\s*(?:[-*]\s*)?\[(?P<mark>.?)\]\s*(?P<text>\S.*)")
PLAIN, ALL = 2, 3
"""How much to say of a wrong solution: 1 is its riddle, 2 also its rule and a hint, 3 also what shows it."""


def read_sources(files: Files) -> tuple[dict[str, str], list[str]]:
    """Return the body of each test in some files, by the beginning of its id; and all else but imports."""
    bodies, rest, parts = dict[str, str](), list[str](), list[tuple[str, ast.AST]]()
    for path, file in sorted(files.items()):
        name = os.fsdecode(path)
        if name.endswith(".py") and is_tests(name):
            try:
                parts += [(name, part) for part in ast.parse(file.content).body]
            except (SyntaxError, ValueError):
                rest.append(file.content.decode(errors="replace"))
    for place, part in parts:
        id = f"{place}::{getattr(part, 'name', '')}"
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name.startswith("test"):
            bodies[id] = "\n".join(map(ast.dump, [part.args, *part.body]))
            rest += map(ast.dump, part.decorator_list)  # they have its rows
        elif isinstance(part, ast.ClassDef) and part.name.startswith("Test"):
            parts += [(id, inner) for inner in part.body]
        elif not isinstance(part, ast.Import | ast.ImportFrom | ast.Pass):
            rest.append(ast.dump(part))
    return bodies, rest


def own_results(run: BarRun) -> list[Result]:
    """Return the results of their own tests; the ids begin in the attempt: test_fizz.py::test_one."""
    return [result._replace(id=within(run.attempt, result.id)) for result in run.outcome.own]


def own_colours(attempt: Attempt, light: Light | None) -> dict[str, str]:
    """Return the colours of the participant's tests at a light; none if there is none, or it does not say."""
    own = light.own if light and light.own else {}
    return {within(attempt, id): colour for id, colour in own.items()}


def within(attempt: Attempt, id: str) -> str:
    """Return the id of a test without the path of the attempt."""
    return id.removeprefix(f"{attempt.story.inside(attempt.folder)}/")


def is_test(id: str) -> bool:
    """True for a test, and not for a file that cannot be read."""
    return "::" in id


class Caught(NamedTuple):
    """The mutants that the tests catch by now, the rules of the kata, and the judgement of this run."""

    names: frozenset[str]
    rules: list[Rule]
    judgement: Judgement

    def alive(self, rule: Rule) -> list[Mutant]:
        return [mutant for mutant in rule.mutants if mutant.name not in self.names]

    @property
    def untouched(self) -> list[Rule]:
        """The rules of which no mutant is caught."""
        return [rule for rule in self.rules if rule.mutants and len(self.alive(rule)) == len(rule.mutants)]

    @property
    def covered(self) -> list[Rule]:
        """The rules of which all mutants are caught."""
        return [rule for rule in self.rules if rule.mutants and not self.alive(rule)]

    @property
    def next(self) -> tuple[Rule, Mutant] | None:
        """The mutant to catch next, and its rule: untouched rules come first."""
        return next(
            ((rule, self.alive(rule)[0]) for rule in [*self.untouched, *self.rules] if self.alive(rule)), None
        )

    @property
    def mutants(self) -> dict[Mutant, None]:
        """All that break a rule, each once and in order."""
        return dict.fromkeys(mutant for rule in self.rules for mutant in rule.mutants)

    @property
    def details(self) -> dict[str, Any]:
        """The fields of a light that keep it."""
        return {"catches": tuple(sorted(self.names))}


def judge_new(run: BarRun) -> Caught:
    """Return what the tests catch by now: those of the last judgement are not judged again."""
    story = run.attempt.story
    names, is_known = judged_before(run)
    found = Caught(names, kata_rules(run.attempt.kata, story) if story.designs else [], Judgement(story))
    if not story.designs or is_known:
        return found
    wrong = [mutant for mutant in found.mutants if mutant.name not in names]
    with progress_bar("what your tests catch", "solutions") as on_done:
        judgement = judge_tests(run.snapshot.files, story, wrong=wrong, on_done=on_done)
    return Caught(names | {mutant.name for mutant in judgement.caught}, found.rules, judgement)


def judged_before(run: BarRun) -> tuple[frozenset[str], bool]:
    """Return which mutants are known to be caught, and whether no test is new since that was judged.

    If one of these tests has changed, nothing is known any more.
    """
    bodies, rest = read_sources(run.snapshot.files)
    if light := next((light for light in reversed(run.lights) if light.catches is not None), None):
        then, rest_then = read_sources(all_files(run.attempt, [light])[light.commit])
        if rest == rest_then and bodies.items() >= then.items():
            return frozenset(light.catches or ()), bodies == then
    return frozenset(), not bodies


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
        paragraph(out, f"{mutant.does} It shows in {mutant.fields['shown by']}.")
    else:
        again = "next" if said < PLAIN and most == PLAIN else "hint"
        print_onward(out, f"More about it: {run.attempt.command(again)}")
    return {"riddle": mutant.name, "said": said}
