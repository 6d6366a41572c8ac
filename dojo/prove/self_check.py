"""`dojo prove --self-check`: a known good commit and a known bad one. Can the gate pass, and fail?"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.errors import EnvironmentProblem
from dojo.git import call_git
from dojo.prove.commits import Options, prove_commits
from dojo.prove.verdict import USUALLY, Kind
from dojo.prove.versions import Proof

STUB = "def double(number):\n    return 0\n"
CODE = "def double(number):\n    return 2 * number\n"
FIRST = "from twice import double\n\n\ndef test_nothing():\n    assert double(0) == 0\n"
GOOD = f"{FIRST}\n\ndef test_three():\n    assert double(3) == 6\n"
BAD = f"{GOOD}\n\ndef test_guards():\n    assert double(0) == 0\n"
# the title of each commit, and its files
COMMITS = (
    ("begun", {"twice.py": STUB, "test_twice.py": FIRST}),
    ("good", {"twice.py": CODE, "test_twice.py": GOOD}),
    ("bad", {"test_twice.py": BAD}),
)
IDENTITY = ("-c", "user.name=dojo", "-c", "user.email=dojo@localhost", "-c", "commit.gpgsign=false")
HOLDS = "A known good commit passes, and a known bad one fails: the gate works."


def check_itself(python: str = "") -> str:
    """Prove the two commits with the Python that is asked for, or this one; raises EnvironmentProblem."""
    with TemporaryDirectory(prefix="prove-check-") as name:
        repository = Path(name) / "twice"
        make_repository(repository)
        good = prove(repository, "HEAD~1", python)
        bad = prove(repository, "HEAD", python)
    expect(good, "good", Kind.PROVEN, is_found=False)
    expect(bad, "bad", Kind.PASSES, is_found=True)
    return HOLDS


def prove(repository: Path, commit: str, python: str) -> Proof:
    return prove_commits(repository, commit, python, repository.parent, Options())


def expect(proof: Proof, name: str, kind: Kind, *, is_found: bool) -> None:
    """Check the one verdict on a commit, and whether the gate stops at it; raises EnvironmentProblem."""
    kinds = [str(verdict.kind) for verdict in proof.verdicts]
    if kinds != [kind] or bool(proof.found(USUALLY)) != is_found:
        why = "; ".join(verdict.says for verdict in proof.verdicts) or "nothing was found"
        raise EnvironmentProblem(f"the known {name} commit should be “{kind}”, and is not: {why}")


def make_repository(folder: Path) -> None:
    """Make a repository with the commits; raises EnvironmentProblem."""
    folder.mkdir()
    run_git(folder, "init", "--quiet", "--initial-branch=main")
    for title, files in COMMITS:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        run_git(folder, "add", ".")
        run_git(folder, "commit", "--quiet", "--no-verify", "--allow-empty", f"--message={title}")


def run_git(folder: Path, *words: str) -> None:
    """Run git in a folder, without the settings of anybody; raises EnvironmentProblem."""
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    try:
        run = call_git(*IDENTITY, "-C", str(folder), *words, settings=settings)
    except OSError as error:
        raise EnvironmentProblem(f"git cannot be started: {error.strerror}") from None
    if run.returncode:
        raise EnvironmentProblem(f"git {words[0]}: {run.stderr.decode(errors='replace').strip()}")
