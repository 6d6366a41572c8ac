"""`make cases`: the outputs of a kata's black-box cases, as its finished step prints them."""

from dojo.errors import UsageError
from dojo.gate.evidence import Evidence
from dojo.gate.katas import run_program
from dojo.model.outcome import Colour
from dojo.runner.programs.command import ProgramOutcome
from dojo.story.katas import Case, Kata
from dojo.story.story import Story

# how the text begins that Python writes when it crashes
TRACEBACK = "Traceback (most recent call last)"


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
        fault = find_fault(case, outcome, story)
        if fault:
            raise UsageError(f"step {step.number} {fault}")
        if not case.output.is_file() or case.expected != outcome.printed:
            case.output.write_bytes(outcome.printed.encode())
            print(f"written: {story.shown(case.output)}")
    print(f"{folder}: as step {step.number}, {step.title}, prints it.")


def find_fault(case: Case, outcome: ProgramOutcome, story: Story) -> str:
    """Say why what a program did with a case is no expected output; an empty text if it is one."""
    complaints = case.file.with_suffix(".err")
    for line in case.complaints:
        if line not in outcome.complaint:
            says = outcome.complaint.strip() or "nothing"
            return f"says {says!r} on standard error, and not {line!r} as {story.shown(complaints)} has it"
    if outcome.colour != Colour.AMBER:
        return ""
    fault = f"fails on {story.shown(case.file)}: {outcome.why}"
    # a program that complains says so in words
    if outcome.complaint and TRACEBACK not in outcome.complaint and not outcome.hangs:
        fault += f"; if it should, write {complaints.name} with what it has to say on standard error"
    return fault
