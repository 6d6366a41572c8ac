"""What the verbs of an attempt print: a failure, a bar, a command to go on with."""

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from dojo import bootstrap
from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import lines_in_words
from dojo.attempt.host import Terminal
from dojo.attempt.light import RunLight, ancestors, last_run, sum_up_runs
from dojo.attempt.recording import all_lights, snapshot_of
from dojo.attempt.snapshot import Snapshot, name_left_out
from dojo.coach.run import BarRun
from dojo.coach.shape import find_alike, has_program, has_uncalled_main, may_print
from dojo.model.outcome import NO_ANSWER_REASONS, RED_REASONS, Colour, Reason
from dojo.runner.failure.printing import show_failure
from dojo.runner.result import Result
from dojo.screen.console import colour_line, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.code.imports import find_imported_beside
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace
from dojo.wording import count_of, first_of, spell_out

# why a test is red, on a bar
RED_WORDS = {Reason.ASSERTED: "failed", Reason.MISSING_NAME: "with a name missing"}


def print_left_out(out: Console, snapshot: Snapshot) -> None:
    """Print which files a light does not have, if any."""
    if snapshot.left_out:
        out.print(f"Not in this light: {name_left_out(snapshot.left_out)}", style="dim")


def print_lost_tests(out: Console, this: BarRun) -> None:
    """Print which tests of the kata are gone since the last run: somebody has edited their files."""
    last = last_run(this.lights)
    present = {test.id for test in this.exercise.tests}
    lost = [rule_of(test) for test in (last.taught if last else {}) if test not in present]
    if lost:
        story = this.attempt.story
        where = story.shown(this.attempt.kata.folder if this.attempt.program else story.suite)
        gone = f"No longer in {where}, which was edited: {first_of(lost)}."
        paragraph(out, gone, COLOURS["amber"].style)


def print_unsaved(out: Console, this: BarRun, verb: str) -> None:
    """Ask whether the code is saved, if no file has changed since the same verb ran the tests."""
    last, attempt = last_run(this.lights), this.attempt
    # a page in the browser saves what is typed
    if not isinstance(attempt.host, Terminal) or not this.failure or this.new:
        return
    # a run of another verb, as the first one of `make watch`, does not show that a save was expected
    if last is None or last.verb != verb or this.has_changed:
        return
    place = attempt.story.shown(attempt.folder if attempt.program else attempt.module)
    paragraph(out, f"No file has changed since light {last.number}. Is your code saved in {place}?", "bold")


def print_unread(out: Console, this: BarRun) -> None:
    """Say which file the tests read, if all that is new since the last run is Python that none imports."""
    last, attempt = last_run(this.lights), this.attempt
    # which files a program consists of, its language knows
    if last is None or attempt.program or not this.has_changed or not this.failure:
        return
    before = snapshot_of(attempt, last).files
    changed = {os.fsdecode(name) for name, _ in before.items() ^ this.snapshot.files.items()}
    # as after nearly every save: nothing else is looked at before the bar
    if not changed or attempt.module.name in changed:
        return
    unread = find_unread(attempt, changed)
    if len(unread) == len(changed):
        module = attempt.story.shown(attempt.module)
        paragraph(out, f"Nothing imports {first_of(unread)}: the tests read {module}.", "bold")


def print_broken(out: Console, this: BarRun, failing: Result | None) -> bool:
    """Say that a test was green at the last green, and how many others were, and how to go back.

    Returns whether it was: else nothing is said.
    """
    if this.last_green is None or failing is None or this.outcome.broken:
        return False
    broken = find_broken(this, this.last_green)
    if failing not in broken:
        return False
    more = len(broken) - 1
    others = f", and {count_of(more, 'other test')} broke with it" if more else ""
    back = this.attempt.command("back")
    was_green = f"“{failing.rule}” was green before your last changes{others}"
    paragraph(out, f"{was_green}. Back to the last green: {back}", "bold")
    return True


def find_broken(this: BarRun, last_green: RunLight) -> list[Result]:
    """Return the results that are not green of tests that were, at the last green or since then."""
    before = snapshot_of(this.attempt, last_green).files
    was_green = set(last_green.outcomes)
    # a test that came since then may have been green at once
    for light in ancestors(this.lights):
        if light is last_green:
            break
        if isinstance(light, RunLight):
            was_green |= {test for test, outcome in light.outcomes.items() if outcome.colour == Colour.GREEN}
    broken = []
    for result in this.results:
        # a test of one's own that has changed asks for something else, and the code may be as it was
        file = os.fsencode(result.id.partition("::")[0])
        is_changed = result in this.outcome.own and before.get(file) != this.snapshot.files.get(file)
        is_known = result.reason not in NO_ANSWER_REASONS or result == this.failure
        if result.colour != Colour.GREEN and result.id in was_green and is_known and not is_changed:
            broken.append(result)
    return broken


