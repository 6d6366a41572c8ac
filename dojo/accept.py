"""`make accept CMD="ruby scores.rb"`: a program in any language on the black-box cases of a kata.

It runs where IN= says, or in the attempt that NAME= says, or else at the top of the workspace.
"""

import difflib
import os
import re
import shlex
import sys
import textwrap
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from rich.console import Console
from rich.text import Text

from dojo.attempts import Attempt, find
from dojo.black_box import Outcome, feed
from dojo.cases import Case, all_cases
from dojo.drawing import SHAPES
from dojo.faults import Mistake
from dojo.showing import STYLES, console
from dojo.steps import ROOT
from dojo.verb import ended

Tried = tuple[Case, Outcome]
SHAPE = {"green": SHAPES["green"][0], "red": SHAPES["red"][0], "amber": "!"}
FOR_A_SHELL = set("|&;<>()$`*?~")
LIMIT = 5.0
SHOWN = 12
"""Lines of each part of a failure, so that all of it is on one screen."""
IN_THE_LANGUAGE = re.compile(r"\s+at .*\b(node:internal|java\.base)/")
"""Lines of a stack that are not of the program."""


class WrongCall(Mistake):
    """What is asked for cannot be done; the message says what to write."""


def words(command: str) -> list[str]:
    """What to start for a command line; a shell only where it has signs that one understands."""
    if FOR_A_SHELL & set(command):
        return ["sh", "-c", command]
    try:
        split = shlex.split(command)
    except ValueError:
        raise WrongCall(f"a quotation mark has no partner in CMD: {command}") from None
    if not split:
        raise WrongCall('which program? For example: make accept CMD="ruby scores.rb" IN=my/folder')
    return split


def place(where: str, attempt: Attempt | None, root: Path = ROOT) -> Path:
    """The folder to run in."""
    if where and attempt:
        raise WrongCall("IN= or NAME=, not both: each says in which folder the program runs")
    folder = (root / Path(where).expanduser()) if where else attempt.folder if attempt else root
    if not folder.is_dir():
        raise WrongCall(f"there is no folder {where}: IN= is seen from the top of the workspace")
    return folder


def seconds(limit: str) -> float:
    """The time that a case may take."""
    try:
        given = float(limit) if limit else LIMIT
    except ValueError:
        given = 0
    if not 0 < given <= 3600:
        raise WrongCall(f"LIMIT is the seconds for a case, for example LIMIT=5, not {limit}")
    return given


def tried(cases: list[Case], command: list[str], folder: Path, limit: float) -> Iterator[Tried]:
    """Each case and what came of it, in their order; as many run at a time as there are cores.

    Raises NotRun, and WrongCall where the program's own file is missing.
    """
    stop = Event()
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        outcomes = [pool.submit(feed, case, command, folder, limit, stop) for case in cases]
        for case, outcome in zip(cases, outcomes, strict=True):
            result = outcome.result()
            if result.colour == "amber" and (lost := missing(command, folder, result.complaint)):
                raise WrongCall(nowhere(lost, folder))
            yield case, result
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def missing(command: list[str], folder: Path, complaint: str) -> str:
    """The file in a command that is not there, where that is what the program complains of; or nothing."""
    files = [word for word in command if re.search(r"\w\.[a-z]+$", word) and not (folder / word).exists()]
    return next((file for file in files if Path(file).name in complaint), "")


def startable(command: list[str], folder: Path) -> list[str]:
    """The command, where its program is a path that leads somewhere; raises WrongCall."""
    if "/" in command[0] and not (folder / command[0]).exists():
        raise WrongCall(nowhere(command[0], folder))
    return command


def nowhere(file: str, folder: Path) -> str:
    """That a file is not there, and how to say where it is."""
    return f"there is no {file} {shown(folder)}: IN=folder or NAME=attempt says where it is"


def shown(folder: Path) -> str:
    """A folder as it is seen from the top of the workspace."""
    return "at the top of the workspace" if folder == ROOT else f"in {os.path.relpath(folder, ROOT)}"


def row(case: Case, outcome: Outcome) -> Text:
    """A line for a case: its shape, its rule, and in a word or two what is wrong."""
    why = f": {outcome.why.partition(':')[0]}" if outcome.why else ""
    return Text(f"{SHAPE[outcome.colour]} {case.rule}{why}", style=STYLES[outcome.colour])


