"""What a participant's tests catch: the judge tries the new ones, and the lights record the answer."""

from itertools import chain
from typing import Any, NamedTuple

from dojo.attempt.light import Light, all_files
from dojo.coach.cycle.run import Run
from dojo.coach.mine.own import is_a_test, own, own_then
from dojo.coach.mine.written import beginning, written
from dojo.judge.judge import judge_tests, without_links
from dojo.judge.judgement import Judgement
from dojo.screen.waiting import with_a_bar
from dojo.story.mutants import Mutant, Rule, rules


class Catch(NamedTuple):
    """The names of the mutants that are caught; and the judgement of this run."""

    names: frozenset[str]
    judgement: Judgement

    def first_caught_by(self, id: str) -> list[Mutant]:
        """The mutants that none but this test has caught."""
        return [mutant for mutant, by in self.judgement.caught.items() if by == {id}]

    @property
    def told(self) -> dict[str, Any]:
        """What a light records of it."""
        return {"catches": sorted(self.names)}


def catch(run: Run) -> Catch:
    """What the tests catch by now: a test that has not changed is not judged again."""
    story = run.attempt.story
    names, aside = already(run)
    ids = {cell.id for cell in own(run) if is_a_test(cell.id)}
    if not story.designs or not ids - aside:
        return Catch(names, Judgement(story))
    wrong = [mutant for mutant in of_the_kata(run) if mutant.name not in names]
    with with_a_bar("what your tests catch", "solutions") as on_done:
        files = without_links(run.snapshot.files)
        judgement = judge_tests(files, story, aside=aside, wrong=wrong, on_done=on_done)
    return Catch(names | {mutant.name for mutant in judgement.caught}, judgement)


def of_the_kata(run: Run) -> list[Mutant]:
    """The mutants that break a rule of the kata, and not those of another kata."""
    attempt = run.attempt
    broken = (rule.mutants for rule in rules(attempt.kata, attempt.story))
    return list(dict.fromkeys(chain.from_iterable(broken)))


def sound(run: Run, ids: set[str]) -> Judgement:
    """Whether the right solutions pass these tests; the mutants are not tried."""
    story = run.attempt.story
    if not story.designs or not ids:
        return Judgement(story)
    aside = {cell.id for cell in own(run)} - ids
    return judge_tests(without_links(run.snapshot.files), story, aside=aside, wrong=[])


def already(run: Run) -> tuple[frozenset[str], set[str]]:
    """Which mutants are known to be caught, and by which tests; nothing if one of these tests has changed."""
    light = last_judged(run.lights)
    if not light:
        return frozenset(), set()
    before = written(all_files(run.attempt, [light])[light.commit])
    now = written(run.snapshot.files)
    ids = {id for id in own_then(run.attempt, light) if is_a_test(id)}
    if not now.has_kept(before) or not ids <= {cell.id for cell in own(run)}:
        return frozenset(), set()
    same = {id for id in ids if now.tables.get(beginning(id)) == before.tables.get(beginning(id))}
    return frozenset(light.catches or ()), same


def last_judged(lights: list[Light]) -> Light | None:
    """The last light that records what is caught."""
    return next((light for light in reversed(lights) if light.catches is not None), None)


class Standing(NamedTuple):
    """The rules of the kata, and how many of the mutants of each are caught."""

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
        in_turn = sorted(left, key=lambda rule: rule not in self.untouched)
        return [(rule, self.alive(rule)[0]) for rule in in_turn]

    @property
    def mutants(self) -> set[str]:
        """The names of all that break a rule."""
        return {mutant.name for rule in self.rules for mutant in rule.mutants}


def standing(run: Run, names: frozenset[str]) -> Standing:
    """How the tests stand with the rules; raises BadFile."""
    there = rules(run.attempt.kata, run.attempt.story) if run.attempt.story.designs else []
    return Standing(there, names)
