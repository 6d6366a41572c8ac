"""`make next`: red, green, and a moment to tidy up; the next `make next` brings the next test.

It shows the test that is red. When a change has turned the bar green, it stops there. When the bar was green
already, it reveals the next tests: all that ask for no code, and the first one that does.
A bar that is not green is no error of the verb, so the status is 0.
"""

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.lock import turn
from dojo.coach.cycle import foreseeing, tidying
from dojo.coach.cycle.course import Course, open_course
from dojo.coach.cycle.ending import ended
from dojo.coach.cycle.revealing import revealing
from dojo.coach.cycle.run import Comes, Run, coming, run
from dojo.coach.mine import next as mine
from dojo.coach.mine.start import MODE as MINE
from dojo.coach.showing import bar, left_out
from dojo.errors import Mistake
from dojo.runner.failure.printing import failure
from dojo.runner.result import COLOURS
from dojo.story.tests import SuiteTest


def play(course: Course, out: Console, expected: str = "", comes: Comes = coming) -> None:
    """One beat: show the red test; or that it turned green; or the next test. Record it."""
    if course.attempt.setting("mode") == MINE:
        mine.play(course, out, expected)
        return
    this = run(course, comes)
    if this.coming and this.colour == "green":
        revealing(this, out, expected)
    else:
        so_far(this, "next", out, expected)


def so_far(this: Run, verb: str, out: Console, expected: str = "") -> None:
    """Show the colours of the tests so far, and record them: the bar last, for it stays on a small screen."""
    if this.failure:
        failure(out, this.failure)
        out.print()
    told = {}
    if expected in COLOURS:  # who wants to be asked is asked when a new test comes
        of = "the tests so far"
        told = foreseeing.judged(expected, this.colour, of, this.lights, out, counts=this.has_changed)
    if this.failure:
        again, help = this.attempt.command(verb), this.attempt.command("hint")
        out.print(f"Make it green, then {again}. A hint: {help}", style="dim")
    elif this.turned_green:
        tidying.ask(this, out)
        out.print(f"The next test: {this.attempt.command('next')}", style="dim")
    elif this.known == len(this.course.tests):
        ended(this, out)
    else:
        out.print(f"The next test: {this.attempt.command('next')}", style="dim")
    left_out(out, this.snapshot)
    this.record(verb, **told)
    bar(out, this.attempt, this.colour, this.counts)


def next_test(attempt: Attempt, expected: str, out: Console, *, shared: bool = False) -> None:
    """One beat of an attempt; raises Mistake, NotRecorded, NoTurn, Broken."""
    expected = foreseeing.colour(expected)
    with turn(attempt, out.print), open_course(attempt) as course:
        play(course, out, expected, all_shared if shared else coming)


def all_shared(course: Course, known: int) -> list[SuiteTest]:
    """The tests not yet revealed that another kata has as well; raises Mistake if there is none."""
    if not (left := course.tests[known : course.shared]):
        name = course.attempt.kata.name
        raise Mistake(f"you have all tests that {name} shares with another kata: leave SHARED= out")
    return left
