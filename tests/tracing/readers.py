"""What each verb says of a made-up evening, in the words in which its script says what is true."""

import re
from collections import defaultdict
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from prove.evening import TAUGHT, WORDS
from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.host import Terminal
from dojo.attempt.light import RunLight
from dojo.attempt.snapshot import Snapshot
from dojo.coach import own_tests
from dojo.coach.exercise import ExerciseOutcome, SuiteExercise
from dojo.coach.run import BarRun
from dojo.history.export import Export
from dojo.history.pairs import PairHistory
from dojo.history.runs import trace_states
from dojo.history.summary import Summary
from dojo.model.outcome import Outcome
from dojo.prove.lights import LightsProof
from dojo.prove.verdict import Kind
from dojo.room.models import Pair, Record, Report
from dojo.room.reports import in_green_of, list_first_green
from dojo.runner.result import Result
from dojo.story.tests import first_drivers, rule_of
from dojo.tracing.moment import InGreen
from dojo.tracing.versions import trace_lights
from tracing.script import Evening, Scene, Told

KINDS = {
    "red": Kind.PROVEN,
    "name": Kind.BY_NAME,
    "crash": Kind.CRASHED,
    "at once": Kind.PASSES,
    "with code": Kind.UNSEEN,
    "changed": Kind.MADE_GREEN,
    "adapted": Kind.ADAPTED,
    "reworded": Kind.REFACTORING,
    "weaker": Kind.WEAKENED,
}


def plain_rule(name: str) -> str:
    """The rule of a test, by the name of its function."""
    return name.replace("_", " ")


def proof_of(evening: Evening) -> tuple[list[tuple[int, Kind, str]], dict[int, str]]:
    """The verdicts on tests, each with its light; and what code is that changed in green."""
    verdicts, in_green = [], {}
    with pytest.MonkeyPatch.context() as patch:
        # each test has a verdict of its own, where a person is told of many with one cause in a line
        patch.setattr("dojo.prove.joining.MANY_TESTS", 1000)
        revisions = LightsProof(evening.lights, evening.files, is_program=False).revisions
    for revision in revisions:
        number = int(revision.name.split()[1])
        for verdict in revision.verdicts:
            if verdict.test:
                verdicts.append((number, verdict.kind, verdict.rule))
            elif "something new" in verdict.says:
                in_green[number] = "new behaviour"
            elif "no test would have noticed a change" in verdict.says:
                in_green[number] = "unnoticed"
            elif verdict.kind == Kind.REFACTORING:
                in_green[number] = "refactoring"
            else:
                in_green[number] = verdict.says
    return sorted(verdicts), in_green


def rows_of(summary: Summary) -> dict[int, str]:
    """What code is that changed in green, by the rows of `make lights`; each says so in words."""
    found = {}
    for row in summary.rows:
        if row.in_green:
            found[row.light.number] = str(row.in_green)
            assert ("no test would have noticed" in row.about) is (row.in_green == InGreen.UNNOTICED)
            assert ("can do something new" in row.about) is (row.in_green == InGreen.NEW_BEHAVIOUR)
    return found


def pair_of(evening: Evening) -> PairHistory:
    """A pair as a room and a retro know it: by the reports of its lights."""
    trace = trace_lights(evening.lights, evening.files)
    first_green = list_first_green(trace)
    reports = []
    for light in evening.lights:
        colour = light.colour if isinstance(light, RunLight) else ""
        report = Report(
            "a" * 12,
            light.number,
            light.when,
            light.verb,
            colour,
            0,
            0,
            first_green=first_green.get(light.number, {}),
            in_green=in_green_of(trace, light),
        )
        reports.append(report)
    return PairHistory("ada", Record(Pair("a" * 20, "ada", "fizz"), reports))


@pytest.fixture(scope="session")
def export(tmp_path_factory: pytest.TempPathFactory) -> Export:
    """What makes commits of an evening, of which nothing is on the disk."""
    suite = tmp_path_factory.mktemp("story") / "suite"
    suite.mkdir()
    functions = "".join(f"def test_{word}(): ...\n" for word in WORDS.values())
    (suite / "test_numbers.py").write_text(functions)
    story = SimpleNamespace(top=suite.parent, suite=suite, module="fizz")
    found = Export.__new__(Export)
    found.attempt = cast(
        Attempt, SimpleNamespace(story=story, kata=SimpleNamespace(title="Fizz"), program="", is_own=False)
    )
    found.tests, found.cases = TAUGHT, []
    found.ids = [test.id for test in TAUGHT]
    found.opening = {test.id for test in first_drivers(TAUGHT[1:])}
    return found