def print_deleted(out: Console, this: BarRun) -> None:
    """Say that a file is gone since the last green, if the code does not load for want of it."""
    green = this.last_green
    if green is None or not this.outcome.broken:
        return
    for path in sorted(snapshot_of(this.attempt, green).files):
        name = Path(os.fsdecode(path))
        # another file may be gone as well, and do no harm
        is_missed = this.outcome.broken.why.endswith(f"No module named '{name.stem}'")
        if name.suffix == ".py" and is_missed and not (this.attempt.folder / name).exists():
            back = this.attempt.command("back")
            paragraph(out, f"{name} was there at the last green: {back} brings it back.", "bold")


def find_unread(attempt: Attempt, names: Iterable[str]) -> list[str]:
    """Return those files of an attempt that are Python, and that neither its module nor any test imports."""
    read = {attempt.module, *find_imported_beside(attempt.module)}
    # our suite may import these, also before the participant's module does
    for name in attempt.story.imports:
        file = attempt.folder / f"{name}.py"
        read |= {file, *find_imported_beside(file), *(attempt.folder / name).rglob("*.py")}
    for file in attempt.folder.rglob("*.py"):
        if file.name.startswith("test_") or file.name.endswith("_test.py") or file.name == "conftest.py":
            read |= {file, *find_imported_beside(file)}
    unread = []
    for name in sorted(names):
        file = attempt.folder / name
        if file.suffix == ".py" and file.is_file() and file not in read:
            unread.append(name)
    return unread


def print_bar(out: Console, this: BarRun) -> None:
    """Print the bar of a run, which is recorded by now."""
    words = f"{this.attempt.name} · {counts_in_words(this.counts, this.reasons, this.not_run)}"
    out.print(colour_line(this.colour, words, out.width))


def counts_in_words(counts: Mapping[str, int], reasons: Mapping[str, int] | None, not_run: int = 0) -> str:
    """Return counts in words: 12 green, 1 failed; 3 of 10 ran: 1 green, 2 did not end, 7 not tried.

    The reasons are those of the tests that are not green. An older light does not say why a test is red, and
    what it has amber has crashed.
    """
    if reasons is None:
        reasons = {Reason.CRASHED: counts.get(Colour.AMBER, 0)}
    numbers = {str(Colour.GREEN): counts.get(Colour.GREEN, 0)}
    red_without_reason = counts.get(Colour.RED, 0)
    for reason in RED_REASONS:
        number = reasons.get(reason, 0)
        numbers[RED_WORDS[reason]] = number
        red_without_reason -= number
    numbers[str(Colour.RED)] = red_without_reason
    for other_reason, number in reasons.items():
        if other_reason not in RED_REASONS:
            numbers[other_reason] = number
    numbers["not run again"] = not_run
    words = ", ".join(f"{number} {word}" for word, number in numbers.items() if number)
    if not words:
        return "no test yet"
    ran = sum(counts.values())
    for reason in NO_ANSWER_REASONS:
        ran -= reasons.get(reason, 0)
    total = sum(counts.values()) + not_run
    return f"{ran} of {total} ran: {words}" if 0 < ran < total else words


def print_onward(out: Console, text: str) -> None:
    """Print how to go on; a command in it is never wrapped, so that it can be copied."""
    out.print(text, style="dim", soft_wrap=True)


def ask_to_tidy(this: BarRun, out: Console) -> None:
    """Print what has changed since the last green, and ask whether there is anything to tidy up.

    Lines that are alike are named: without an example, a beginner does not know what tidying up is.
    """
    lines = this.changes()
    if lines.number:
        since = "the last green" if this.last_green else "the start"
        out.print(f"Changed since {since}: {lines_in_words(lines)}.")
    out.print("Is there anything to tidy up? Keep the bar green meanwhile.", style="bold")
    file = this.snapshot.files.get(os.fsencode(this.attempt.module.name))
    alike = find_alike(file.content.decode(errors="replace")) if file else []
    if alike:
        different = [spell_out(line) for line in dict.fromkeys(alike)]
        how = "alike but for their values" if len(different) > 1 else "the same"
        paragraph(out, f"{len(alike)} lines are {how}: {first_of(different)}.", "dim")


