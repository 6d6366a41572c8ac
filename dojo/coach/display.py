"""What the verbs of an attempt print: a failure, a bar, a command to go on with."""

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import lines_in_words
from dojo.attempt.light import last_green
from dojo.attempt.snapshot import Snapshot, name_left_out
from dojo.coach.run import BarRun
from dojo.runner.failure.printing import show_failure, style_line
from dojo.runner.failure.reason import RAISED
from dojo.runner.result import Result
from dojo.screen.bars import colour_line

QUESTION = "Is there anything to tidy up? The bar stays green meanwhile."
WORDS = {"amber": "crashed"}
"""What is said of a test of a colour, where that is another word."""
PRINTS_NOTHING = ("came    standard_output = ''", "prints nothing")
CALLS_MAIN = 'if __name__ == "__main__": main()'


def print_left_out(out: Console, snapshot: Snapshot) -> None:
    """Print which files a light does not have, if any."""
    if snapshot.left_out:
        out.print(Text(f"Not in this light: {name_left_out(snapshot.left_out)}", style="dim"))


def print_bar(out: Console, attempt: Attempt, colour: str, counts: dict[str, int], not_run: int = 0) -> None:
    out.print(colour_line(colour, f"{attempt.name} · {counts_in_words(counts, not_run)}", out.width))


def counts_in_words(counts: dict[str, int], not_run: int = 0) -> str:
    """Return counts in words: 12 green, 1 red; 4 green, 1 crashed; 1 red, 12 not run again."""
    words = [f"{n} {WORDS.get(colour, colour)}" for colour, n in counts.items() if n]
    return ", ".join([*words, *[f"{not_run} not run again"] * bool(not_run)]) or "no test yet"


def print_onward(out: Console, text: str) -> None:
    """Print how to go on; a command in it is never wrapped, so that it can be copied."""
    out.print(text, style="dim", soft_wrap=True)


def ask_to_tidy(this: BarRun, out: Console) -> None:
    """Print what has changed since the last green, and ask whether there is anything to tidy up."""
    if (lines := this.changes()).number:
        since = "the last green" if last_green(this.lights) else "the start"
        out.print(f"Changed since {since}: {lines_in_words(lines)}.")
    out.print(QUESTION, style="bold")


def print_suggestions(attempt: Attempt, out: Console) -> None:
    """Print what to do after a kata: the judge, another kata, another design."""
    story, kata = attempt.story, attempt.kata
    if not attempt.program:  # what is judged, and what another kata goes on from, is Python
        print_onward(out, f"  What your own tests catch: {attempt.command('judge')}")
        for other in story.katas:
            if other is not kata and set(other.tests) & set(kata.tests):
                words = f"start NAME={attempt.name}-{other.name} KATA={other.name} FROM={attempt.name}"
                print_onward(out, f"  Another kata, {other.name}: {story.command(words)}")
    for design in story.designs[1:2]:
        read = story.command(f"step-{design.number} story")
        print_onward(out, f"  Another design, {design.title}: {read}")


def print_failure(out: Console, result: Result, attempt: Attempt, room: int = 0) -> None:
    """Print a test that is not green, and what is missing if that is known; in `room` lines, if given."""
    if room:
        out.print(Text(f"“{result.rule}” is {result.colour}: {result.why}", style="bold"))
        for text in crop_failure(result.failure, room):
            out.print(style_line(text), no_wrap=True, overflow="ellipsis")
    else:
        show_failure(out, result)
    if advice := advice_on(result, attempt):
        out.print(advice if room else f"\n{advice}", style="bold")


def advice_on(result: Result, attempt: Attempt) -> str:
    """Return what is missing, where a failure alone does not say it; or nothing."""
    if result.why.startswith(f"there is no {attempt.module.name}"):
        return f"Have you deleted it? {attempt.command('back')} brings back what you had at the last green."
    if any(words in f"{result.why}\n{result.failure}" for words in PRINTS_NOTHING):
        for file in attempt.folder.glob("*.py"):
            text = file.read_text(encoding="utf-8", errors="replace")
            if "def main(" in text and text.count("main(") == 1:
                return f"main() is there, and nothing calls it. The last line is missing:\n    {CALLS_MAIN}"
    return ""


def crop_failure(text: str, room: int) -> list[str]:
    """Return so many lines of a failure; of a long one those from the line on at which it happens."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    raised = next((n for n, line in enumerate(lines) if line.startswith(RAISED)), 0)
    here = max((n for n, line in enumerate(lines[:raised]) if line.startswith(">")), default=0)
    start = min(here, len(lines) - room) if len(lines) > room else 0
    return lines[start : start + room]
