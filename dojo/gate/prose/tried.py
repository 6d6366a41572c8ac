"""Law 7: what a README says that one can try: a change and the tests that fail with it, or a command.

A claim is a paragraph that begins with **Try it:**, a block of `diff`, and a paragraph that begins with the
result. A command is a line of `sh`; those that end by themselves run, and print what is quoted after them.
What has not changed is not run again.
"""

import builtins
import re
import shlex
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from dojo.gate.evidence import run_once
from dojo.gate.prose.quotes import OUTPUT, BadBlock, Edit, Facts, fenced
from dojo.runner.cache import DOJO, suite_key
from dojo.runner.matrix import MadeCode, Matrix, on_made_code
from dojo.runner.program import Outcome
from dojo.runner.result import Result
from dojo.story.readme import Part
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.story import Story

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
WIDTH = 116
"""The characters of a line of prose that the tool writes."""
RUN = "run"
"""The verb of a step that is always run."""
QUOTED = (RUN, "red", "diff")
"""These are run if what they print is quoted: they ask nobody, change nothing and end soon."""
PLAIN = "[^|<>&;$`()]*"
"""What has none of the signs for what else a shell would do: none of it is run."""
COMMAND = re.compile(
    rf"(?:echo (?P<given>{PLAIN})\| *)?(?:make|python3? -m dojo)(?P<words>(?: {PLAIN})?)(?:< *(?P<file>\S+))?"
)
COMMAND_FORM = "make …, python -m dojo …, with `echo … |` before it or `< file` after it"
STEP = "step-"
LEFT_OUT = ("...", "…")
"""A line of these stands for any number of lines."""


class Claim(NamedTuple):
    """A step, its code after a change, the tests written by then, and the result that the README claims."""

    step: Step
    made: MadeCode
    result: Part
    said: str
    """The sentences of the paragraph that say the result: empty in a draft."""
    words: str
    """The paragraphs above and below the diff."""


def read_claim(above: Part | None, diff: Part, below: Part | None, facts: Facts) -> Claim:
    """Read the claim of a block of diff; raises BadBlock."""
    if not (above and is_to_try(above)):
        raise BadBlock(f"a block of diff follows a paragraph that begins with {TRY}; write one above it")
    text = " ".join(below.text.split()) if below and below.what == "paragraph" and not below.nested else ""
    said = found[0].strip() if (found := RESULT.match(text)) else ""
    if not below or not (said or text.startswith(DRAFT)):
        what = f"the result has to follow the diff; write {RESULT_FORM}"
        raise BadBlock(what, below.line if below else diff.line)
    step = facts.step
    tests = tuple(test.id for test in facts.matrix.tests if test.written <= step.number)
    if not tests:
        raise BadBlock("no test is written by then: nothing can turn red; leave this out")
    code = apply_diff(read_text(step.module) if step.module.is_file() else "", diff.lines)
    words = f"{above.text}\n{below.text}"
    return Claim(step, MadeCode(code, tests, tuple(step.files[1:])), below, said, words)


def is_to_try(part: Part) -> bool:
    """True if a part of a README says what to change."""
    return part.what == "paragraph" and part.text.startswith(TRY)


def claim_edits(matrix: Matrix, claims: Sequence[Claim]) -> Iterator[tuple[Step, Edit]]:
    """The result of each claim that is not true, unless its step breaks other laws.

    A change that does not even run has a result as well, but hardly the one that its words are about. So it
    is named, and its result is not written.
    """
    claims = [claim for claim in claims if matrix.is_green(claim.step, claim.step.number)]
    found = on_made_code(matrix.story, "claims", [claim.made for claim in claims])
    for claim, cells in zip(claims, found, strict=True):
        slip = find_slip(cells.values(), claim.words)
        if slip:
            what = f"this change ends in {slip}; mend it, or name the error in the words round it"
            yield claim.step, Edit(claim.result.line, what)
            continue
        result = format_result(cells.values(), RULE.findall(claim.said))
        if claim.said != result:
            text = " ".join(claim.result.text.split()).removeprefix(claim.said).removeprefix(DRAFT).strip()
            text = f"{result} {text}".strip()
            new = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
            what = f"says {claim.said or 'nothing'}, and the result is: {result}"
            notice = explain_new_colour(claim.said, result)
            yield claim.step, Edit(claim.result.line, what, claim.result.lines, new, notice)


def find_slip(results: Iterable[Result], words: str) -> str:
    """Return the first failure that looks like a slip of the change, unless the words name its error."""
    for result in results:
        name = result.why.partition(":")[0]
        error = getattr(builtins, name, None)
        is_slip = isinstance(error, type) and issubclass(error, SLIP_ERRORS)
        if result.colour != "green" and is_slip and not re.search(rf"\b{name}\b", words):
            return result.why
    return ""


