"""Law 7: a claim that a check can try: a change to the step, and the tests that fail with it.

It is a paragraph that begins with **Try it:**, a block of `diff`, and a paragraph that begins with the
result. The suite runs on the step as the diff changes it; what has not changed is not run again.
"""

import re
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from dojo.gate.prose.quotes import BadBlock, Edit
from dojo.runner.cache import Cache, digest, suite_key
from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.runner.run import run_all
from dojo.story.readme import Part, readme_parts
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.tests import SuiteTest

TRY = "**Try it:**"
ALL_GREEN = "Every test stays green."
RESULT = re.compile(
    rf"{re.escape(ALL_GREEN)}|(?:(?:Red|Amber): “[^”]+”(?:, “[^”]+”)*(?: and \d+ more)?\.(?:\s+|$))+"
)
RULE = re.compile(r"“([^”]+)”")
FORM = f"“{ALL_GREEN}”, or like this: Red: “a rule”, “another rule” and 3 more. Amber: “a rule”."
HUNK = "@@"
WIDTH = 116
"""The characters of a line of prose that the tool writes."""


class Claim(NamedTuple):
    """A step, its code after a change, the tests written by then, and the result that the README claims."""

    step: Step
    code: str
    tests: list[SuiteTest]
    result: Part
    said: str
    """The sentences of the paragraph that say the result: empty in a draft."""


def claim_edits(matrix: Matrix, steps: Sequence[Step]) -> Iterator[tuple[Step, Edit]]:
    """Each claim of these steps that is not true, with its result; or with what is wrong with its form."""
    claims: list[Claim] = []
    for step in steps:
        found = [part for part in readme_parts(step.prose) if part.what != "html"]
        tests = [test for test in matrix.tests if test.written <= step.number]
        for before, part, after in zip([None, *found], found, [*found[1:], None], strict=False):
            try:
                claim = read_claim(step, tests, before, part, after)
                if claim and matrix.is_green(step, step.number):  # else other laws speak of it
                    claims.append(claim)
            except BadBlock as fault:
                yield step, Edit(fault.line or part.line, str(fault))
    for claim, results in run_claims(matrix, claims):
        result = format_result(results, RULE.findall(claim.said))
        if claim.said != result:
            text = " ".join(claim.result.text.split()).removeprefix(claim.said).removeprefix(DRAFT).strip()
            text = f"{result} {text}".strip()
            new = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
            what = f"says {claim.said or 'nothing'}, and the result is: {result}"
            yield claim.step, Edit(claim.result.line, what, claim.result.lines, new)


def read_claim(
    step: Step, tests: list[SuiteTest], before: Part | None, part: Part, after: Part | None
) -> Claim | None:
    """Read the claim of a block of diff; None if a part is none. Raises BadBlock."""
    told, tells = (one and one.what == "paragraph" and one.text.startswith(TRY) for one in (before, part))
    if tells and not (after and after.kind == "diff"):
        raise BadBlock(f"a block of diff has to follow {TRY}; write it there")
    if part.kind != "diff":
        return None
    if not told:
        raise BadBlock(f"a block of diff follows a paragraph that begins with {TRY}; write one above it")
    text = " ".join(after.text.split()) if after and after.what == "paragraph" and not after.nested else ""
    said = found[0].strip() if (found := RESULT.match(text)) else ""
    if not after or not (said or text.startswith(DRAFT)):
        what = f"the result has to follow the diff; write {FORM}"
        raise BadBlock(what, after.line if after else part.line)
    if not tests:
        raise BadBlock("no test is written by then: nothing can turn red; leave this out")
    code = apply_diff(read_text(step.module) if step.module.is_file() else "", part.lines)
    return Claim(step, code, tests, after, said)


def format_result(results: Sequence[Result], named: Sequence[str]) -> str:
    """The result in the form of a README: it names the rules that the claim names, or else the first."""
    said = []
    for colour in ("red", "amber"):
        rules = [result.rule for result in results if result.colour == colour]
        shown = [rule for rule in dict.fromkeys(named) if rule in rules] or rules[:1]
        more = len(rules) - len(shown)
        if rules:
            names = ", ".join(f"“{rule}”" for rule in shown)
            said.append(f"{colour.capitalize()}: {names}{f' and {more} more' if more else ''}.")
    return " ".join(said) or ALL_GREEN


def apply_diff(code: str, diff: list[str]) -> str:
    """The code with a change; raises BadBlock if a part of it does not fit in exactly one place."""
    lines, whole = [], f"\n{code}"
    for is_head, hunk in groupby(diff, key=lambda line: line.startswith(HUNK)):
        if is_head:
            continue
        lines = list(hunk)
        if bad := [line for line in lines if line and line[0] not in "-+ "]:
            raise BadBlock(
                f"a line of a diff begins with -, + or a space: {bad[0]}; put one of them in front"
            )
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
        if not old.strip():
            raise BadBlock("this diff only adds; let it begin with the line before")
        if (places := whole.count(f"\n{old}")) != 1:
            fits = (
                f"this fits in {places or 'no'} places of the step, not in one: {old.strip().splitlines()[0]}"
            )
            raise BadBlock(f"{fits}; quote the lines round it too")
        whole = whole.replace(f"\n{old}", f"\n{new}")
    if whole == f"\n{code}":
        raise BadBlock("this diff changes nothing; let its lines begin with - and +")
    return whole[1:]


def run_claims(matrix: Matrix, claims: list[Claim]) -> Iterator[tuple[Claim, list[Result]]]:
    """The results of each claim; what hangs is not cached, for it may not hang another time."""
    cache, whole = Cache(matrix.story.workspace, "claims"), suite_key(matrix.story) if claims else ""
    keys = [
        digest(claim.step.files, claim.step.folder, [claim.step.name, claim.code, whole]) for claim in claims
    ]
    known = {key: cache.read(key) for key in keys}
    if stale := {key: claim for key, claim in zip(keys, claims, strict=True) if not known[key]}:
        with collect(matrix.story) as suite, tempfile.TemporaryDirectory() as name:
            folder, limits = Path(name).resolve(), {"limit": clock.STEP_LIMIT, "patience": clock.PATIENCE}
            runs = {
                key: suite.prepare_code(key, one.code, folder, one.tests, one.step.files[1:], **limits)
                for key, one in stale.items()
            }
            run_all([*runs.values()])
        for key, run in runs.items():
            known[key] = [[result.id, result.rule, result.colour] for result in run.results.values()]
            if not run.crashes:
                cache.write(key, known[key])
    for key, claim in zip(keys, claims, strict=True):
        yield claim, [Result(id, rule, colour) for id, rule, colour in known[key]]
