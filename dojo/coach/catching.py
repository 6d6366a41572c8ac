"""MODE=mine: the participant's tests, by their source; what they catch, and what is left.

A light keeps what is caught by then: the judge tries only what was not.
"""

import ast
import os
import re
from typing import NamedTuple

from rich.console import Console

from dojo.attempt.create import IDEAS
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Riddle, RiddleLight, RunLight
from dojo.attempt.recording import snapshot_of
from dojo.attempt.snapshot import Files
from dojo.coach.display import print_onward, suggest
from dojo.coach.exercise import SuiteExercise
from dojo.coach.run import BarRun
from dojo.judge.judge import Judgement, first_catchers, judge_tests
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import progress_bar
from dojo.story.mutants import Mutant, Rule, kata_rules
from dojo.wording import first_of

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


class Review(NamedTuple):
    """What a run has found of the participant's tests, for its light.

    Attributes:
        catches: the wrong solutions that they catch; None if nothing was judged.
        riddle: the wrong solution that was described, if any.
    """

    catches: tuple[str, ...] | None = None
    riddle: Riddle | None = None


class Caught(NamedTuple):
    """What the tests catch by now, and what this run has added to it."""

    names: tuple[str, ...]  # the mutants that are caught: the light keeps them
    alive: dict[Rule, list[Mutant]]  # the mutants that are not, by the rules of the kata
    judgement: Judgement

    @property
    def untouched(self) -> list[Rule]:
        """The rules of which no mutant is caught."""
        return [rule for rule, left in self.alive.items() if len(left) == len(rule.mutants)]

    @property
    def left(self) -> list[tuple[Rule, Mutant]]:
        """The mutants to catch next, each with its rule: untouched rules come first."""
        rules = dict.fromkeys([*self.untouched, *self.alive])
        return [(rule, mutant) for rule in rules for mutant in self.alive[rule]]


def judge_new(run: BarRun) -> Caught:
    """Return what the tests catch by now: what is known from the last judgement is not judged again.

    If one of these tests has changed, nothing is known any more.
    """
    story = run.attempt.story
    names, is_known = known_catches(run)
    rules = [rule for rule in kata_rules(run.attempt.kata, story) if rule.mutants] if story.designs else []
    judgement = Judgement(story)
    if rules and not is_known:
        # a mutant may be of two rules
        wrong: dict[Mutant, None] = {}
        for rule in rules:
            wrong |= dict.fromkeys(mutant for mutant in rule.mutants if mutant.name not in names)
        with progress_bar("what your tests catch", "solutions") as on_done:
            judgement = judge_tests(run.snapshot.files, story, wrong=list(wrong), on_done=on_done)
        names |= {mutant.name for mutant in judgement.caught}
    alive = {rule: [mutant for mutant in rule.mutants if mutant.name not in names] for rule in rules}
    return Caught(tuple(sorted(names)), alive, judgement)


def known_catches(run: BarRun) -> tuple[set[str], bool]:
    """Return the mutants that the last judgement has caught with tests that are still there, by their names.

    The second value is True if there are no other tests: then nothing new is caught.
    """
    for light in reversed(run.lights):
        if isinstance(light, RunLight | RiddleLight) and light.catches is not None:
            bodies, rest = read_sources(run.snapshot.files)
            earlier_bodies, earlier_rest = read_sources(snapshot_of(run.attempt, light).files)
            if rest == earlier_rest and bodies.items() >= earlier_bodies.items():
                return set(light.catches), bodies == earlier_bodies
            break
    return set(), False