def failure(case: Case, outcome: Outcome) -> Iterator[Text]:
    """What was fed in a case that does not pass, what had to come (-) and what came (+)."""
    yield Text("\nfed:", style="bold")
    yield from cropped(Text(f"  {visible(line)}") for line in lines(case.given))
    yield Text("\n- expected, + printed:", style="bold")
    yield from cropped(difference(lines(case.expected), lines(outcome.printed)))
    if outcome.complaint.strip():
        yield Text("\non standard error:", style="bold")
        told = [line for line in outcome.complaint.rstrip().splitlines() if not IN_THE_LANGUAGE.match(line)]
        yield from cropped(Text(f"  {visible(line)}") for line in told)


def lines(text: str) -> list[str]:
    """The lines of a text, an end of line of Windows being one like any other."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def difference(expected: list[str], printed: list[str]) -> Iterator[Text]:
    """What had to come, and what came instead, line by line."""
    matcher = difflib.SequenceMatcher(None, expected, printed, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield from (Text(f"  {visible(line)}") for line in expected[i:j])
        else:
            yield from (Text(f"- {visible(line)}", style="green") for line in expected[i:j])
            yield from (Text(f"+ {visible(line)}", style="red") for line in printed[k:m])


def visible(line: str) -> str:
    """A line in which nothing is hidden: a space at its end is a dot, what is no sign is spelled."""
    seen = line.rstrip(" ")
    seen += "·" * (len(line) - len(seen))
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in seen)


def cropped(shown: Iterable[Text]) -> Iterator[Text]:
    """The first lines, and how many more there are."""
    every = list(shown)
    yield from every[:SHOWN]
    if len(every) > SHOWN:
        yield Text(f"  … and {len(every) - SHOWN:,} lines more", style="dim")


def summary(cases: list[Case], done: list[Tried]) -> str:
    """How many pass, and the first that does not."""
    passed = [case for case, outcome in done if outcome.colour == "green"]
    if len(passed) == len(cases):
        return f"All {len(cases)} cases pass."
    first, outcome = next((case, outcome) for case, outcome in done if outcome.colour != "green")
    why = visible(outcome.why).rstrip(".")
    told = f"{len(passed)} of {len(cases)} cases pass; the first that does not, {first.rule}: {why}."
    left = len(cases) - len(done)
    return told + (f" {left} were not tried after it: ALL=1 tries them." if left else "")


def filled(text: str, out: Console) -> str:
    """A sentence in lines that the screen has room for."""
    return textwrap.fill(text, out.width - 1)


def accept(cases: list[Case], results: Iterator[Tried], *, every: bool, out: Console) -> int:
    """Show a line for each case, the first failure (or every one) and the summary; the exit status.

    After a program that hangs no other case is tried, unless every one is asked for.
    """
    done = []
    for case, outcome in results:
        out.print(row(case, outcome), no_wrap=True, overflow="ellipsis")
        done.append((case, outcome))
        if outcome.hangs and not every:
            break
    failed = [(case, outcome) for case, outcome in done if outcome.colour != "green"]
    for case, outcome in failed if every else failed[:1]:
        out.print(f"\n{filled(f'{case.rule}: {visible(outcome.why)}', out)}", style="bold")
        for line in failure(case, outcome):
            out.print(line, no_wrap=True, overflow="ellipsis")
    out.print()
    if any(outcome.lenient for _, outcome in done):
        out.print("Let pass: line ends of Windows, or none after the last line.", style="dim")
    out.print(filled(summary(cases, done), out), style=f"bold {'red' if failed else 'green'}")
    return 1 if failed else 0


def verb() -> int:
    asked = os.environ.get
    attempt = find(asked("NAME")) if asked("NAME") else None
    cases = all_cases(asked("KATA") or (attempt.kata if attempt else "holdem"))
    folder = place(asked("IN", ""), attempt)
    command = startable(words(asked("CMD", "")), folder)
    results = tried(cases, command, folder, seconds(asked("LIMIT", "")))
    return accept(cases, results, every=bool(asked("ALL")), out=console())


if __name__ == "__main__":
    sys.exit(ended(verb))