def format_result(results: Iterable[Result], named: Sequence[str]) -> str:
    """The result in the form of a README: it names the rules that the claim names, or else the first."""
    said = []
    for colour in ("red", "amber"):
        rules = [result.rule for result in results if result.colour == colour]
        shown = [rule for rule in dict.fromkeys(named) if rule in rules] or rules[:1]
        more = f" and {len(rules) - len(shown)} more" if len(rules) > len(shown) else ""
        if rules:
            said.append(f"{colour.capitalize()}: {', '.join(f'“{rule}”' for rule in shown)}{more}.")
    return " ".join(said) or ALL_GREEN


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
    """The code with a change; raises BadBlock if a part of it does not fit in exactly one place."""
    whole = f"\n{code}"
    hunks = [
        [*lines] for is_head, lines in groupby(diff, key=lambda line: line.startswith("@@")) if not is_head
    ]
    for lines in hunks:
        if bad := [line for line in lines if line and line[0] not in "-+ "]:
            do = "put one of them in front"
            raise BadBlock(f"a line of a diff begins with -, + or a space: {bad[0]}; {do}")
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
        if (places := whole.count(f"\n{old}")) != 1:
            fits = f"this fits in {places or 'no'} places of the step, not in one"
            raise BadBlock(f"{fits}: {lines[0][1:].strip()}; quote the lines round it too")
        whole = whole.replace(f"\n{old}", f"\n{new}")
    if whole == f"\n{code}":
        raise BadBlock("this diff changes nothing; let its lines begin with - and +")
    return whole[1:]


class Command(NamedTuple):
    """A line of `sh`: its words, what it does with a step, if it is only one thing, and what it reads."""

    line: int
    words: list[str]
    verb: str
    given: str
    file: Path | None


def command_edits(block: Part, below: Part | None, story: Story) -> Iterator[Edit]:
    """The output below a block of commands that is not what they print; raises BadBlock if one is wrong."""
    quoted = below if below and below.kind == "text" else None
    lines = [(number, line) for number, line in enumerate(block.lines, block.line + 1)]
    commands = [read_command(number, line, story) for number, line in lines if line.split("#")[0].strip()]
    if quoted and not all(one.verb in QUOTED for one in commands):
        do = f"quote only what make step-N {', '.join(QUOTED)} print"
        raise BadBlock(f"what this command prints is not checked; {do}", quoted.line)
    printed = ""
    for one in (one for one in commands if quoted or one.verb == RUN):
        outcome = run_command(one, story)
        if outcome.colour == "amber":
            raise BadBlock(f"this command fails: {outcome.why}; type it, and mend what it names", one.line)
        printed += outcome.printed
    if not quoted:
        return
    wrong = first_wrong(quoted.lines, printed)
    old = fenced(quoted.kind, quoted.source, quoted.lines)
    new = fenced(quoted.kind, OUTPUT, quoted.lines if wrong is None else printed.rstrip("\n").split("\n"))
    if old != new:
        what = "the output has no marker"
        if wrong is not None:
            what = f"this is not printed: {wrong.strip() or 'an empty line'}"
        yield Edit(quoted.line, what, old, new)


def read_command(number: int, line: str, story: Story) -> Command:
    """A line as a command; raises BadBlock if no reader can type it."""
    found = COMMAND.fullmatch(line.partition(" #")[0].strip())
    if not found:
        raise BadBlock(f"this is no command of the workspace; write {COMMAND_FORM}", number)
    try:
        words, given = shlex.split(found["words"]), shlex.split(found["given"] or "")
    except ValueError as error:
        raise BadBlock(f"no shell can read this: {error}; write it as one types it", number) from None
    file = story.top / found["file"] if found["file"] else None
    if file and not file.is_file():
        what = f"there is no {found['file']}; name a file as it is seen from the top"
        raise BadBlock(what, number)
    step, *verbs = [word for word in words if "=" not in word] or [""]
    if not any(word.startswith(("STORY=", "KATA=")) for word in words):
        numbers = {written for one in story.steps for written in (f"{one.number}", f"{one.number:02}")}
        if step.startswith(STEP) and step.removeprefix(STEP) not in numbers:
            raise BadBlock(f"there is no step {step.removeprefix(STEP)}; name one that exists", number)
        words.append(f"STORY={story.file.parent}")
    verb = verbs[0] if step.startswith(STEP) and len(verbs) == 1 else ""
    return Command(number, words, verb, " ".join(given) + "\n" * bool(given), file)


def run_command(one: Command, story: Story) -> Outcome:
    """Run a command as make does, from the top of the workspace; from the cache if nothing has changed."""
    files = [*(file for step in story.steps for file in step.files), *DOJO.rglob("*.py")]
    call = [sys.executable, str(DOJO), *one.words]  # as `python -m dojo`, from any folder
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "given")
        given.write_text(one.given, encoding="utf-8")
        return run_once(story, "commands", files, call, one.file or given, suite=suite_key(story))


def first_wrong(lines: list[str], said: str) -> str | None:
    """The first line of a quote that is not printed there; None if all of them are."""
    drawn, free = [line.rstrip() for line in said.rstrip("\n").split("\n")], False
    for line in lines:
        if line.strip() in LEFT_OUT:
            free = True
            continue
        while free and drawn and drawn[0] != line.rstrip():
            del drawn[0]
        if not drawn or drawn.pop(0) != line.rstrip():
            return line
        free = False
    return None if free or not drawn else drawn[0]
