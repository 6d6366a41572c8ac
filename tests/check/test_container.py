"""The container of a hosted editor is what the published schema of dev containers asks for."""

import json
from hashlib import sha256

import pytest
from helpers import TOP
from jsonschema import Draft201909Validator

CONTAINER = TOP / ".devcontainer" / "devcontainer.json"
SCHEMA = TOP / "tests" / "check" / "schemas" / "devContainer.base.schema.json"
PUBLISHED = "a0883c0405ff433db188849d458fb20b9c0d73e0ba1a6e44c1d83f3b485408dd"
"""The SHA-256 of the schema as it was published: schemas/README.md says where."""


def the_container():
    return json.loads(CONTAINER.read_text(encoding="utf-8"))


def faults(container):
    """What the schema has against a container."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return [error.message for error in Draft201909Validator(schema).iter_errors(container)]


def test_the_container_keeps_its_schema():
    assert faults(the_container()) == []


def test_the_schema_is_the_published_one():
    assert sha256(SCHEMA.read_bytes()).hexdigest() == PUBLISHED


CHANGED = [
    pytest.param({"postCreate": "make progress"}, True, id="a misspelt name"),
    pytest.param({"postCreateCommand": ["make", "progress"]}, False, id="right: a command in words"),
]


@pytest.mark.parametrize(("changed", "is_wrong"), CHANGED)
def test_a_fault_in_a_container_is_found(changed, is_wrong):
    assert bool(faults(the_container() | changed)) is is_wrong
