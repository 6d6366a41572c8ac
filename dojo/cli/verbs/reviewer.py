"""The verbs of a reviewer: was it test-driven, in the lights of an attempt and in any commits?

What needs a package is imported by the verb that needs it: the help, and a mistake, do not wait for it.
"""

import os

from dojo.attempt.attempt import Attempt
from dojo.cli.registry import KATA, verb
from dojo.cli.status import print_error
from dojo.cli.words import Arguments
from dojo.errors import EnvironmentProblem
from dojo.story.workspace import Workspace, path_of

NO_ARGUMENTS = Arguments([])


@verb(KATA, "was each test red first?")
def prove(
    workspace: Workspace,
    attempt: Attempt,
    page: bool = False,
    json: bool = False,
    all_: bool = False,
    fail_on: str = "",
) -> int:
    """Prove the lights of an attempt."""
    # late, for it imports pytest, rich and msgspec
    from dojo.prove.lights import prove_lights
    from dojo.prove.report import UNANSWERED, read_fail_on, show

    kinds = read_fail_on(fail_on, ())
    try:
        proof = prove_lights(attempt)
    except EnvironmentProblem as problem:
        print_error(problem)
        return UNANSWERED
    file = workspace.top / f"proof-{attempt.name}.html" if page else None
    return show(proof, in_json=json, in_full=all_, fail_on=kinds, page=file)


@verb(KATA, "… in any commits", name="prove", when="REPO", example="REPO=path")
def prove_repository(
    workspace: Workspace,
    repo: str = "",
    range_: str = "",
    python: str = "",
    args: Arguments = NO_ARGUMENTS,
    explained: str = "",
    exclude: str = "",
    merged: bool = False,
    page: bool = False,
    json: bool = False,
    markdown: bool = False,
    all_: bool = False,
    fail_on: str = "",
) -> int:
    """Prove the commits of a repository."""
    # late, for it imports pytest, rich and msgspec
    from dojo.prove.commits import Options, prove_commits, read_reasons
    from dojo.prove.report import UNANSWERED, read_fail_on, show
    from dojo.prove.verdict import USUALLY

    top = workspace.top
    folder = path_of(repo, top)
    kinds = read_fail_on(fail_on, USUALLY)
    if os.sep in python:
        python = str(path_of(python, top))
    try:
        reasons = read_reasons(path_of(explained, top)) if explained else {}
        excluded = [path for path in exclude.split(",") if path]
        proof = prove_commits(folder, range_, python, top, Options(args, merged, reasons, excluded))
    except EnvironmentProblem as problem:
        print_error(problem)
        return UNANSWERED
    file = top / f"proof-{folder.resolve().name}.html" if page else None
    return show(proof, in_json=json, in_markdown=markdown, in_full=all_, fail_on=kinds, page=file)


@verb(KATA, "… and whether it can fail at all", name="prove", when="SELF_CHECK", example="SELF_CHECK=1")
def check_prover(self_check: bool = False, python: str = "") -> None:  # noqa: ARG001
    """Prove a known good commit and a known bad one; the first word says no more than that."""
    # late, for it imports pytest, rich and msgspec
    from dojo.prove.self_check import check_itself

    print(check_itself(python))
