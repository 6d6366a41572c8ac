"""Finds the commits that are asked for: of a range or a branch, one merge, or what is in no commit yet."""

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

from dojo.errors import UsageError
from dojo.prove.measure.git.repository import Repository

# `raw` has the parents that are not there, too, in a shallow clone
LOG = ("log", "-z", "--no-show-signature", "--encoding=UTF-8", "--pretty=raw")
NO_RED = re.compile(r"^no-red:[ \t]*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
# the sentence that `git revert` writes
REVERTS = re.compile(r"^This reverts commit ([0-9a-f]{40,64})\b", re.MULTILINE)
# the range of what is in the folder and in no commit yet
WORKING_TREE = "."
WORKING_TREE_TITLE = "the working tree"


class Commit(NamedTuple):
    """A commit, as it is written down.

    Attributes:
        no_red: the reason that its message gives for a test that was not red: `no-red: a guard`.
        reverts: the commit that it takes back, as git writes it into the message of a revert.
    """

    id: str
    parents: list[str]
    title: str
    no_red: str
    reverts: str = ""


def find_commits(repository: Repository, asked: str, *, merged: bool = False) -> list[Commit]:
    """List the commits of a range, the oldest first; without a range, those of the branch.

    They are followed by their first parents; with `merged`, those of merged branches come in place of the
    merges. Raises UsageError if the range names nothing, and if there are no commits in it.
    """
    if asked == WORKING_TREE:
        return [working_tree(repository)]
    how = ["--topo-order", "--no-merges"] if merged else ["--first-parent"]
    chosen = words_of_range(repository, asked) if asked else words_of_branch(repository)
    found = list(read_log(repository, "--reverse", *how, *chosen, "--"))
    if not found:
        how_to = "RANGE= takes a commit, or two branches, main..feature"
        raise UsageError(f"there is no commit in {asked or repository.folder}: {how_to}")
    commits = []
    for commit in found:
        commit = without_false_revert(repository, commit)
        commits.append(with_reasons_of_branch(repository, commit))
    return commits


def working_tree(repository: Repository) -> Commit:
    """Return what is in the folder and in no commit yet, as a commit without a hash.

    Raises UsageError.
    """
    head = repository.named("HEAD")
    if not head:
        raise UsageError(f"RANGE={WORKING_TREE}: there is no commit in {repository.folder} to compare with")
    return Commit("", [head], WORKING_TREE_TITLE, "")


def words_of_range(repository: Repository, asked: str) -> list[str]:
    """Return the words by which git names one commit, or those of a branch that another one does not have.

    Raises UsageError.
    """
    first, dots, last = asked.partition("..")
    names = [first or "HEAD"]
    if dots:
        names.append(last.removeprefix(".") or "HEAD")
    ends = []
    for name in names:
        end = repository.named(name)
        if not end:
            raise UsageError(f"RANGE={asked}: there is no branch or commit {name} in {repository.folder}")
        ends.append(end)
    return ["..".join(ends)] if dots else ["--max-count=1", *ends]


def words_of_branch(repository: Repository) -> list[str]:
    """Return the words for all of the current branch, or what it has since it left the default branch.

    Of a merge that is checked out without a branch, as a CI does for a pull request, that merge alone. Of
    a shallow clone, the commits whose parents are there.
    """
    head = repository.output("rev-parse", "--abbrev-ref", "HEAD")
    if head == "HEAD" and repository.named("HEAD^2"):
        return ["--max-count=1", "HEAD"]
    ranges = []
    main = default_branch(repository, head)
    if main.removeprefix("origin/") != head:
        ranges.append(["HEAD", f"^{main}"])
    shallow = repository.folder / repository.output("rev-parse", "--git-path", "shallow")
    if shallow.is_file():
        ranges.append(["HEAD", *(f"^{commit}" for commit in shallow.read_text().split())])
    for words in ranges:
        if repository.output("rev-list", "--count", *words) not in ("", "0"):
            return words
    return ["HEAD"]


def default_branch(repository: Repository, head: str) -> str:
    """Return the branch that others leave; the current one if there is none."""
    remote = repository.output("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    for name in (
        remote.removeprefix("origin/"),
        "main",
        "master",
        remote,
        "origin/main",
        "origin/master",
    ):
        if name and repository.named(name):
            return name
    return head


def read_log(repository: Repository, *words: str) -> Iterator[Commit]:
    """Yield the commits that `git log` lists for these words."""
    for text in repository.output(*LOG, *words).split("\0"):
        if text:
            yield read_commit(text)


def read_commit(text: str) -> Commit:
    """Read a commit as `git log --pretty=raw` prints it."""
    head, _, message = text.partition("\n\n")
    message = dedent(message).strip()
    (_, commit), *lines = (line.split(" ", 1) for line in head.splitlines())
    parents = [words for name, words in lines if name == "parent"]
    reason = NO_RED.search(message)
    reverts = REVERTS.search(message)
    return Commit(
        id=commit,
        parents=parents,
        title=message.partition("\n")[0],
        no_red=reason[1] if reason else "",
        reverts=reverts[1] if reverts else "",
    )


def without_false_revert(repository: Repository, commit: Commit) -> Commit:
    """Return a commit that takes back what it says it does, or one that says nothing of the kind.

    Anybody can write such a message: the files have to be as they were before the commit.
    """
    if not commit.reverts:
        return commit
    before = f"{commit.reverts}^"
    names = repository.output("diff", "--name-only", "-z", before, commit.reverts).split("\0")
    paths = [name for name in names if name]
    if paths and not repository.run("diff", "--quiet", before, commit.id, "--", *paths).returncode:
        return commit
    return commit._replace(reverts="")


def with_reasons_of_branch(repository: Repository, commit: Commit) -> Commit:
    """Return a merge with the reasons of its branch: a CI makes the merge, and no author of it."""
    if len(commit.parents) < 2 or commit.no_red:
        return commit
    branch = read_log(repository, commit.id, f"^{commit.parents[0]}", "--")
    reasons = [other.no_red for other in branch if other.no_red]
    return commit._replace(no_red="; ".join(dict.fromkeys(reasons)))
