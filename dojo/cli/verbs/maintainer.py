"""The verbs of a maintainer: the checks of the workspace, what it generates, and how fast it is.

What the help does not need is imported by the verb that needs it.
"""

from dojo.cli.registry import MAINTAIN, verb
from dojo.story.story import Story
from dojo.story.workspace import Workspace


@verb(MAINTAIN, "check the workspace", needs=("test",))
def test(workspace: Workspace) -> int:
    """Run what needs nothing but Python."""
    # late: the help does not wait for the modules of the gate
    from dojo.cli.checks import run_checks

    return run_checks(workspace)


@verb(MAINTAIN, "everything, including browser tests (slow)", needs=("check", "bulk"))
def check(workspace: Workspace, browser: str = "", firefox: str = "", webkit: str = "") -> int:
    """Run all checks."""
    # late: the help does not wait for the modules of the gate
    from dojo.cli.checks import run_checks

    return run_checks(workspace, browser, firefox, webkit)


@verb(MAINTAIN, "format the code as make test wants it", needs=("test",))
def tidy(workspace: Workspace) -> int:
    """Format the code as the checks want it."""
    # late: the help does not wait for the modules of the gate
    from dojo.cli.checks import tidy as format_code

    return format_code(workspace)


@verb(MAINTAIN, "write the generated tables and pictures again")
def contents(workspace: Workspace) -> int:
    """Write those generated parts that are out of date."""
    # late, for it imports pytest, rich and jinja2
    from dojo.tour.contents import contents as write_contents

    return write_contents(workspace)


@verb(MAINTAIN, "time it", needs=("check", "bench"))
def bench(workspace: Workspace, story: Story, browser: str = "") -> int:
    """Measure how fast the verbs and the steps are."""
    # late, for it imports rich and msgspec
    from dojo.bench.bench import bench as measure

    return measure(workspace, story, browser)
