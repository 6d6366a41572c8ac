"""Law 4: each row that the source declares is one that ran."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import FUNCTIONS, SuiteFile, dotted, keyword
from dojo.gate.violation import Violation, split
from dojo.story.tests import SuiteTest

KINDS = ("drives", "guards")
ROWS = "rows"
REPEATS = (
    *FUNCTIONS,
    ast.Lambda,
    ast.ListComp,
    ast.GeneratorExp,
    ast.SetComp,
    ast.DictComp,
    ast.For,
    ast.While,
)
"""A row that is written inside one of these may become any number of rows."""


class Row(NamedTuple):
    """A row as it is written."""

    node: ast.Call
    kind: str
    step: object
    """The number of its step; None if it is worked out."""
    rule: str
    pattern: str
    """A regular expression for its rule."""
    once: bool
    """Does it come to exactly one row?"""

    def its_test(self, tests: list[SuiteTest]) -> SuiteTest | None:
        """The test that it is, or one of those that several tables make of it."""
        marked = {
            test.id.partition("[")[2].removesuffix("]"): test
            for test in tests
            if test.kind == self.kind and self.step in (None, test.written)
        }
        for text in (self.rule, spelled(self.rule)):
            if text in marked:
                return marked[text]
        pattern = re.compile(f"(?:.*-)?{self.pattern}(?:-.*)?")
        return next((test for row, test in marked.items() if pattern.fullmatch(row)), None)


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every row that is written, and that no test ran."""
    source, tests = evidence.suite, evidence.tests
    for file in source.files:
        shared = any(file.stem in other.imported for other in source.files)
        left = [test for test in tests if shared or test.id.startswith(f"{file.shown}::")]
        for row in rows(file):
            found = row.its_test(left)
            if found is None:
                what = f"the row “{row.rule}” does not run; hand the whole table that it is in to a test"
                yield source.violation(4, file, row.node, *split(what))
            elif row.once:
                left.remove(found)


def rows(file: SuiteFile) -> Iterator[Row]:
    """The rows of a file that have their rule written out, in whole or in part."""
    names = row_makers(file.tree)
    for node, once in calls(file.tree, once=True):
        match names.get(dotted(node), ""), node.args:
            case "param", _:
                kind, step = mark_of(keyword(node, "marks"))
                rule = keyword(node, "id")
            case str(kind), [ast.Constant(value=step), rule, *_] if kind:
                pass
            case str(kind), [_, rule, *_] if kind:
                step = None
            case _:
                continue
        if kind and rule and (form := form_of(rule)):
            yield Row(node, kind, step, *form, once=once and isinstance(rule, ast.Constant))


def row_makers(tree: ast.Module) -> dict[str, str]:
    """What the functions that make rows are called here."""
    names = {"pytest.param": "param"}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=aliases) if module.split(".")[-1] == ROWS:
                names |= {alias.asname or alias.name: alias.name for alias in aliases if alias.name in KINDS}
            case ast.ImportFrom(module="pytest", names=aliases):
                names |= {alias.asname or alias.name: "param" for alias in aliases if alias.name == "param"}
            case ast.Import(names=aliases):
                for alias in aliases:
                    if alias.name == ROWS:
                        names |= {f"{alias.asname or ROWS}.{kind}": kind for kind in KINDS}
    return names


def calls(tree: ast.AST, *, once: bool) -> Iterator[tuple[ast.Call, bool]]:
    """The calls below a node, and whether each of them is made exactly once."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield node, once
        yield from calls(node, once=once and not isinstance(node, REPEATS))


def mark_of(marks: ast.expr | None) -> tuple[str, object]:
    """What the mark of a `pytest.param` says."""
    for node in ast.walk(marks) if marks else ():
        if isinstance(node, ast.Call) and (kind := dotted(node).split(".")[-1]) in KINDS:
            step = node.args[0] if node.args else None
            return kind, step.value if isinstance(step, ast.Constant) else None
    return "", None


def form_of(rule: ast.expr) -> tuple[str, str] | None:
    """A rule as somebody reads it, and as a regular expression; None if nothing of it is written out."""
    match rule:
        case ast.Constant(value=str(text)):
            return text, written(text)
        case ast.JoinedStr(values=parts) if any(isinstance(part, ast.Constant) for part in parts):
            texts = [str(part.value) if isinstance(part, ast.Constant) else None for part in parts]
            return "".join(text or "…" for text in texts), "".join(written(t) if t else ".*" for t in texts)
        case _:
            return None


def written(text: str) -> str:
    """A regular expression for a text in the id of a test."""
    return f"(?:{re.escape(text)}|{re.escape(spelled(text))})"


def spelled(text: str) -> str:
    """A text as pytest writes it into an id: with its signs spelled out."""
    return text.encode("unicode_escape").decode("ascii")
