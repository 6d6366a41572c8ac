"""A message crosses the pipe whole; what the code under test writes there is no message."""

import json

import pytest

from dojo.model.waiting import Slow
from dojo.runner.child.executed import PartsRan
from dojo.runner.child.isolation import SideEffect
from dojo.runner.child.messages import (
    Began,
    CoverageMeasured,
    DependenciesRead,
    Ended,
    LoadingBegan,
    OwnTestsFound,
    WaitsForInput,
    read_line,
    write_line,
)
from dojo.runner.repeat import StepsAnswered, StepsDone, WayEnded
from dojo.runner.result import Covered

MESSAGES = [
    Began("a", "rule"),
    LoadingBegan(),
    Ended("red", "why", failure="E", reason="asserted"),
    OwnTestsFound([("a", "rule"), ("b", "other")]),
    CoverageMeasured(Covered(3, 0, 100.0, ["line 3"], {"b.py": ["line 1"]})),
    WaitsForInput(waits=True),
    DependenciesRead({"open /a": "1"}),
    PartsRan([(1, 1, 0, 4)]),
    StepsDone(1, 2, None),
    StepsDone(1, 2, Slow("step_02", "rule", 2.5)),
    StepsAnswered([[{"kind": "x"}], []], [{}, {"a": "b"}]),
    WayEnded("twice", {"a": "green"}, {"a": [SideEffect(True, "writes")]}, [("rows.py", 3)]),
]


@pytest.mark.parametrize("message", MESSAGES, ids=repr)
def test_a_message_arrives_as_it_was_sent(message):
    assert read_line(write_line(message)) == message


NO_MESSAGES = {
    "no JSON": b"12 13",
    "no object": b'["Began"]',
    "no kind": b'{"id": "a", "rule": "b"}',
    "a kind that there is not": b'{"kind": "Kind"}',
    "the name of the base class": b'{"kind": "Message"}',
    "a kind that is no text": b'{"kind": ["Began"]}',
    "a field is missing": b'{"kind": "Began", "id": "a"}',
    "a field too many": b'{"kind": "Began", "id": "a", "rule": "b", "kinds": {}}',
    "a number for a text": b'{"kind": "Began", "id": 1, "rule": "b"}',
    "a number for a truth": b'{"kind": "WaitsForInput", "waits": 1}',
    "a truth for a number": b'{"kind": "StepsDone", "done": true, "of": 2, "slow": null}',
    "a text for a list": b'{"kind": "OwnTestsFound", "tests": "ab"}',
    "a pair of three": b'{"kind": "OwnTestsFound", "tests": [["a", "b", "c"]]}',
    "an object that has no texts": b'{"kind": "DependenciesRead", "depends_on": {"a": null}}',
    "coverage without its counts": b'{"kind": "CoverageMeasured", "covered": [3]}',
    "a text for a test that takes long": b'{"kind": "StepsDone", "done": 1, "of": 2, "slow": "no"}',
    "lists in lists": b'{"kind": "OwnTestsFound", "tests": ' + b"[" * 200_000,
}


@pytest.mark.parametrize("line", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_anything_else_is_no_message(line):
    with pytest.raises(ValueError):  # noqa: PT011  the parent says the same of all of them
        read_line(line)


def test_a_message_is_an_object_with_its_kind():
    assert json.loads(write_line(Began("a", "♣"))) == {"kind": "Began", "id": "a", "rule": "♣"}