def print_change_in_green(this: BarRun, out: Console) -> None:
    """Print how much code changed in green, and what no test was there for; nothing if nothing changed."""
    lines = this.changes()
    if not lines.number:
        return
    words = this.moment.in_green_words
    still = f"You changed {lines_in_words(lines)}, and all is still green."
    out.print(f"{still} {words.capitalize()}." if words else still)


def suggest(this: BarRun, out: Console) -> None:
    """Print what to do after a kata: what the evening was, the judge, another kata, another design."""
    attempt = this.attempt
    story = attempt.story
    if isinstance(attempt.host, Terminal):
        suggest_verbs(attempt, out)
        print_other_katas(attempt, out)
    else:
        # this run is recorded once all is said
        last = replace(this.light("next"), when=time.time())
        out.print(f"  Your evening: {sum_up_runs([*all_lights(attempt), last])}.")
        print_onward(out, "  Run by run: “Your runs” above. Press one to go back to it.")
        print_onward(out, "  “Download” takes it to a laptop, where “prove” says if each test was red first.")
    if len(story.designs) > 1:
        other_design = story.designs[1]
        command = story.command(f"step-{other_design.number} story")
        print_onward(out, f"  Another design, step {other_design.number}, {other_design.title}: {command}")


def suggest_verbs(attempt: Attempt, out: Console) -> None:
    """Print the verbs that say what an evening was, and those that begin another kata of its story."""
    story, kata = attempt.story, attempt.kata
    print_onward(out, f"  Your evening, run by run: {attempt.command('lights')}")
    print_onward(out, f"  A page of it to show: {attempt.command('lights PAGE=1')}")
    print_onward(out, f"  Was each test red first? {attempt.command('prove')}")
    print_onward(out, f"  Your attempt as a git repository: {attempt.command('keep')}")
    # what is judged, and what another kata goes on from, is Python
    if not attempt.program:
        print_onward(out, f"  What your own tests catch: {attempt.command('judge')}")
        for other in story.katas:
            if other is not kata and set(other.tests) & set(kata.tests):
                words = f"start NAME={attempt.name}-{other.name} KATA={other.name} FROM={attempt.name}"
                print_onward(out, f"  Another kata, {other.name}: {story.command(words)}")


def print_other_katas(attempt: Attempt, out: Console) -> None:
    """Print how to begin the kata that comes next by its name, and which others there are besides."""
    workspace = Workspace(attempt.story.top)
    # the first story is the long one
    first, own = workspace.folders[0], attempt.story.folder
    names = []
    for story in workspace.stories:
        if story.folder not in (first, own):
            names += [kata.name for kata in story.katas]
    names.sort()
    following = [name for name in names if name > attempt.kata.name]
    in_order = following + [name for name in names if name not in following]
    if in_order:
        name = in_order[0]
        also = f" (also: {', '.join(in_order[1:])})" if in_order[1:] else ""
        # tables-3-roman comes before tables-3-rover
        person = attempt.name.removesuffix(f"-{attempt.kata.name}")
        start = f"{bootstrap.command()} start NAME={person}-{name} KATA={name}"
        print_onward(out, f"  Another kata, {name}: {start}{also}")


def print_failure(out: Console, result: Result, attempt: Attempt) -> None:
    """Print a test that is not green, and what is missing if a failure alone does not say that."""
    show_failure(out, result)
    # a case says it in a line; a test of the suite compares what was printed
    printed_nothing = "came    standard_output = ''" in result.failure
    is_silent = printed_nothing or "prints nothing" in result.why
    if f"there is no {attempt.module.name}" in result.why:
        back = attempt.command("back")
        out.print(f"\nHave you deleted it? {back} brings back what you had at the last green.", style="bold")
    elif is_silent and has_uncalled_main(attempt):
        out.print("\nmain() is there, and nothing calls it. The last line is missing:", style="bold")
        out.print('    if __name__ == "__main__": main()', style="bold")
    elif printed_nothing:
        name = attempt.module.name
        out.print(
            f"\nThe test runs python3 {name} and gives it lines to read, and it printed nothing.",
            style="bold",
        )
        if not has_program(attempt):
            out.print("Put what reads lines and prints the answers below this line:", style="bold")
            out.print('    if __name__ == "__main__":', style="bold")
        elif not may_print(attempt):
            out.print(f"Nothing in {name} prints: print(…) writes a line.", style="bold")
    out.print()
