"""Laws 5, 6 and 9: what source code alone shows, by Ruff: rules for suites, and rules for steps."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dojo.errors import EnvironmentProblem
from dojo.gate.evidence import Evidence
from dojo.gate.steps import is_in_program
from dojo.gate.violation import Violation
from dojo.runner.cache import DOJO
from dojo.story.source import read_sources

LAWS = {"steps": {"E701": 5, "E702": 5}, "suite": {"F811": 4, "TID251": 4}}
"""The laws of some rules; any other is of law 9 in a suite, and of law 6 in a step."""


def check_lint(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the files of the steps and of the suite that one of the rules forbids."""
    steps = [file for step in evidence.story.steps for file in read_sources(step.files)]
    for name, files in (("steps", steps), ("suite", evidence.suite)):
        known = {str(file.path): file for file in files}
        for found in run_ruff(DOJO / "gate" / f"{name}.toml", [*known]) if known else []:
            file, rule, line = known[found["filename"]], found["code"], found["location"]["row"]
            what = explain(rule, found["message"])
            asks = "asks the clock" in what or "asks chance" in what  # which a program may
            if not (asks and is_in_program(file.lines, line)):
                law = LAWS[name].get(rule, 9 if name == "suite" else 6)
                yield Violation(law, file.path, line, what)


def explain(rule: str, message: str) -> str:
    """Say what is wrong, and what to do, in the words of the rule."""
    if rule == "TID251":  # `time.time` is banned: that asks the clock; let the caller …
        name, _, said = message.partition(" is banned: ")
        return f"uses {name.strip('`')}: {said}"
    return f"{message[0].lower()}{message[1:].rstrip('.')}; mend this line, which breaks {rule} of Ruff"


def run_ruff(rules: Path, files: Sequence[str]) -> list[dict[str, Any]]:
    """Give what Ruff finds in these files; raises EnvironmentProblem if it does not run."""
    # -P: a file called ruff.py may lie in the current folder
    ruff = [sys.executable, "-P", "-m", "ruff"]
    words = [*ruff, "check", "--no-cache", "--output-format", "json", "--config", str(rules), *files]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    # it ends with 1 where it finds something, and Python does so too where there is no Ruff
    if ended.returncode not in (0, 1) or not ended.stdout:
        raise EnvironmentProblem(f"ruff does not run: {ended.stderr.strip().splitlines()[0]}")
    return [one for one in json.loads(ended.stdout) if one["code"] != "invalid-syntax"]
