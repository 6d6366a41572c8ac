"""`make hint` for somebody who writes the tests: more about a wrong solution that passes them all."""

from rich.console import Console

from dojo.attempt.light import record
from dojo.coach.cycle.course import Course
from dojo.coach.cycle.run import run
from dojo.coach.mine.catching import catch, standing
from dojo.coach.mine.next import doubted
from dojo.coach.mine.riddles import ALL, riddle
from dojo.coach.showing import left_out
from dojo.screen.console import paragraph


def hint(course: Course, out: Console) -> None:
    """Say one thing more than before, and record that; raises NotRecorded."""
    this = run(course)
    left_out(out, this.snapshot)
    if this.failure:
        yours = (
            f"“{this.failure.rule}” is a test of yours, and {this.failure.colour}: there is no hint of ours."
        )
        doubted(this, out)
        paragraph(out, f"{yours} What is the least that makes it green? If you do not know, test less.")
        return
    caught = catch(this)
    rules = standing(this, caught.names)
    if not rules.open:
        paragraph(out, "There is no hint to give: your tests catch all there is to catch.")
    told = caught.told | riddle(this, rules, out, most=ALL, more=True)
    record(
        this.attempt,
        verb="hint",
        colour=this.colour,
        counts=this.counts,
        snapshot=this.snapshot,
        own={cell.id: cell.colour for cell in this.result.own},
        **told,
    )
