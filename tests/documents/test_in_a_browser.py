"""The container in which a hosted editor opens the workspace."""

import json

import pytest
from helpers import TOP

CONTAINER = TOP / ".devcontainer" / "devcontainer.json"
CI = TOP / ".ci" / "run"
TEXTS = {"name", "image", "postCreateCommand", "waitFor"}
"""What we use of devContainer.base.schema.json, which devcontainers/spec publishes: each is a text."""
COMMANDS = [
    "initializeCommand",
    "onCreateCommand",
    "updateContentCommand",
    "postCreateCommand",
    "postStartCommand",
]
"""What the schema lets `waitFor` name."""


def faults(container):
    """What the schema has against a container: a line each."""
    lines = [f"{name} is unknown here" for name in container if name not in TEXTS]
    lines += [f"{name} is no text" for name in TEXTS & set(container) if not isinstance(container[name], str)]
    if "image" not in container:
        lines.append("image is missing")
    if container.get("waitFor", "postCreateCommand") not in COMMANDS:
        lines.append("waitFor names no command of the set-up")
    return lines


def set_up_by_ci(container, ci):
    """Is the set-up command a line of what CI runs?"""
    return container["postCreateCommand"] in ci.splitlines()


def the_container():
    return json.loads(CONTAINER.read_text(encoding="utf-8"))


def test_the_container_keeps_its_schema():
    assert faults(the_container()) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"image": "python", "postCreate": "make progress"}, "postCreate is unknown here"),
        ({"image": 3.13}, "image is no text"),
        ({"name": "Dojo"}, "image is missing"),
        ({"image": "python", "waitFor": "make progress"}, "waitFor names no command of the set-up"),
    ],
    ids=["a misspelt name", "a number", "no image", "no command"],
)
def test_a_fault_in_a_container_is_found(changed, said):
    assert faults(changed) == [said]


def test_its_set_up_command_is_one_that_ci_runs():
    assert set_up_by_ci(the_container(), CI.read_text(encoding="utf-8"))


def test_another_set_up_command_is_none_that_ci_runs():
    assert not set_up_by_ci({"postCreateCommand": "make progres"}, CI.read_text(encoding="utf-8"))


def test_the_editor_waits_for_the_set_up():
    assert the_container()["waitFor"] == "postCreateCommand"