def commits_of(evening: Evening, export: Export) -> dict[int, tuple[set[str], str]]:
    """The rules that each green commit names, and what it says of code that changed in green."""
    last = trace_states(evening.lights, evening.files)[-1]
    path = [state for state in [last, *last.path] if isinstance(state.light, RunLight)][::-1]
    found = {}
    trace = trace_lights(evening.lights, evening.files)
    for light, _, subject, lines in export.commits(path, trace):
        if light is path[0].light or subject.startswith("Red: "):
            continue
        rules = {line.removeprefix("- ") for line in lines if line.startswith("- ")}
        if not subject.endswith(", with all tests green"):
            rules.add(subject)
        text = "\n".join(lines)
        said = "unnoticed" if "No test would have noticed a change" in text else ""
        said = "new behaviour" if "The code can do something new" in text else said
        found[light.number] = rules, said
    return found


def run_at(evening: Evening, light: RunLight, patch: pytest.MonkeyPatch) -> BarRun:
    """The run that a light records, with the lights before it."""
    earlier = evening.lights[: light.number - 1]
    story = SimpleNamespace(designs=[])
    attempt = SimpleNamespace(
        command=lambda words: f"make {words}",
        story=story,
        kata=SimpleNamespace(name="fizz"),
        module=Path("fizz.py"),
        test_file="test_fizz.py",
        is_own=True,
        host=Terminal(),
    )
    own = [result_of(outcome) for outcome in (light.own or {}).values()]
    exercise = SimpleNamespace(attempt=attempt, tests=[], fingerprint=light.suite)
    patch.setattr("dojo.coach.run.all_files", lambda *_: evening.files)
    patch.setattr("dojo.coach.run.snapshot_of", lambda _, one: Snapshot(evening.files[one.id], {}))
    return BarRun(
        cast(SuiteExercise, exercise),
        earlier,
        Snapshot(evening.files[light.id], {}),
        0,
        ExerciseOutcome(own, []),
        unnoticed=light.unnoticed,
        grows=light.grows,
    )


def result_of(outcome: Outcome) -> Result:
    """The result of a test that a light has recorded."""
    found = Result(outcome.test, rule_of(outcome.test), outcome.colour, outcome.why, outcome.failure)
    return found._replace(reason=outcome.reason or "", missing=outcome.missing)


def every_one_of(rules: list[str]) -> str:
    return ", ".join(f"“{rule}”" for rule in rules)


SAYS = {
    "never seen red": "never seen red.",
    "earned a place": "earned a place",
    "seen red now": "seen red now.",
    "no code was needed": "no code was needed",
}


def told_by_next(evening: Evening, number: int) -> tuple[Told, str]:
    """What `make next` or `make bar` says at a light in MODE=mine; and of code that changed in green."""
    light = evening.lights[number - 1]
    assert isinstance(light, RunLight)
    out = Console(file=StringIO(), width=100_000)
    with pytest.MonkeyPatch.context() as patch:
        # all of them, where a person is told of two and how many more
        patch.setattr("dojo.coach.own_tests.first_of", every_one_of)
        patch.setattr("dojo.coach.catching.first_of", every_one_of)
        own_tests.comment(run_at(evening, light, patch), light.verb, out)
    verdicts: dict[str, str] = {}
    deleted: set[str] = set()
    never_red: set[str] = set()
    is_rest = False
    in_green = ""
    for line in cast(StringIO, out.file).getvalue().splitlines():
        names = [name.replace(" ", "_") for name in re.findall("“(.*?)”", line)]
        if ": deleted. To go back to it:" in line:
            deleted.update(names)
        elif line.startswith("Never seen red: "):
            never_red.update(names)
        elif "can do something new" in line:
            in_green = "new behaviour"
        elif line.startswith("No test would have noticed a change"):
            in_green = "unnoticed"
        for what, words in SAYS.items():
            if words in line and line.startswith("“"):
                verdicts |= dict.fromkeys(names, what)
    return Told(verdicts, frozenset(deleted), frozenset(never_red), is_rest), in_green


def named_tests(evening: Evening) -> dict[int, set[str]]:
    """The tests that each green commit has to name: those that are new, or were not green since the last."""
    found: dict[int, set[str]] = {}
    way = evening.scene.way
    first = evening.scenes[way[0]]
    known = set(first.facts) if first.colour == "green" else set()
    failed: defaultdict[Any, bool] = defaultdict(bool)
    saved = first.saved if first.colour == "green" else {}
    code, revealed = first.code, first.revealed
    red: Scene | None = None
    for number in way:
        scene = evening.scenes[number]
        for test, fact in scene.facts.items():
            # what another suite of the kata came to is none of its answers
            failed[test] |= any(answer.code for answer in fact.not_green)
        last_answers = [fact.not_green[-1] for fact in scene.facts.values() if fact.not_green]
        if scene.colour == "red" and any(answer.code for answer in last_answers):
            red = scene
        if scene.colour != "green" or number == way[0]:
            continue
        if red and red.code != code:
            saved, revealed = red.saved, red.revealed
        if (scene.saved, scene.revealed) != (saved, revealed):
            named = {test for test in scene.facts if test not in known or failed[test]}
            found[number] = {plain_rule(scene.facts[test].name) for test in named}
        known, failed, red = set(scene.facts), defaultdict(bool), None
        saved, code, revealed = scene.saved, scene.code, scene.revealed
    return found
