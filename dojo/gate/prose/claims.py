"""Law 7: a claim that a check can try: a change to the step, and the tests that fail with it.

It is a paragraph that begins with **Try it:**, a block of `diff`, and a paragraph that begins with the
result. The suite runs on the step as the diff changes it; what has not changed is not run again.
"""

import re
import shutil
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from dojo.gate.evidence import Evidence
from dojo.gate.prose.quotes import Edit, judged
from dojo.gate.violation import Violation, split
from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.child import clock
from dojo.runner.matrix import Matrix
from dojo.runner.result import Cell, Copy
from dojo.story.readme import Part, readme_parts
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.tests import SuiteTest

TRY = "**Try it:**"
ALL_GREEN = "Every test stays green."
SEEN = re.compile(r"(Red|Amber): (“[^”]+”(?:, “[^”]+”)*)(?: and (\d+) more)?\.(?:\s+|$)")
RULE = re.compile(r"“([^”]+)”")
FORM = f"“{ALL_GREEN}”, or like this: Red: “a rule”, “another rule” and 3 more. Amber: “a rule”."
HUNK = "@@"
WIDTH = 116
"""The characters of a line of prose that the tool writes."""


class BadClaim(Exception):
    """A claim that cannot be tried; the message says why."""


class Claim(NamedTuple):
    """A change, and the paragraph with its result."""

    step: Step
    line: int
    diff: list[str]
    result: Part
    said: str
    """The sentences of the paragraph that say the result: empty in a draft."""


class ClaimRun(NamedTuple):
    """A claim with the code that it makes of the step."""

    claim: Claim
    code: str
    key: str


def check(evidence: Evidence) -> Iterator[Violation]:
    """Each claim in the READMEs that does not have the form of one, or whose result is another."""
    for step, edit in edits(evidence.matrix, judged(evidence.matrix)):
        yield edit.violation(step, evidence.story)


def edits(matrix: Matrix, steps: Sequence[Step]) -> Iterator[tuple[Step, Edit]]:
    """Each claim of these steps that is not true, with its result; or with what is wrong with its form."""
    trials: list[ClaimRun] = []
    suite = ""
    for step in steps:
        for claim in claims(step):
            if isinstance(claim, Edit):
                yield step, claim
                continue
            suite = suite or of_suite(matrix.story)
            try:
                if not written_by(matrix, step):
                    raise BadClaim("no test is written by then: nothing can turn red; leave this out")
                code = changed(read_text(step.module) if step.module.is_file() else "", claim.diff)
            except BadClaim as fault:
                what, fix = split(str(fault))
                yield step, Edit(claim.line, [], [], what, fix)
                continue
            trials.append(ClaimRun(claim, code, digest(step.files, step.folder, [step.name, code, suite])))
    for claim, cells in results(matrix, [one for one in trials if is_green(matrix, one.claim.step)]):
        result = result_of(cells, RULE.findall(claim.said))
        if claim.said != result:
            text = " ".join(claim.result.text.split()).removeprefix(claim.said).removeprefix(DRAFT).strip()
            old = claim.result.lines
            said = claim.said or "nothing"
            new = f"{result} {text}".strip()
            yield (
                claim.step,
                Edit(claim.result.line, old, wrapped(new), f"says {said}, and the result is: {result}"),
            )


def claims(step: Step) -> Iterator[Claim | Edit]:
    """Each claim of a README; or what is wrong with its form."""
    found = [part for part in readme_parts(step.prose) if part.what != "html"]
    for before, part, after in zip([None, *found], found, [*found[1:], None], strict=False):
        starts = part.what == "paragraph" and part.text.startswith(TRY)
        if starts and not (after and after.kind == "diff"):
            yield Edit(part.line, [], [], f"a block of diff has to follow {TRY}", "write it there")
        if part.what != "block" or part.kind != "diff":
            continue
        if not (before and before.what == "paragraph" and before.text.startswith(TRY)):
            what = f"a block of diff follows a paragraph that begins with {TRY}"
            yield Edit(part.line, [], [], what, "write one above it")
        elif not after or (said := said_in(after)) is None:
            line = after.line if after else part.line
            yield Edit(line, [], [], "the result has to follow the diff", f"write {FORM}")
        else:
            yield Claim(step, part.line, part.lines, after, said)


