"""MODE=mine: the participant's tests, as their source and the lights have them, and what they catch.

A light keeps what is caught by then: the judge tries only what was not.
"""

import ast
import os
from dataclasses import dataclass, field
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, all_files
from dojo.attempt.snapshot import Files
from dojo.coach.run import BarRun
from dojo.judge.judge import judge_tests
from dojo.judge.judgement import Judgement
from dojo.runner.result import Result
from dojo.screen.waiting import progress_bar
from dojo.story.mutants import Mutant, Rule, kata_rules

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Sources:
    """The tests of some files: the body of each, by the beginning of its id, and the rest."""

    bodies: dict[str, str] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)
    """They have the rows that a test runs on."""
    rest: list[str] = field(default_factory=list)


def read_sources(files: Files) -> Sources:
    found = Sources()
    for path, file in sorted(files.items()):
        name = os.fsdecode(path)
        if name.endswith(".py") and is_tests(name):
            try:
                sort_out(ast.parse(file.content), name, found)
            except (SyntaxError, ValueError):
                found.rest.append(file.content.decode(errors="replace"))
    return found


def sort_out(node: ast.Module | ast.ClassDef, place: str, found: Sources) -> None:
    """Note the tests in a module or in a class, and what else is in there."""
    for part in node.body:
        is_text = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
        if isinstance(part, Function) and part.name.startswith("test"):
            found.bodies[f"{place}::{part.name}"] = "\n".join(map(ast.dump, [part.args, *part.body]))
            found.tables += map(ast.dump, part.decorator_list)
        elif isinstance(part, ast.ClassDef) and part.name.startswith("Test"):
            sort_out(part, f"{place}::{part.name}", found)
        elif not isinstance(part, ast.Import | ast.ImportFrom | ast.Pass) and not is_text:
            found.rest.append(ast.dump(part))


def function_of(id: str) -> str:
    """Return the id of a test without its row."""
    return id.partition("[")[0]


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
    def open(self) -> list[tuple[Rule, Mutant]]:
        """One mutant to catch for each rule, first for the untouched rules."""
        left = [rule for rule in self.rules if self.alive(rule)]
        in_order = sorted(left, key=lambda rule: rule not in self.untouched)
        return [(rule, self.alive(rule)[0]) for rule in in_order]

    @property
    def mutants(self) -> set[str]:
        """The names of all that break a rule."""
        return {mutant.name for rule in self.rules for mutant in rule.mutants}

    @property
    def details(self) -> dict[str, object]:
        """The fields of a light that keep it."""
        return {"catches": tuple(sorted(self.names))}


def judge_new(run: BarRun) -> Caught:
    """Return what the tests catch by now: those of the last judgement are not judged again."""
    story = run.attempt.story
    rules = kata_rules(run.attempt.kata, story) if story.designs else []
    names, is_known = judged_before(run)
    if not story.designs or is_known:
        return Caught(names, rules, Judgement(story))
    mutants = dict.fromkeys(mutant for rule in rules for mutant in rule.mutants)
    wrong = [mutant for mutant in mutants if mutant.name not in names]
    with progress_bar("what your tests catch", "solutions") as on_done:
        judgement = judge_tests(run.snapshot.files, story, wrong=wrong, on_done=on_done)
    return Caught(names | {mutant.name for mutant in judgement.caught}, rules, judgement)


def judged_before(run: BarRun) -> tuple[frozenset[str], bool]:
    """Return which mutants are known to be caught, and whether no test is new since that was judged.

    If one of these tests has changed, nothing is known any more.
    """
    ids = {result.id for result in own_results(run) if is_test(result.id)}
    light = next((light for light in reversed(run.lights) if light.catches is not None), None)
    if not light:
        return frozenset(), not ids
    before = read_sources(all_files(run.attempt, [light])[light.commit])
    now = read_sources(run.snapshot.files)
    known = {id for id in own_colours(run.attempt, light) if is_test(id)}
    if now.rest != before.rest or not now.bodies.items() >= before.bodies.items() or not known <= ids:
        return frozenset(), not ids
    return frozenset(light.catches or ()), now == before and known == ids
