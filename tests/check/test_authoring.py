"""docs/tutorial.md leads from nothing to a story of three steps: all of it is typed, saved and compared."""

import re

from documents.followed import follow
from documents.written import NEW, WRITTEN
from helpers import TOP

TUTORIAL = (TOP / "docs" / "tutorial.md").read_text("utf-8")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_no_page_says_more_of_a_new_story_than_is_typed():
    typed = "".join(BLOCK.findall(TUTORIAL)).splitlines()
    written = {command for command in WRITTEN if NEW.search(command)}
    assert "make board STORY=leap-years" in written
    assert written - set(typed) == set()


def test_whoever_follows_the_page_comes_to_a_story_of_three_steps(workspace):
    """In a workspace that git knows."""
    folder, git = workspace.root, ["git", "-c", "user.name=x", "-c", "user.email=x@y"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "x"]):
        assert workspace.run(*git, *words).returncode == 0

    def typed(line):
        """The status of a line, and what it prints; `cd` holds for the lines after it."""
        nonlocal folder
        verb, _, where = line.partition(" ")
        if verb == "cd":
            folder = (folder / where).resolve()
            return 0, ""
        address = f"file://{workspace.root}"
        made = workspace.run("bash", "-c", f'cd "$HERE" && {line}', HERE=str(folder), DOJO=address)
        clone = folder / "dojo"
        if (clone / "Makefile").exists() and not (clone / ".venv").exists():
            (clone / ".venv").symlink_to(TOP / ".venv")  # no network is there to make a second one
        return made.returncode, made.stdout + made.stderr

    assert follow(TUTORIAL, typed, workspace.root) > 0
    assert workspace.workspace.story("leap-years").steps[-1].number == 2
