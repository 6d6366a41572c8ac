"""The container of a hosted editor; its schema is a matter of tests/check/test_container.py."""

import json

from helpers import TOP


def faults(container, ci):
    """What is wrong with a container: its set-up is a line of what CI runs, and the editor waits for it."""
    set_up = [] if container["postCreateCommand"] in ci.splitlines() else ["ci does not run its set-up"]
    return set_up + ([] if container.get("waitFor") == "postCreateCommand" else ["nobody waits for it"])


def test_its_set_up_command_is_one_that_ci_runs_and_the_editor_waits_for_it():
    container = json.loads((TOP / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    ci = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    assert faults(container, ci) == []
    other = {"postCreateCommand": "make progres"}
    assert faults(other, ci) == ["ci does not run its set-up", "nobody waits for it"]
