"""The end of a kata, and where it leads on: the judge, another kata, the next design."""

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.coach.cycle.run import Run


def ended(run: Run, out: Console) -> None:
    """Say that no test is left, and what can be done next."""
    kata = run.attempt.kata
    out.print(f"That was the last test of {kata.name}: all {len(run.course.tests)} are green.", style="bold")
    for what, command in next_doors(run.attempt):
        out.print(f"  {what}: {command}")


def next_doors(attempt: Attempt) -> list[tuple[str, str]]:
    """What to do after a kata, and the command for it."""
    story, kata = attempt.story, attempt.kata
    doors = []
    if not attempt.program:  # what is judged, and what another kata goes on from, is Python
        doors.append(("What your own tests catch", attempt.command("judge")))
        sharing = (one for one in story.katas if one is not kata and set(one.tests) & set(kata.tests))
        for other in sharing:
            words = f"start NAME={attempt.name}-{other.name} KATA={other.name} FROM={attempt.name}"
            doors.append((f"Another kata, {other.name}", story.command(words)))
    if story.designs[1:]:
        design = story.designs[1]
        doors.append((f"Another design, {design.title}", story.command(f"step-{design.number} story")))
    return doors
