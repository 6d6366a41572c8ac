"""Laws 5, 6 and 9: what source code alone shows, by Ruff: rules for suites, and rules for steps."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dojo.errors import EnvironmentProblem
from dojo.gate.coverage import is_in_program
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Law, Violation
from dojo.runner.cache import DOJO
from dojo.story.code.imports import list_imports
from dojo.story.source import SourceFile, read_sources

# the rules of Ruff for names that may not be used, and for imports that nothing uses
BANNED = "TID251"
UNUSED_IMPORT = "F401"


@dataclass(frozen=True)
class Rules:
    """A file of rules for Ruff.

    Attributes:
        file: its name, in this folder.
        law: the law that a line breaks which breaks one of the rules.
        laws: the laws of the rules that have another one.
        programs_may: True if the rules do not hold below `if __name__ == "__main__":`.
    """

    file: str
    law: Law
    laws: Mapping[str, Law] = field(default_factory=dict)
    programs_may: bool = False


OF_STEPS = (
    Rules("steps.toml", Law.STANDS_ALONE, {"E701": Law.COVERED, "E702": Law.COVERED}),
    Rules("functions.toml", Law.STANDS_ALONE, programs_may=True),
)
OF_SUITE = (Rules("suite.toml", Law.HAS_FAILED, {"F811": Law.RUNS_THE_SAME, BANNED: Law.RUNS_THE_SAME}),)


@dataclass(frozen=True)
class Finding:
    """A line that breaks a rule, as Ruff reports it."""

    file: str
    line: int
    rule: str
    message: str


def check_lint(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the files of the steps and of the suite that one of the rules forbids."""
    steps = []
    for step in evidence.story.steps:
        steps += read_sources(step.files)
    for rules in OF_STEPS:
        yield from find_violations(rules, steps)
    for rules in OF_SUITE:
        yield from find_violations(rules, evidence.suite)


def find_violations(rules: Rules, files: Sequence[SourceFile]) -> Iterator[Violation]:
    """Yield a violation for each line in these files that breaks one of the rules."""
    if not files:
        return
    known = {str(file.path): file for file in files}
    for finding in run_ruff(DOJO / "gate" / rules.file, [*known]):
        file = known[finding.file]
        if rules.programs_may and is_in_program(file.lines, finding.line):
            continue
        if finding.rule == UNUSED_IMPORT and hands_on(file, finding.line):
            continue
        problem, mend = explain(finding)
        law = rules.laws.get(finding.rule, rules.law)
        yield Violation(law, file.path, finding.line, problem, mend)


def hands_on(file: SourceFile, line: int) -> bool:
    """True if a line of a step imports from a file beside it: the tests may use what the step does not."""
    for statement in ast.walk(file.tree):
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        # an import in brackets has several lines
        is_there = statement.lineno <= line <= (statement.end_lineno or line)
        imported = list_imports(statement)
        if is_there and all((file.path.parent / f"{name}.py").is_file() for name in imported):
            return True
    return False


def explain(finding: Finding) -> tuple[str, str]:
    """Return what is wrong, and what to do, in the words of the rule."""
    if finding.rule == BANNED:
        # Ruff has one text for a banned name; in ours, what is wrong ends at the semicolon:
        # `time.time` is banned: that asks the clock; let the caller hand in the time
        name, _, text = finding.message.partition(" is banned: ")
        problem, _, mend = text.partition("; ")
        return f"uses {name.strip('`')}: {problem}", mend
    problem = f"{finding.message[0].lower()}{finding.message[1:].rstrip('.')}"
    return problem, f"mend this line, which breaks {finding.rule} of Ruff"


def run_ruff(rules: Path, files: Sequence[str]) -> list[Finding]:
    """Return what Ruff finds in these files; raises EnvironmentProblem if it does not run."""
    # -P: a file called ruff.py may be in the current folder
    ruff = [sys.executable, "-P", "-m", "ruff"]
    command = [*ruff, "check", "--no-cache", "--output-format", "json", "--config", str(rules), *files]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    # it ends with 1 where it finds something, and Python does so too where there is no Ruff
    if ended.returncode not in (0, 1) or not ended.stdout:
        raise EnvironmentProblem(f"ruff does not run: {ended.stderr.strip().splitlines()[0]}")
    findings = []
    for report in json.loads(ended.stdout):
        # law 6 says that itself, with its own mend
        if report["code"] != "invalid-syntax":
            line = report["location"]["row"]
            findings.append(Finding(report["filename"], line, report["code"], report["message"]))
    return findings
