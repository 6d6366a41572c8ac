"""The verbs for a story of one's own and for the workspace; each imports what it needs when it runs."""

from functools import partial

from dojo.cli.call import Call, Verb, plain, remember, verb
from dojo.errors import UsageError

AUTHOR = "author"
"""The group of verbs that take the story of the last call if none is named."""
TABLE: list[Verb] = []
author, maintain = partial(verb, TABLE, AUTHOR), partial(verb, TABLE, "maintain")
plain_author, plain_maintain = partial(plain, TABLE, AUTHOR), partial(plain, TABLE, "maintain")


@author(example="STORY=leap-years", makes_its_story=True)
def new(call: Call) -> None:
    """Begin a story of your own, green from the start."""
    from dojo.author.new import new

    remember(new(call.workspace, call.get("STORY"), call.verbs), call.workspace)


@author(options=("TITLE", "AFTER", "KIND", "UNDO"), example="TITLE=Buzz")
def new_step(call: Call) -> None:
    """Add a step to it (AFTER=3: behind step 3)."""
    from dojo.author import steps

    story, after = call.story, call.get("AFTER")
    if call.has("UNDO"):
        steps.undo(story)
    else:
        before = story.step(after) if after else story.steps[-1]
        steps.new_step(story, call.get("TITLE"), before, call.get("KIND"))


@author(options=("AFTER", "UNDO"), step="may")
def move_step(call: Call) -> None:
    """Move a step: STEP=5 AFTER=2."""
    from dojo.author import steps

    story, after = call.story, call.get("AFTER")
    if call.has("UNDO"):
        steps.undo(story)
    elif after:
        steps.move_step(story, call.step, story.step(after))
    else:
        example = story.command(f"move-step STEP={call.step.number} AFTER=1")
        raise UsageError(f"behind which step? For example: {example}")


@author(options=("UNDO",), step="may")
def drop_step(call: Call) -> None:
    """Remove a step: STEP=5."""
    from dojo.author import steps

    if call.has("UNDO"):
        steps.undo(call.story)
    else:
        steps.drop_step(call.story, call.step)


plain_author(
    "dojo.author.cases.write_cases", "kata story", "write the outputs of the cases of a kata", name="cases"
)


@author(options=("FILL",), environments=("lint",))
def todo(call: Call) -> int:
    """Show what it lacks (FILL=1: write what is a fact)."""
    from dojo.author.todo import todo

    return todo(call.story, write=call.has("FILL"))


plain_author(
    "dojo.gate.gate.gate",
    "story steps",
    "prove each step: its tests were red, then green",
    environments=("lint",),
)


@maintain(options=("BROWSER",), environments=("check", "bulk", "lint"))
def check(call: Call) -> int:
    """Everything, including browser tests (slow)."""
    from dojo.cli.checks import run_checks

    return run_checks(call.workspace, thorough=True, browser=call.get("BROWSER"))


plain_maintain(
    "dojo.cli.checks.tidy", "workspace", "format the code as make test wants it", environments=("test",)
)
plain_maintain(
    "dojo.documents.contents.contents", "workspace", "write the generated tables and pictures again"
)
plain_maintain(
    "dojo.bench.bench.bench",
    "workspace story browser",
    "measure how fast the verbs and the steps are",
    environments=("check", "bench", "lint"),
)
