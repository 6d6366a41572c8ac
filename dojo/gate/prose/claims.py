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

from dojo.gate.prose.quotes import BadBlock, Edit, Facts
from dojo.runner.cache import Cache, digest, suite_key
from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.matrix import Matrix
from dojo.runner.run import run_all
from dojo.story.readme import Part
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

Answer = list[list[str]]
"""The id, the rule and the colour of each test of a claim."""
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


def read_claim(above: Part | None, diff: Part, below: Part | None, facts: Facts) -> Claim:
    """Read the claim of a block of diff; raises BadBlock."""
    if not (above and is_to_try(above)):
        raise BadBlock(f"a block of diff follows a paragraph that begins with {TRY}; write one above it")
    text = " ".join(below.text.split()) if below and below.what == "paragraph" and not below.nested else ""
    said = found[0].strip() if (found := RESULT.match(text)) else ""
    if not below or not (said or text.startswith(DRAFT)):
        what = f"the result has to follow the diff; write {FORM}"
        raise BadBlock(what, below.line if below else diff.line)
    step = facts.step
    tests = [test for test in facts.matrix.tests if test.written <= step.number]
    if not tests:
        raise BadBlock("no test is written by then: nothing can turn red; leave this out")
    code = apply_diff(read_text(step.module) if step.module.is_file() else "", diff.lines)
    return Claim(step, code, tests, below, said)


def is_to_try(part: Part) -> bool:
    """True if a part of a README says what to change."""
    return part.what == "paragraph" and part.text.startswith(TRY)


def claim_edits(matrix: Matrix, claims: Sequence[Claim]) -> Iterator[tuple[Step, Edit]]:
    """The result of each claim that is not true, unless its step breaks other laws."""
    claims = [claim for claim in claims if matrix.is_green(claim.step, claim.step.number)]
    for claim, answer in zip(claims, run_claims(matrix.story, claims), strict=True):
        result = format_result(answer, RULE.findall(claim.said))
        if claim.said != result:
            text = " ".join(claim.result.text.split()).removeprefix(claim.said).removeprefix(DRAFT).strip()
            text = f"{result} {text}".strip()
            new = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
            what = f"says {claim.said or 'nothing'}, and the result is: {result}"
            yield claim.step, Edit(claim.result.line, what, claim.result.lines, new)


def format_result(answer: Answer, named: Sequence[str]) -> str:
    """The result in the form of a README: it names the rules that the claim names, or else the first."""
    said = []
    for colour in ("red", "amber"):
        rules = [rule for _id, rule, its_colour in answer if its_colour == colour]
        shown = [rule for rule in dict.fromkeys(named) if rule in rules] or rules[:1]
        more = f" and {len(rules) - len(shown)} more" if len(rules) > len(shown) else ""
        if rules:
            said.append(f"{colour.capitalize()}: {', '.join(f'“{rule}”' for rule in shown)}{more}.")
    return " ".join(said) or ALL_GREEN


def apply_diff(code: str, diff: list[str]) -> str:
    """The code with a change; raises BadBlock if a part of it does not fit in exactly one place."""
    whole = f"\n{code}"
    hunks = [
        [*lines] for is_head, lines in groupby(diff, key=lambda line: line.startswith(HUNK)) if not is_head
    ]
    for lines in hunks:
        if bad := [line for line in lines if line and line[0] not in "-+ "]:
            do = "put one of them in front"
            raise BadBlock(f"a line of a diff begins with -, + or a space: {bad[0]}; {do}")
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
        if not old.strip():
            raise BadBlock("this diff only adds; let it begin with the line before")
        if (places := whole.count(f"\n{old}")) != 1:
            fits = f"this fits in {places or 'no'} places of the step, not in one"
            raise BadBlock(f"{fits}: {old.strip().splitlines()[0]}; quote the lines round it too")
        whole = whole.replace(f"\n{old}", f"\n{new}")
    if whole == f"\n{code}":
        raise BadBlock("this diff changes nothing; let its lines begin with - and +")
    return whole[1:]


def run_claims(story: Story, claims: Sequence[Claim]) -> list[Answer]:
    """The answer to each claim; what hangs is not cached, for it may not hang another time."""
    cache, suite = Cache(story.workspace, "claims"), suite_key(story) if claims else ""
    keys = [digest(one.step.files, one.step.folder, [one.step.name, one.code, suite]) for one in claims]
    answers = {key: cache.read(key) for key in keys}
    if stale := {key: claim for key, claim in zip(keys, claims, strict=True) if not answers[key]}:
        with collect(story) as collected, tempfile.TemporaryDirectory() as name:
            folder, limits = Path(name).resolve(), {"limit": clock.STEP_LIMIT, "patience": clock.PATIENCE}
            runs = {
                key: collected.prepare_code(key, one.code, folder, one.tests, one.step.files[1:], **limits)
                for key, one in stale.items()
            }
            run_all([*runs.values()])
        for key, run in runs.items():
            answers[key] = [[result.id, result.rule, result.colour] for result in run.results.values()]
            if not run.crashes:
                cache.write(key, answers[key])
    return [answers[key] for key in keys]