def said_in(part: Part) -> str | None:
    """The sentences with which a paragraph says a result; nothing in a draft, None if it says none."""
    text = " ".join(part.text.split())
    if part.what != "paragraph" or part.nested:
        return None
    if text.startswith(ALL_GREEN):
        return ALL_GREEN
    rest = text
    while found := SEEN.match(rest):
        rest = rest[found.end() :]
    said = text[: len(text) - len(rest)].strip()
    return said if said or text.startswith(DRAFT) else None


def result_of(cells: Sequence[Cell], named: Sequence[str]) -> str:
    """The result in the form of a README: it names the rules that the claim names, or else the first."""
    said = []
    for colour in ("red", "amber"):
        rules = [cell.rule for cell in cells if cell.colour == colour]
        shown = [rule for rule in dict.fromkeys(named) if rule in rules] or rules[:1]
        more = len(rules) - len(shown)
        if rules:
            names = ", ".join(f"“{rule}”" for rule in shown)
            said.append(f"{colour.capitalize()}: {names}{f' and {more} more' if more else ''}.")
    return " ".join(said) or ALL_GREEN


def wrapped(text: str) -> list[str]:
    """A paragraph in lines."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def changed(code: str, diff: list[str]) -> str:
    """The code with a change; raises BadClaim if it does not fit in exactly one place."""
    lines, whole = [], f"\n{code}"
    for is_head, hunk in groupby(diff, key=lambda line: line.startswith(HUNK)):
        if not is_head:
            lines = list(hunk)
            whole = replaced(whole, lines)
    if whole == f"\n{code}":
        raise BadClaim("this diff changes nothing; let its lines begin with - and +")
    return whole[1:]


def replaced(whole: str, lines: list[str]) -> str:
    """The code with one part of a change."""
    if bad := [line for line in lines if line and line[0] not in "-+ "]:
        raise BadClaim(f"a line of a diff begins with -, + or a space: {bad[0]}; put one of them in front")
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
    places = whole.count(f"\n{old}") if old.strip() else 0
    if places != 1:
        first = next((line[1:].strip() for line in lines if line[:1] != "+" and line.strip()), "")
        if not first:
            raise BadClaim("this diff only adds; let it begin with the line before")
        fits = f"this fits in {places or 'no'} places of the step, not in one: {first}"
        raise BadClaim(f"{fits}; quote the lines round it too")
    return whole.replace(f"\n{old}", f"\n{new}")


def is_green(matrix: Matrix, step: Step) -> bool:
    """True if the step is green as it stands: other laws speak of one that is not."""
    return all(matrix.cell(test, step).colour == "green" for test in written_by(matrix, step))


def written_by(matrix: Matrix, step: Step) -> list[SuiteTest]:
    """The tests that are written by a step."""
    return [test for test in matrix.tests if test.written <= step.number]


def results(matrix: Matrix, trials: list[ClaimRun]) -> Iterator[tuple[Claim, list[Cell]]]:
    """For each claim, the cells of the tests that are written by its step, with its change."""
    cache = Cache(matrix.story.workspace, "claims")
    known: dict[str, list[list[str]]] = {one.key: cells for one in trials if (cells := cache.read(one.key))}
    stale = {one.key: one for one in trials if one.key not in known}
    known |= run(matrix, list(stale.values()), cache) if stale else {}
    for one in trials:
        yield one.claim, [Cell(id, rule, colour) for id, rule, colour in known[one.key]]


def run(matrix: Matrix, trials: list[ClaimRun], cache: Cache) -> dict[str, list[list[str]]]:
    """Run them on all cores; what hangs is not cached, for it may not hang another time."""
    from dojo.runner.collect import collect
    from dojo.runner.trial import try_all

    found, runs = {}, []
    with collect(matrix.story) as suite, tempfile.TemporaryDirectory() as name:
        for number, one in enumerate(trials):
            step, folder = one.claim.step, Path(name).resolve() / str(number)
            folder.mkdir()
            for file in step.files:
                shutil.copyfile(file, folder / file.name)
            (folder / step.module.name).write_text(one.code, encoding="utf-8")
            ids = {test.id for test in written_by(matrix, step)}
            tests = [test for test in suite.tests if test.id in ids]
            limits = {"limit": clock.STEP_LIMIT, "patience": clock.PATIENCE}
            version = Copy(step.name, folder, folder / step.module.name)
            runs.append(suite.trial(version, tests, drawn=(), **limits))
        try_all(runs)
    for one, trial in zip(trials, runs, strict=True):
        found[one.key] = [[cell.id, cell.rule, cell.colour] for cell in trial.cells.values()]
        if not trial.falls:
            cache.write(one.key, found[one.key])
    return found
