"""The verbs for reading and writing steps, and for the workspace; each imports what it needs."""

from functools import partial

from dojo.cli.call import AUTHOR, Call, plain, remember, verb

read, author, maintain = partial(plain, "read"), partial(plain, AUTHOR), partial(plain, "maintain")

read("dojo.cli.verbs.first_help", "", "show the seven verbs to begin with", name="")
read("dojo.cli.verbs.full_help", "workspace", "list all verbs", name="help")


@verb("read")
def progress(call: Call) -> int:
    """Run every test on every step, and draw the bars."""
    from dojo.tour.progression import progress

    story = call.story
    if status := progress(story):
        return status
    print(f"\nRead a step: {story.command('step-1 story')}")
    if story.katas:
        print(f"Do the kata: {story.command('start NAME=tables-3')}")
    if not call.asked:
        for other in call.workspace.stories[1:]:
            print(f"Another story: {other.command('progress')}")
        for fault in call.workspace.faults:
            print(fault)
    return status


read("dojo.tour.read.show_story", "step", "read how that step came about", name="story")
read("dojo.tour.status.red", "story step", "see its new tests fail on the step before")
read("dojo.tour.read.diff", "story step", "see what it changed")
read(
    "dojo.tour.status.run_step_tests",
    "story step",
    "run all tests on it (make step-1 alone, too)",
    name="test",
)
read("dojo.tour.status.watch_step", "story step top", "run them at every save", name="watch")
read("dojo.tour.status.run", "story step kata", "run its program (KATA= picks another kata's)")
read("dojo.tour.read.coverage", "story steps", "see which of its lines are tested", when="STEP")
read("dojo.tour.read.coverage", "story steps", "see which lines of each step are tested")


@verb(AUTHOR, example="STORY=leap-years", makes_its_story=True)
def new(call: Call) -> None:
    """Begin a story of your own, green from the start."""
    from dojo.author.new import new
    from dojo.cli.verbs import all_verbs

    taken = [verb.name for verb in all_verbs(call.workspace.stories)]
    remember(new(call.workspace, call.get("STORY"), taken), call.workspace)


author("dojo.author.steps.new_step", "story title after kind", "add a step to it", example="TITLE=Buzz")
author("dojo.author.steps.move_step", "story step after", "move that step behind another: AFTER=2")
author("dojo.author.steps.drop_step", "story step", "remove that step")
for name in ("new-step", "move-step", "drop-step"):
    author("dojo.author.steps.undo", "story", "take that back", name=name, when="UNDO", example="UNDO=1")
author(
    "dojo.author.cases.write_cases", "kata story", "write the outputs of the cases of a kata", name="cases"
)


@verb(AUTHOR, options="FILL", environments="lint")
def todo(call: Call) -> int:
    """Show what it lacks (FILL=1: write what is a fact)."""
    from dojo.author.todo import todo

    return todo(call.story, write=call.has("FILL"))


author("dojo.gate.gate.gate", "story steps", "prove that each test was red, then green", environments="lint")
maintain("dojo.cli.checks.run_checks", "workspace", "check the workspace", name="test", environments="test")


@verb("maintain", options="BROWSER", environments="check bulk lint")
def check(call: Call) -> int:
    """Everything, including browser tests (slow)."""
    from dojo.cli.checks import run_checks

    return run_checks(call.workspace, thorough=True, browser=call.get("BROWSER"))


maintain("dojo.cli.checks.tidy", "workspace", "format the code as make test wants it", environments="test")
maintain("dojo.tour.contents.contents", "workspace", "write the generated tables and pictures again")
maintain("dojo.bench.bench.bench", "workspace story browser", "time it", environments="check bench lint")
