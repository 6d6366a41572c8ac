"""What GitHub reads here, against its published schemas; and what `make prove` writes, against ours."""

import json
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from helpers import TOP
from jsonschema import Draft202012Validator
from prove.made import of, proof_of

from dojo.prove.formats import as_json
from dojo.prove.verdict import Kind

SCHEMAS = {
    "github-workflows": ".github/workflows/*.yml",
    "github-actions": "action.yml",
    "github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
}
# A key that the schema does not know, and one that it requires.
FAULTS = {"github-workflows": "jobs", "github-actions": "runs", "github-issue-forms": "body"}


def check(schema, *files):
    """Hold files against a schema that comes with the checker; returns its status and what it says."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    checked = subprocess.run(command, capture_output=True, text=True)
    return checked.returncode, checked.stdout + checked.stderr


@pytest.mark.parametrize("schema", SCHEMAS)
def test_github_can_read_the_files(schema):
    files = sorted(TOP.glob(SCHEMAS[schema]))
    assert files
    status, said = check(schema, *files)
    assert status == 0, said


@pytest.mark.parametrize("schema", FAULTS)
def test_a_planted_fault_is_named(schema, tmp_path):
    source = next(iter(sorted(TOP.glob(SCHEMAS[schema])))).read_text(encoding="utf-8")
    planted = tmp_path / "planted.yml"
    planted.write_text(re.sub(rf"^{FAULTS[schema]}:", "misspelt:", source, flags=re.M), encoding="utf-8")
    status, said = check(schema, planted)
    assert status == 1
    assert FAULTS[schema] in said


def test_ci_runs_the_gatekeeper_on_each_python_that_the_package_names():
    workflow = (TOP / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    named = re.findall(r"Python :: (3\.\d+)", (TOP / "pyproject.toml").read_text(encoding="utf-8"))
    assert re.findall(r'"(3\.\d+)"', workflow) == named
    assert "run: bash .ci/run" in workflow


PROOF_SCHEMA = json.loads((TOP / "dojo" / "prove" / "proof.schema.json").read_text(encoding="utf-8"))


def test_the_schema_of_a_proof_is_one():
    Draft202012Validator.check_schema(PROOF_SCHEMA)


@pytest.mark.parametrize("kind", Kind)
def test_a_proof_is_what_its_schema_says(kind):
    proof = replace(proof_of(of(kind, cause="timed out")), base="a0", head="a1")
    Draft202012Validator(PROOF_SCHEMA).validate(json.loads(as_json(proof)))
