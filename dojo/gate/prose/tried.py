"""Law 7: what a README says that one can try: a change, and the tests that fail with it.

A claim is a paragraph that begins with **Try it:**, a block of `diff`, and a paragraph that begins with the
result. What has not changed is not run again.
"""

import builtins
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dojo.gate.prose.edits import BadBlock, Edit
from dojo.gate.prose.quotes import Facts
from dojo.model.outcome import Colour
from dojo.runner.matrix import MadeCode, Matrix, on_made_code
from dojo.runner.result import Result
from dojo.story.readme import Part, PartType
from dojo.story.steps import DRAFT, Step, read_text

TRY = "**Try it:**"
ALL_GREEN = "Every test stays green."
RESULT = re.compile(
    rf"{re.escape(ALL_GREEN)}|(?:(?:Red|Amber): “[^”]+”(?:, “[^”]+”)*(?: and \d+ more)?\.(?:\s+|$))+"
)
RULE = re.compile(r"“([^”]+)”")
COLOURED = re.compile(r"\b(Red|Amber): “")
RESULT_FORM = f"“{ALL_GREEN}”, or like this: Red: “a rule”, “another rule” and 3 more. Amber: “a rule”."
# What Python raises if the changed code names something that does not exist, or is no code at all. Each error
# that it raises of these kinds is one of the builtins.
SLIP_ERRORS = (AttributeError, ImportError, NameError, SyntaxError)
PROSE_COLUMNS = 116  # in a line of prose that the tool writes


@dataclass(frozen=True)
class Claim:
    """What a README says of a change.

    Attributes:
        step: the step that is changed.
        made: its code after the change, and the tests written by then.
        result: the paragraph that says the result.
        sentences: the sentences in it that do; empty in a draft.
        words: the paragraphs above and below the diff.
    """

    step: Step
    made: MadeCode
    result: Part
    sentences: str
    words: str


def read_claim(above: Part | None, diff: Part, below: Part | None, facts: Facts) -> Claim:
    """Read the claim of a block of diff; raises BadBlock."""
    if not above or not is_to_try(above):
        problem = f"a block of diff follows a paragraph that begins with {TRY}"
        raise BadBlock(problem, "write one above it")
    sentences = read_result(below)
    if below is None or sentences is None:
        line = below.line if below else diff.line
        raise BadBlock("the result has to follow the diff", f"write {RESULT_FORM}", line)
    step = facts.step
    tests = tuple(test.id for test in facts.matrix.tests if test.written <= step.number)
    if not tests:
        raise BadBlock("no test is written by then: nothing can turn red", "leave this out")
    code = read_text(step.module) if step.module.is_file() else ""
    changed = apply_diff(code, diff.lines)
    made = MadeCode(changed, tests, tuple(step.beside.items()))
    return Claim(step, made, below, sentences, f"{above.text}\n{below.text}")


def read_result(part: Part | None) -> str | None:
    """Return the sentences of a paragraph that say a result: empty in a draft, None if there are none."""
    if part is None or part.what != PartType.PARAGRAPH or part.nested:
        return None
    text = " ".join(part.text.split())
    match = RESULT.match(text)
    if match:
        return match[0].strip()
    return "" if text.startswith(DRAFT) else None


def is_to_try(part: Part) -> bool:
    """True if a part of a README says what to change."""
    return part.what == PartType.PARAGRAPH and part.text.startswith(TRY)


def claim_edits(matrix: Matrix, claims: Sequence[Claim]) -> Iterator[tuple[Step, Edit]]:
    """Yield the result of each claim that is not true, unless its step breaks other laws."""
    checked = [claim for claim in claims if matrix.is_green(claim.step, claim.step.number)]
    results = on_made_code(matrix.story, "claims", [claim.made for claim in checked])
    for claim, results_by_test in zip(checked, results, strict=True):
        edit = compare_claim(claim, list(results_by_test.values()))
        if edit:
            yield claim.step, edit


