"""The container of a hosted editor; its schema is a matter of tests/check/test_container.py."""

import json

from helpers import TOP

CONTAINER = TOP / ".devcontainer" / "devcontainer.json"
CI = TOP / ".ci" / "run"


def set_up_by_ci(container, ci):
    """Is the set-up command a line of what CI runs?"""
    return container["postCreateCommand"] in ci.splitlines()


def the_container():
    return json.loads(CONTAINER.read_text(encoding="utf-8"))


def test_its_set_up_command_is_one_that_ci_runs():
    assert set_up_by_ci(the_container(), CI.read_text(encoding="utf-8"))


def test_another_set_up_command_is_none_that_ci_runs():
    assert not set_up_by_ci({"postCreateCommand": "make progres"}, CI.read_text(encoding="utf-8"))


def waits(container):
    """Does the editor wait for the set-up before it shows a terminal?"""
    return container.get("waitFor") == "postCreateCommand"


def test_the_editor_waits_for_the_set_up():
    assert waits(the_container())


def test_an_editor_that_does_not_wait_is_found():
    assert not waits({"postCreateCommand": "make progress"})
