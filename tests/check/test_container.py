"""The container of a hosted editor is what the published schema of dev containers asks for."""

import json
from hashlib import sha256

from helpers import TOP
from jsonschema import Draft201909Validator

CONTAINER = TOP / ".devcontainer" / "devcontainer.json"
SCHEMA = TOP / "tests" / "check" / "schemas" / "devContainer.base.schema.json"
PUBLISHED = "a0883c0405ff433db188849d458fb20b9c0d73e0ba1a6e44c1d83f3b485408dd"
"""The SHA-256 of the schema as it was published: schemas/README.md says where."""


def faults(changed):
    """What the schema has against the container, with a change."""
    container = json.loads(CONTAINER.read_text(encoding="utf-8")) | changed
    return [*Draft201909Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).iter_errors(container)]


def test_the_container_keeps_its_schema_and_a_misspelt_name_would_be_found():
    assert faults({}) == []
    assert faults({"postCreate": "make progress"}) != []


def test_the_schema_is_the_published_one():
    assert sha256(SCHEMA.read_bytes()).hexdigest() == PUBLISHED