def print_remaining(run: BarRun, unseen: list[Result], out: Console) -> Review:
    """Print what is left to test, or that it is the end; return what was found of the tests."""
    if not run.outcome.own:
        begin = f"There is no test yet. Take the easiest line of {IDEAS}, and write it in"
        paragraph(out, f"{begin} {run.attempt.test_file}.", "bold")
        return Review()
    caught = judge_new(run)
    left = list(dict.fromkeys(mutant for _, mutant in caught.left))
    if caught.alive:
        print_score(caught, left, out)
    all_ticked = print_ideas(run, caught, out)
    if unseen:
        paragraph(out, f"Never seen red: {first_of([result.rule for result in unseen])}.", "dim")
    if left and not all_ticked:
        return Review(caught.names, print_riddle(run, caught, out, most=PLAIN))
    if caught.alive or all_ticked:
        print_end(run, left, out)
    return Review(caught.names)


def print_score(caught: Caught, left: list[Mutant], out: Console) -> None:
    """Print how many rules the tests check, and how many wrong solutions they catch."""
    of = len(caught.alive)
    fully = list(caught.alive.values()).count([])
    wrong = set[Mutant]()
    for rule in caught.alive:
        wrong.update(rule.mutants)
    checked = f"{fully} of {of} rules fully and {of - len(caught.untouched) - fully} in part"
    catch = f"catch {len(wrong) - len(left)} of {len(wrong)} wrong solutions"
    paragraph(out, f"Your tests check {checked}, and {catch}.")


def print_end(run: BarRun, left: list[Mutant], out: Console) -> None:
    """Print that it is the end of the kata, what our tests ask besides, and where to go on."""
    paragraph(out, f"That is the end of {run.attempt.kata.name}.", "bold")
    tests, exercise = run.exercise.tests, run.exercise
    asking = []
    for test, result in zip(tests, exercise.run(tests).ours, strict=False):
        if result.colour != "green":
            asking.append(test)
    if isinstance(exercise, SuiteExercise):
        asking += first_catchers(exercise.suite, tests, left)
    rules = list(dict.fromkeys(test.rule for test in asking))
    asks = f"Our tests ask for more: {first_of(rules, most=3)}."
    paragraph(out, asks if rules else "None of our tests asks for more.")
    suggest(run.attempt, out)


def print_ideas(run: BarRun, caught: Caught, out: Console) -> bool:
    """Print how far the list is, and where it and the tests disagree; return whether all is ticked off."""
    file = run.snapshot.files.get(IDEAS.encode())
    lines = file.content.decode(errors="replace").splitlines() if file else []
    ideas = {line["text"].strip(): line["mark"].strip() for line in filter(None, map(LINE.fullmatch, lines))}
    left = [text for text, mark in ideas.items() if not mark]
    if ideas:
        first = f" The first: “{left[0]}”" if left else ""
        out.print(f"{IDEAS}: {len(left)} open, {len(ideas) - len(left)} ticked off.{first}")
    done = [rule.text for rule, alive in caught.alive.items() if not alive and rule.text in left]
    if done:
        paragraph(out, f"You can tick off {first_of(done)}.")
    if bare := [rule.text for rule in caught.untouched if ideas.get(rule.text)]:
        missing = f"Ticked off, and no test of yours would notice a fault in it: {first_of(bare)}."
        paragraph(out, missing, COLOURS["amber"].style)
    return bool(ideas) and not left


def print_riddle(run: BarRun, caught: Caught, out: Console, most: int) -> Riddle:
    """Print something of the next wrong solution, and at most so much; return how much that is."""
    rule, mutant = caught.left[0]
    before = 0
    for light in run.lights:
        if isinstance(light, RunLight | RiddleLight) and light.riddle and light.riddle.mutant == mutant.name:
            before = max(before, light.riddle.said)
    more = most == ALL or not run.has_changed  # the participant asks for more
    said = max(1, min(before + more, most))
    paragraph(out, f"This wrong solution passes all your tests: {mutant.fields['riddle']}", "bold")
    if said >= PLAIN:
        paragraph(out, f"It is about “{rule.text}”. {mutant.fields['hint']}")
    if said == ALL:
        paragraph(out, f"{mutant.does} It shows in {mutant.fields['shown by']}.")
    else:
        print_onward(out, f"More about it: {run.attempt.command('hint')}")
    return Riddle(mutant.name, said)
