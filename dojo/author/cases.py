"""`make cases`: the outputs of a kata's black-box cases, as its finished step prints them."""

from dojo.errors import UsageError
from dojo.gate.evidence import Evidence
from dojo.gate.katas import run_program
from dojo.model.outcome import Colour
from dojo.story.katas import Kata
from dojo.story.story import Story


def write_cases(kata: Kata, story: Story) -> None:
    """Write the output of each input in the folder of cases; raises UsageError."""
    folder = story.shown(kata.folder / "cases")
    if kata.program is None:
        where = f"write program = N below [katas.{kata.name}] in {story.shown(story.file)}"
        raise UsageError(f"no step of {story.name} is a program for {kata.name}: {where}")
    if not kata.cases:
        raise UsageError(f"there is no input: write {folder}/01-the-rule-in-words.in first")
    step = Evidence(story).finished
    for case in kata.cases:
        outcome = run_program(kata, step, case.file, story, complaints=case.complaints)
        if outcome.colour == Colour.AMBER:
            raise UsageError(f"step {step.number} fails on {story.shown(case.file)}: {outcome.why}")
        if not case.output.is_file() or case.expected != outcome.printed:
            case.output.write_bytes(outcome.printed.encode())
            print(f"written: {story.shown(case.output)}")
    print(f"{folder}: as step {step.number}, {step.title}, prints it.")
