"""The verbs for a story of one's own and for the workspace; each imports what it needs when it runs."""

from functools import partial

from dojo.cli.call import Call, Verb, remember, verb
from dojo.errors import UsageError

AUTHOR = "author"
"""The group of verbs that take the story of the last call if none is named."""
TABLE: list[Verb] = []
author = partial(verb, TABLE, AUTHOR)
maintain = partial(verb, TABLE, "maintain")


@author(example="STORY=leap-years", makes_its_story=True)
def new(call: Call) -> None:
    """Begin a story of your own, green from the start."""
    from dojo.author.new import new
    from dojo.cli.verbs import all_verbs

    verbs = [verb.name for verb in all_verbs(call.workspace.stories)]
    remember(new(call.workspace, call.get("STORY"), verbs), call.workspace)


@author(options=("TITLE", "AFTER", "KIND", "UNDO"), example="TITLE=Buzz")
def new_step(call: Call) -> None:
    """Add a step to it (AFTER=3: behind step 3)."""
    from dojo.author.steps import new_step, undo

    if call.has("UNDO"):
        undo(call.story)
    else:
        before = call.find_step("AFTER") if call.has("AFTER") else call.story.steps[-1]
        new_step(call.story, call.get("TITLE"), before, call.get("KIND"))


@author(options=("AFTER", "UNDO"), step="may")
def move_step(call: Call) -> None:
    """Move a step: STEP=5 AFTER=2."""
    from dojo.author.steps import move_step, undo

    if call.has("UNDO"):
        undo(call.story)
    else:
        if not call.has("AFTER"):
            example = call.story.command(f"move-step STEP={call.step.number} AFTER=1")
            raise UsageError(f"behind which step? For example: {example}")
        move_step(call.story, call.step, call.find_step("AFTER"))


@author(options=("UNDO",), step="may")
def drop_step(call: Call) -> None:
    """Remove a step: STEP=5."""
    from dojo.author.steps import drop_step, undo

    if call.has("UNDO"):
        undo(call.story)
    else:
        drop_step(call.story, call.step)


@author(options=("KATA",))
def cases(call: Call) -> None:
    """Write the outputs of the cases of a kata."""
    from dojo.author.cases import write_cases

    write_cases(call.kata, call.story)


@author(options=("FILL",), environments=("lint",))
def todo(call: Call) -> int:
    """Show what it lacks (FILL=1: write what is a fact)."""
    from dojo.author.todo import todo

    return todo(call.story, write=call.has("FILL"))


@author(options=("STEPS",), environments=("lint",), check=lambda call: call.steps)
def gate(call: Call) -> int:
    """Prove each step: its tests were red, then green."""
    from dojo.gate.gate import gate

    return gate(call.story, call.steps)


@maintain(options=("BROWSER",), environments=("check", "bulk", "lint"))
def check(call: Call) -> int:
    """Everything, including browser tests (slow)."""
    from dojo.cli.checks import run_checks

    return run_checks(call.workspace, thorough=True, browser=call.get("BROWSER"))


@maintain(environments=("test",))
def tidy(call: Call) -> int:
    """Format the code as make test wants it."""
    from dojo.cli.checks import tidy

    return tidy(call.workspace)


@maintain()
def contents(call: Call) -> int:
    """Write the generated tables and pictures again."""
    from dojo.documents.contents import contents

    return contents(call.workspace)


@maintain(options=("BROWSER",), environments=("check", "bench", "lint"))
def bench(call: Call) -> int:
    """Measure how fast the verbs and the steps are."""
    from dojo.bench.bench import bench

    return bench(call.workspace, call.story, call.get("BROWSER"))