def compare_claim(claim: Claim, results: Sequence[Result]) -> Edit | None:
    """Return the edit that makes a claim true; None if it is.

    A change that does not even run has a result as well, but hardly the one that its words are about. So it
    is named, and its result is not written.
    """
    slip = find_slip(results, claim.words)
    if slip:
        mend = "mend it, or name the error in the words round it"
        return Edit(claim.result.line, f"this change ends in {slip}", mend)
    result = format_result(results, RULE.findall(claim.sentences))
    if claim.sentences == result:
        return None
    text = " ".join(claim.result.text.split())
    rest = text.removeprefix(claim.sentences).removeprefix(DRAFT).strip()
    new = textwrap.wrap(
        f"{result} {rest}".strip(), PROSE_COLUMNS, break_long_words=False, break_on_hyphens=False
    )
    problem = f"says {claim.sentences or 'nothing'}, and the result is: {result}"
    notice = explain_new_colour(claim.sentences, result)
    return Edit(claim.result.line, problem, old=claim.result.lines, new=new, notice=notice)


def find_slip(results: Iterable[Result], words: str) -> str:
    """Return the first failure that looks like a slip of the change, unless the words name its error."""
    for result in results:
        name = result.why.partition(":")[0]
        error = getattr(builtins, name, None)
        is_slip = isinstance(error, type) and issubclass(error, SLIP_ERRORS)
        if result.colour != Colour.GREEN and is_slip and not re.search(rf"\b{name}\b", words):
            return result.why
    return ""


def format_result(results: Sequence[Result], named: Sequence[str]) -> str:
    """Return the result in the form of a README: with the rules that the claim names, or else the first."""
    sentences = []
    for colour in (Colour.RED, Colour.AMBER):
        rules = [result.rule for result in results if result.colour == colour]
        if not rules:
            continue
        shown = [rule for rule in dict.fromkeys(named) if rule in rules]
        if not shown:
            shown = rules[:1]
        sentence = f"{colour.capitalize()}: {', '.join(f'“{rule}”' for rule in shown)}"
        more = len(rules) - len(shown)
        if more > 0:
            sentence += f" and {more} more"
        sentences.append(f"{sentence}.")
    return " ".join(sentences) or ALL_GREEN


def explain_new_colour(old: str, new: str) -> str:
    """Return what an author has to read again if a result has other colours than before; else nothing."""
    was, now = name_colours(old), name_colours(new)
    if not old or was == now:
        return ""
    return f"a result was {was}, and is {now} now: {new} Read whether the words after it still fit"


def name_colours(result: str) -> str:
    """red, amber, red and amber, or green"""
    return " and ".join(colour.lower() for colour in COLOURED.findall(result)) or "green"


def apply_diff(code: str, diff: list[str]) -> str:
    """Return the code with a change; raises BadBlock if a part of it does not fit in exactly one place."""
    # a line feed in front, so that a part begins where a line does, also in the first line
    whole = f"\n{code}"
    for lines in split_hunks(diff):
        old, new = "", ""
        for line in lines:
            text = f"{line[1:]}\n"
            if not line.startswith("+"):
                old += text
            if not line.startswith("-"):
                new += text
        places = whole.count(f"\n{old}")
        if not places:
            problem = f"this fits nowhere in the step: {lines[0][1:].strip()}"
            raise BadBlock(problem, "quote the lines as the step has them")
        if places > 1:
            problem = f"this fits in {places} places of the step, not in one: {lines[0][1:].strip()}"
            raise BadBlock(problem, "quote the lines round it too")
        whole = whole.replace(f"\n{old}", f"\n{new}")
    if whole == f"\n{code}":
        raise BadBlock("this diff changes nothing", "let its lines begin with - and +")
    return whole[1:]


def split_hunks(diff: list[str]) -> Iterator[list[str]]:
    """Yield the lines of each part of a diff, between those that begin with @@; raises BadBlock."""
    lines: list[str] = []
    for line in diff:
        if line.startswith("@@"):
            if lines:
                yield lines
            lines = []
            continue
        # editors remove the space of an empty line
        if line and line[0] not in "-+ ":
            problem = f"a line of a diff begins with -, + or a space: {line}"
            raise BadBlock(problem, "put one of them in front")
        lines.append(line)
    if lines:
        yield lines
