"""MODE=mine: what the participant's tests catch, and what is left.

A light keeps what is caught by then: the judge tries only what was not.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import IDEAS
from dojo.attempt.light import Light, Riddle, RiddleLight, RunLight
from dojo.attempt.recording import snapshot_of
from dojo.attempt.snapshot import Files
from dojo.coach.display import print_onward, suggest
from dojo.coach.exercise import SuiteExercise
from dojo.coach.mine.sources import read_sources
from dojo.coach.run import BarRun
from dojo.judge.judge import Judgement, first_catchers, judge_tests
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.waiting import progress_bar
from dojo.story.mutants import Mutant, Rule, kata_rules
from dojo.wording import first_of

LINE = re.compile(r"\s*(?:[-*]\s*)?\[(?P<mark>.?)\]\s*(?P<text>\S.*)")
# how much to say of a wrong solution: 1 is its riddle, 2 also its rule and a hint, 3 also what shows it
PLAIN, ALL = 2, 3


class Review(NamedTuple):
    """What a run has found of the participant's tests, for its light.

    Attributes:
        catches: the wrong solutions that they catch; None if nothing was judged.
        riddle: the wrong solution that was described, if any.
    """

    catches: tuple[str, ...] | None = None
    riddle: Riddle | None = None


class Caught(NamedTuple):
    """What the tests catch by now, and what this run has added to it.

    Attributes:
        names: the mutants that are caught: the light keeps them.
        alive: the mutants that are not, by the rules of the kata.
        judgement: what was judged in this run.
    """

    names: tuple[str, ...]
    alive: dict[Rule, list[Mutant]]
    judgement: Judgement

    @property
    def untouched(self) -> list[Rule]:
        """The rules of which no mutant is caught."""
        return [rule for rule, left in self.alive.items() if len(left) == len(rule.mutants)]

    @property
    def remaining(self) -> list[Mutant]:
        """The mutants to catch next, each of them once."""
        mutants = [mutant for _, mutant in self.left]
        return list(dict.fromkeys(mutants))

    @property
    def left(self) -> list[tuple[Rule, Mutant]]:
        """The mutants to catch next, each with its rule: untouched rules come first."""
        pairs = []
        for rule in dict.fromkeys([*self.untouched, *self.alive]):
            for mutant in self.alive[rule]:
                pairs.append((rule, mutant))
        return pairs


def find_alive(rules: list[Rule], names: set[str]) -> dict[Rule, list[Mutant]]:
    """Return the mutants of each rule whose names are not among those that are caught."""
    alive: dict[Rule, list[Mutant]] = {}
    for rule in rules:
        alive[rule] = [mutant for mutant in rule.mutants if mutant.name not in names]
    return alive


def distinct(groups: Iterable[Sequence[Mutant]]) -> list[Mutant]:
    """Return the mutants of some groups, each of them once: a mutant may be of two rules."""
    return list(dict.fromkeys(chain.from_iterable(groups)))


def judge_new(run: BarRun) -> Caught:
    """Return what the tests catch by now: what is known from the last judgement is not judged again.

    If one of these tests has changed, nothing is known any more.
    """
    story = run.attempt.story
    names, is_known = known_catches(run)
    rules: list[Rule] = []
    if story.designs:
        rules = [rule for rule in kata_rules(run.attempt.kata, story) if rule.mutants]
    judgement = Judgement(story)
    if rules and not is_known:
        wrong = distinct(find_alive(rules, names).values())
        with progress_bar("what your tests catch", "solutions") as on_done:
            judgement = judge_tests(
                run.snapshot.files, story, wrong=wrong, on_done=on_done, executor=run.executor
            )
        names |= {mutant.name for mutant in judgement.caught}
    return Caught(tuple(sorted(names)), find_alive(rules, names), judgement)


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
        print_no_test(run, out)
        return Review()
    caught = judge_new(run)
    left = caught.remaining
    if caught.alive:
        print_score(caught, left, out)
    all_ticked = print_ideas(run, caught, out)
    if unseen:
        rules = [result.rule for result in unseen]
        paragraph(out, f"Never seen red: {first_of(rules)}.", "dim")
    if left and not all_ticked:
        return Review(caught.names, print_riddle(run, caught, out, most=PLAIN))
    if caught.alive or all_ticked:
        print_end(run, left, out)
    return Review(caught.names)


def print_no_test(run: BarRun, out: Console) -> None:
    """Print that there is no test yet, and what a first one is."""
    begin = f"There is no test yet. Take the easiest line of {IDEAS}, and write it in"
    paragraph(out, f"{begin} {run.attempt.test_file}.", "bold")
    paragraph(
        out, "A test is a function whose name begins with test_, and an assert in it says what has to come."
    )


def print_score(caught: Caught, left: list[Mutant], out: Console) -> None:
    """Print how many wrong solutions the tests catch, and for how many rules they catch all or some."""
    rules = len(caught.alive)
    with_all_caught = list(caught.alive.values()).count([])
    with_some_caught = rules - len(caught.untouched) - with_all_caught
    wrong = distinct(rule.mutants for rule in caught.alive)
    catch = f"catch {len(wrong) - len(left)} of our {len(wrong)} wrong solutions"
    by_rule = f"all of them for {with_all_caught} of {rules} rules, some for {with_some_caught}"
    paragraph(out, f"Your tests {catch}: {by_rule}.")


def print_end(run: BarRun, left: list[Mutant], out: Console) -> None:
    """Print that it is the end of the kata, what our tests ask besides, and where to go on."""
    paragraph(out, f"That is the end of {run.attempt.kata.name}.", "bold")
    exercise = run.exercise
    tests = exercise.tests
    asking = []
    for test, result in zip(tests, exercise.run(tests).ours, strict=False):
        if result.colour != "green":
            asking.append(test)
    if isinstance(exercise, SuiteExercise):
        asking += first_catchers(exercise.suite, tests, left)
    rules = [test.rule for test in asking]
    # several tests may be rows of one rule
    distinct_rules = list(dict.fromkeys(rules))
    asks = f"Our tests ask for more: {first_of(distinct_rules, most=3)}."
    paragraph(out, asks if rules else "None of our tests asks for more.")
    suggest(run, out)


def is_over(attempt: Attempt, lights: Sequence[Light], files: Files) -> bool:
    """True if the tests have caught every wrong solution by now, or all ideas in the files are ticked off."""
    ideas = read_ideas(files)
    if ideas and all(ideas.values()):
        return True
    names: set[str] = set()
    for light in lights:
        if isinstance(light, RunLight | RiddleLight) and light.catches is not None:
            names = set(light.catches)
    wrong = distinct(rule.mutants for rule in kata_rules(attempt.kata, attempt.story))
    return bool(wrong) and names >= {mutant.name for mutant in wrong}


def print_ideas(run: BarRun, caught: Caught, out: Console) -> bool:
    """Print how far the list is, and where it and the tests disagree; return whether all is ticked off."""
    ideas = read_ideas(run.snapshot.files)
    left = [text for text, mark in ideas.items() if not mark]
    if ideas:
        first = f" The first: “{left[0]}”" if left else ""
        out.print(f"{IDEAS}: {len(left)} open, {len(ideas) - len(left)} ticked off.{first}")
    print_disagreements(ideas, caught, out)
    return bool(ideas) and not left


def print_disagreements(ideas: dict[str, str], caught: Caught, out: Console) -> None:
    """Print which open ideas are tested, and which ticked ones are not; an idea may be none of the rules."""
    done = []
    for rule, alive in caught.alive.items():
        # an idea that is not in the list has no mark at all
        if not alive and ideas.get(rule.text) == "":
            done.append(rule.text)
    if done:
        caught_all = f"Your tests catch all our wrong solutions about {first_of(done)}"
        paragraph(out, f"{caught_all}. Is that enough? Then tick off what is done.")
    untested = [rule.text for rule in caught.untouched if ideas.get(rule.text)]
    if untested:
        missing = f"Ticked off, and no test of yours would notice a fault in it: {first_of(untested)}."
        paragraph(out, missing, COLOURS["amber"].style)


def read_ideas(files: Files) -> dict[str, str]:
    """Return the mark of each line in the participant's list, by its text; an open one has an empty mark."""
    ideas: dict[str, str] = {}
    file = files.get(IDEAS.encode())
    if file is None:
        return ideas
    for line in file.content.decode(errors="replace").splitlines():
        match = LINE.fullmatch(line)
        if match:
            ideas[match["text"].strip()] = match["mark"].strip()
    return ideas


def print_riddle(run: BarRun, caught: Caught, out: Console, most: int) -> Riddle:
    """Print something of the next wrong solution, and at most so much; return how much that is."""
    rule, mutant = caught.left[0]
    before = 0
    for light in run.lights:
        if isinstance(light, RunLight | RiddleLight) and light.riddle and light.riddle.mutant == mutant.name:
            before = max(before, light.riddle.said)
    # where nothing has changed, another `make next` asks for more, too
    more = most == ALL or not run.has_changed
    level = max(1, min(before + more, most))
    if most == ALL:
        out.print(f"hint {level} of {ALL}", style="bold")
    paragraph(out, f"This wrong solution passes all your tests: {mutant.fields['riddle']}", "bold")
    if level >= PLAIN:
        paragraph(out, f"It is about “{rule.text}”. {mutant.fields['hint']}")
    if level == ALL:
        paragraph(out, f"{mutant.does} It shows in {mutant.fields['shown by']}.")
    else:
        print_onward(out, f"More about it: {run.attempt.command('hint')}")
    return Riddle(mutant.name, level)
