"""MODE=mine: the participant's tests, as their source and the lights have them, and what they catch.

The judge tries only the tests that are new or have changed; a light keeps what is caught by then.
"""

import ast
import os
from itertools import chain
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, all_files
from dojo.attempt.snapshot import Files
from dojo.coach.run import BarRun
from dojo.judge.judge import judge_tests
from dojo.judge.judgement import Judgement
from dojo.runner.result import Cell
from dojo.screen.waiting import progress_bar
from dojo.story.mutants import Mutant, Rule, kata_rules

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Sources(NamedTuple):
    """The tests of some files: the body of each, by the beginning of its id; and the rest."""

    bodies: dict[str, str]
    tables: dict[str, str]
    """The decorators of each: they have the rows that it runs on."""
    rest: tuple[str, ...]

    def has_kept(self, before: "Sources") -> bool:
        """True if all tests of before are still here, unchanged."""
        return self.rest == before.rest and self.bodies.items() >= before.bodies.items()


def read_sources(files: Files) -> Sources:
    """Return the tests in some files of an attempt."""
    found = Sources({}, {}, ())
    rest: list[str] = []
    for name, file in sorted(files.items()):
        if name.endswith(b".py") and is_tests(os.fsdecode(name)):
            try:
                tree = ast.parse(file.content)
            except (SyntaxError, ValueError):
                rest.append(file.content.decode(errors="replace"))
            else:
                rest += sort_out(tree, os.fsdecode(name), found)
    return found._replace(rest=tuple(rest))


def sort_out(node: ast.Module | ast.ClassDef, place: str, found: Sources) -> list[str]:
    """Note the tests in a module or in a class; return what else is in there."""
    rest = []
    for part in node.body:
        is_text = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
        if isinstance(part, Function) and part.name.startswith("test"):
            id = f"{place}::{part.name}"
            found.bodies[id] = "\n".join(map(ast.dump, [part.args, *part.body]))
            found.tables[id] = "\n".join(map(ast.dump, part.decorator_list))
        elif isinstance(part, ast.ClassDef) and part.name.startswith("Test"):
            rest += sort_out(part, f"{place}::{part.name}", found)
        elif not isinstance(part, ast.Import | ast.ImportFrom | ast.Pass) and not is_text:
            rest.append(ast.dump(part))
    return rest


def function_of(id: str) -> str:
    """Return the id of a test without its row."""
    return id.partition("[")[0]


def own_cells(run: BarRun) -> list[Cell]:
    """Return the cells of the participant's tests; their ids begin in the attempt: test_fizz.py::test_one."""
    return [cell._replace(id=within(run.attempt, cell.id)) for cell in run.result.own]


def own_colours(attempt: Attempt, light: Light) -> dict[str, str]:
    """Return the colours of the participant's tests at a light; none if the light does not say."""
    return {within(attempt, id): colour for id, colour in (light.own or {}).items()}


def within(attempt: Attempt, id: str) -> str:
    """Return the id of a test without the path of the attempt."""
    return id.removeprefix(f"{attempt.story.inside(attempt.folder)}/")


def is_test(id: str) -> bool:
    """True for a test, and not for a file that cannot be read."""
    return "::" in id


class Catch(NamedTuple):
    """The names of the mutants that are caught; and the judgement of this run."""

    names: frozenset[str]
    judgement: Judgement

    def first_caught_by(self, id: str) -> list[Mutant]:
        """Return the mutants that only this test has caught."""
        return [mutant for mutant, by in self.judgement.caught.items() if by == {id}]

    @property
    def details(self) -> dict[str, object]:
        """The fields of a light that keep it."""
        return {"catches": tuple(sorted(self.names))}


def judge_new(run: BarRun) -> Catch:
    """Return what the tests catch by now: a test that has not changed is not judged again."""
    story = run.attempt.story
    names, aside = judged_before(run)
    ids = {cell.id for cell in own_cells(run) if is_test(cell.id)}
    if not story.designs or not ids - aside:
        return Catch(names, Judgement(story))
    broken = (rule.mutants for rule in kata_rules(run.attempt.kata, story))
    wrong = [mutant for mutant in dict.fromkeys(chain.from_iterable(broken)) if mutant.name not in names]
    with progress_bar("what your tests catch", "solutions") as on_done:
        judgement = judge_tests(run.snapshot.files, story, aside=aside, wrong=wrong, on_done=on_done)
    return Catch(names | {mutant.name for mutant in judgement.caught}, judgement)


def judge_right(run: BarRun, ids: set[str]) -> Judgement:
    """Return whether the right solutions pass these tests; the mutants are not tried."""
    story = run.attempt.story
    if not story.designs or not ids:
        return Judgement(story)
    aside = {cell.id for cell in own_cells(run)} - ids
    return judge_tests(run.snapshot.files, story, aside=aside, wrong=[])


def judged_before(run: BarRun) -> tuple[frozenset[str], set[str]]:
    """Return which mutants are known to be caught, and the tests that were judged then.

    If one of these tests has changed, nothing is known any more.
    """
    light = next((light for light in reversed(run.lights) if light.catches is not None), None)
    if not light:
        return frozenset(), set()
    before = read_sources(all_files(run.attempt, [light])[light.commit])
    now = read_sources(run.snapshot.files)
    ids = {id for id in own_colours(run.attempt, light) if is_test(id)}
    if not now.has_kept(before) or not ids <= {cell.id for cell in own_cells(run)}:
        return frozenset(), set()
    same = {id for id in ids if now.tables.get(function_of(id)) == before.tables.get(function_of(id))}
    return frozenset(light.catches or ()), same


class MutantsCaught(NamedTuple):
    """The rules of the kata, and the names of the mutants that are caught."""

    rules: list[Rule]
    names: frozenset[str]

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


def standing(run: BarRun, names: frozenset[str]) -> MutantsCaught:
    """Return how the tests stand with the rules; raises BadFile."""
    there = kata_rules(run.attempt.kata, run.attempt.story) if run.attempt.story.designs else []
    return MutantsCaught(there, names)
