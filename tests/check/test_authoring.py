"""docs/tutorial.md leads from nothing to a story of three steps: all of it is typed, saved and compared."""

import re

import pytest
from documents.followed import follow
from documents.written import NEW, WRITTEN
from helpers import TOP

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGE = TOP / "docs" / "tutorial.md"
SETTINGS = ("-c", "user.name=x", "-c", "user.email=x@y")


class Desk:
    """Where somebody sits who follows the page: a copy of the workspace that git knows."""

    def __init__(self, copy):
        self.copy, self.folder = copy, copy.root

    def typed(self, line):
        """The status of a line, and what it prints; `cd` holds for the lines after it."""
        verb, _, where = line.partition(" ")
        if verb == "cd":
            self.folder = (self.folder / where).resolve()
            return 0, ""
        address = f"file://{self.copy.root}"
        made = self.copy.run("bash", "-c", f'cd "$HERE" && {line}', HERE=str(self.folder), DOJO=address)
        if (clone := self.folder / "dojo").is_dir() and clone != self.copy.root / "dojo":
            self.set_up(clone)
        return made.returncode, made.stdout + made.stderr

    def set_up(self, clone):
        """No network is there to make the environment of a second workspace."""
        if not (clone / ".venv").exists():
            (clone / ".venv").symlink_to(TOP / ".venv")


@pytest.fixture
def desk(workspace):
    for words in (["init", "--quiet"], ["add", "."], [*SETTINGS, "commit", "--quiet", "-m", "x"]):
        assert workspace.run("git", *words).returncode == 0
    return Desk(workspace)


def test_no_page_says_more_of_a_new_story_than_is_typed():
    typed = "".join(BLOCK.findall(PAGE.read_text("utf-8"))).splitlines()
    written = {command for command in WRITTEN if NEW.search(command)}
    assert "make board STORY=leap-years" in written
    assert written - set(typed) == set()


def test_whoever_follows_the_page_comes_to_a_story_of_three_steps(desk):
    assert follow(PAGE.read_text("utf-8"), desk.typed, desk.copy.root) > 0
    assert desk.copy.workspace.story("leap-years").steps[-1].number == 2
