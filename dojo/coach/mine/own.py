"""A participant's own tests, by ids that begin in the attempt: `test_fizz.py::test_one`."""

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.coach.cycle.run import Run
from dojo.runner.result import Cell


def own(run: Run) -> list[Cell]:
    """Their colours now."""
    return [cell._replace(id=within(run.attempt, cell.id)) for cell in run.result.own]


def own_then(attempt: Attempt, light: Light) -> dict[str, str]:
    """Their colours at a light; none if the light does not say."""
    return {within(attempt, id): colour for id, colour in (light.own or {}).items()}


def within(attempt: Attempt, id: str) -> str:
    """The id of a test without the path of the attempt."""
    return id.removeprefix(f"{attempt.story.inside(attempt.folder)}/")


def is_a_test(id: str) -> bool:
    """Or is it a file that cannot be read?"""
    return "::" in id


def seen_in(colours: dict[str, str], id: str) -> set[str]:
    """The colours of a test that was not green: its own, or that of its file."""
    return {colours[name] for name in (id, id.partition("::")[0]) if name in colours} - {"green"}
