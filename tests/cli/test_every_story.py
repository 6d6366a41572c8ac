"""A verb for a story that lies anywhere: the first, one of a kata, one in another repository.

What a verb prints as a command is typed as it is printed, and does what it says.
"""

import re
import shlex
import shutil
from types import SimpleNamespace

import pytest
from helpers import OPEN, Copy, story_outside, workspace_of

from dojo.cli.checks import run_gates
from dojo.cli.registry import VERBS as REGISTERED
from dojo.story.state import WorkspaceState
from dojo.story.toml.reading import BadFile
from dojo.tour.contents import contents

VERBS = ["next", "hint", "hint", "hint", "where", "lights", "judge HINT=1"]
ONE = 'def say(number):\n    return "1"\n'
COMMAND = re.compile(r"\bmake ((?:step-\d+|[a-z]+)(?: [a-z]+)?(?: [A-Z]+=(?:'[^']*'|[\w./-]+))*)")
NAMES = {verb.name for verb in REGISTERED}
OUTSIDE = "../my katas/leap-years"


def place(copy, *words):
    """A workspace, and the words by which the story is called that `about` gives a verb."""
    copy.there = copy.root.parent / "my katas" / "leap-years"
    copy.about = lambda *verb: copy.verb(*verb, *words)
    return copy


def outside(folder):
    """A workspace, and a story in another repository."""
    story_outside(folder / "my katas" / "leap-years")
    return place(workspace_of(folder, honest="steps"), f"STORY={OUTSIDE}")


def of_a_kata(folder):
    """A workspace, and a story that a kata brings."""
    return place(workspace_of(folder, honest="steps", small="katas/fizz"), "STORY=small")


@pytest.fixture
def kata(tmp_path):
    return of_a_kata(tmp_path)


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A folder with a workspace that knows what the gate has worked out of a story outside."""
    warm = outside(tmp_path_factory.mktemp("outside"))
    assert warm.about("gate") == 0
    return warm.root.parent


@pytest.fixture
def apart(warm, tmp_path, monkeypatch):
    """The same, to begin attempts in."""
    monkeypatch.setenv("COLUMNS", "200")  # no command is folded
    shutil.copytree(warm, tmp_path, symlinks=True, dirs_exist_ok=True)
    return place(Copy(tmp_path / "a dojo"), f"STORY={OUTSIDE}")


@pytest.fixture
def say(capsys):
    """What a verb prints, `say(place.verb, "next NAME=x")`; its status has to be as it is said."""

    def say(verb, words, status=0):
        capsys.readouterr()
        assert verb(*shlex.split(words)) == status
        return "".join(capsys.readouterr())

    return say


def suggested(said):
    """The commands that were printed: what begins with a verb, and the words that are of it."""
    for found in COMMAND.findall(said):
        words = shlex.split(found)
        own = [word for word in words if word in NAMES or word.startswith("step-") or "=" in word]
        if own and own[0] == words[0]:
            yield tuple(own)


OF_THE_STORY = [
    ("gate", 0, OPEN),
    ("progress", 0, "04 Divisible ↻ "),
    ("coverage", 0, "step_04_divisible        4 "),
    ("step-3 coverage", 0, "step_03_fizz "),
    ("step-3 red", 0, "1 test, red on step 2, as it should be"),
    ("step-3 diff", 0, '+        return "Fizz"'),
    ("step-3 story", 0, "# Step 03 · Fizz"),
    ("red", 2, "For example: make step-1 red"),
    ("step-9", 2, "there is no step 9 of leap-years: the steps are 0 to 4"),
    ("step-3 run", 2, "step 3 has no program for fizz"),
    ("accept CMD=cat", 2, "there are no cases for fizz"),
    ("judge TESTS=nowhere", 2, "there is no nowhere: TESTS="),
    ("next", 2, "yet: make start NAME=tables-3"),
    ("where NAME=all", 2, "yet: make start NAME=tables-3"),
    ("start", 2, "a name, please: make start NAME=tables-3"),
    ("help", 0, f" STORY='{OUTSIDE}' fizz"),
]


@pytest.mark.parametrize(("words", "status", "line"), OF_THE_STORY, ids=[row[0] for row in OF_THE_STORY])
def test_a_verb_is_about_the_story_that_is_asked_for(apart, say, words, status, line):
    said = say(apart.about, words, status)
    assert line in said
    if words != "help":  # which names all verbs
        for command in suggested(said):
            assert apart.verb(*command) == 0, command


def test_every_command_that_an_attempt_is_told_of_can_be_typed(apart, say):
    said = [say(apart.about, "start NAME=tables-3")]
    for code, called in (("", VERBS), (ONE, VERBS), ("say = None", ["back NAME=tables-3"])):
        (apart.there / "kata" / "attempts" / "tables-3" / "fizz.py").write_text(code)
        said += [say(apart.verb, words) for words in called]
    commands = {command for one in said for command in suggested(one)} - {("watch", "NAME=tables-3")}
    assert {command[0] for command in commands} == {"next", "hint", "step-1", "back", "start"}
    for command in commands:
        assert apart.verb(*command) == 0, command


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_of_a_story_outside_only_caches_are_written_here_and_attempts_there(apart):
    """And the bytecode of the suite, as plain pytest leaves it."""
    before = files_of(apart.root), files_of(apart.there)
    for words in ("gate", "board", "step-3", "step-3 red", "start NAME=tables-3", "next"):
        assert apart.about(*words.split()) == 0
    here, there = files_of(apart.root), files_of(apart.there)
    for name in here.keys() | before[0].keys():
        assert name.startswith((".cache/", ".dojo/")) or here.get(name) == before[0].get(name)
    new = {"/".join(name.split("/")[:2]) for name in there.keys() - before[1].keys()}
    assert new - {"suite/__pycache__"} == {"kata/attempts", "board.html"}
    assert before[1].items() <= there.items()


def test_a_story_outside_may_be_called_like_one_here(apart, say):
    file = apart.there / "story.toml"
    file.write_text(file.read_text().replace('name = "leap-years"', 'name = "till"'))
    assert say(apart.about, "step-3 story").startswith("# Step 03 · Fizz")
    assert say(apart.verb, "step-3 story STORY=till").startswith("# Step 03 · What is not sold")


def test_a_verb_that_a_story_brings_runs_where_that_story_lies(apart, capfd):
    (apart.there / "sing.py").write_text("import sys\nprint(*sys.argv[1:])\nsys.exit(7)\n")
    with (apart.there / "story.toml").open("a") as file:
        file.write('\n[verbs.sing]\nmodule = "sing"\nhelp = "a song"\noptions = ["VERSE", "KEY"]\n')
    assert apart.about("sing", "VERSE=2") == 7
    assert capfd.readouterr().out == "VERSE=2\n"


@pytest.mark.parametrize("verb", ["start", "where"])
def test_a_story_without_a_kata_says_so(apart, say, verb):
    line = "till has no kata: a table [katas.NAME] in steps/story.toml describes one\n"
    assert say(apart.verb, f"{verb} NAME=x STORY=till", 2) == line


PLACES = {
    "first": (lambda folder: place(workspace_of(folder, small="steps")), "a dojo/board.html"),
    "of a kata": (of_a_kata, "a dojo/board-small.html"),
    "outside": (outside, "my katas/leap-years/board.html"),
}


@pytest.mark.parametrize(("make", "board"), PLACES.values(), ids=PLACES)
def test_wherever_a_story_lies_its_attempt_is_found_and_its_board_has_a_place(
    tmp_path, say, monkeypatch, make, board
):
    there, asked = make(tmp_path), []
    monkeypatch.setattr("dojo.tour.board.board", lambda _story, file, _languages: asked.append(file))
    there.about("board")
    assert asked == [tmp_path / board]
    assert there.about("start", "NAME=tables-3") == 0
    assert "attempt tables-3, the latest one here" in say(there.verb, "lights")
    assert say(there.verb, "where NAME=all").startswith("tables-3  fizz  step 0")
    assert WorkspaceState(there.root).visited_stories() == [there.there] * (make is outside)
    already = "attempts/tables-3 is there already: make next NAME=tables-3"
    assert already in say(there.about, "start NAME=tables-3", 2)


@pytest.mark.parametrize(("verb", "sent"), [("bar", ["tables-3"]), ("where", [])])
def test_a_verb_that_records_a_light_sends_it_to_the_room(apart, say, monkeypatch, verb, sent):
    assert apart.about("start", "NAME=tables-3") == 0
    asked, refused = [], SimpleNamespace(reachable=False, words="the room is locked")
    link = SimpleNamespace(update=lambda: refused)
    monkeypatch.setattr("dojo.attempt.membership.joined", lambda _attempt: True)

    def link_of(attempt):
        asked.append(attempt.name)
        return link

    monkeypatch.setattr("dojo.room.sync.RoomLink", link_of)
    assert ("\nThe room is locked.\n" in say(apart.verb, f"{verb} NAME=tables-3")) == bool(sent)
    assert asked == sent


def test_a_verb_that_records_a_light_tells_what_the_leader_says(apart, say, monkeypatch):
    assert apart.about("start", "NAME=tables-3") == 0
    status = SimpleNamespace(reachable=True, words="", message="Back at [11]")
    monkeypatch.setattr("dojo.attempt.membership.joined", lambda _attempt: True)
    monkeypatch.setattr("dojo.room.sync.RoomLink", lambda _attempt: SimpleNamespace(update=lambda: status))
    assert "\nThe leader says: Back at [11]\n" in say(apart.verb, "bar NAME=tables-3")


# Several stories


def test_a_kata_of_one_name_may_be_in_two_stories(kata, say):
    story_outside(kata.there)
    say(kata.verb, f"start NAME=tables-3 'STORY={OUTSIDE}'")
    say(kata.verb, "start NAME=tables-4 KATA=fizz")
    for words, name in (
        ("KATA=fizz", "tables-4"),
        (f"'STORY={OUTSIDE}'", "tables-3"),
        (f"KATA=fizz 'STORY={OUTSIDE}'", "tables-3"),
        ("KATA=fizz NAME=tables-3", "tables-3"),
    ):
        assert f"{name}'s code behaves like our step 0" in say(kata.verb, f"where {words}")
    line = "tables-3 is an attempt at fizz of leap-years: leave KATA= and STORY= out\n"
    assert say(kata.verb, "where NAME=tables-3 STORY=small", 2) == line


@pytest.fixture
def drawn(monkeypatch):
    """The names of the stories whose progression is asked for; none is drawn."""
    names = []
    monkeypatch.setattr("dojo.tour.progression.progress", lambda story, **_: names.append(story.name))
    return names


def test_progress_without_a_word_says_which_other_stories_there_are(kata, drawn, say):
    line = "\nRead a step: make step-1 story\nAnother story: make progress STORY=small\n"
    assert say(kata.verb, "progress") == line
    line = "make step-1 story STORY=small\nDo the kata: make start NAME=tables-3 STORY=small\n"
    assert say(kata.verb, "progress STORY=small") == f"\nRead a step: {line}"
    assert drawn == ["till", "small"]


@pytest.mark.usefixtures("drawn")
def test_a_story_that_cannot_be_read_is_told_of_where_all_are_listed(kata, say):
    """And it stops what is about all of them."""
    kata.edit("katas/fizz/story.toml", "\ntitle = ", "\ntitel = ")
    fault = "katas/fizz/story.toml: there is no key titel: is it title?"
    listed = say(kata.verb, "help")
    assert "STORY=till                no kata (the default)" in listed
    assert fault in listed
    assert fault in say(kata.verb, "progress")
    assert fault not in say(kata.verb, "step-3 diff")
    for about_all in (run_gates, contents):
        with pytest.raises(BadFile, match=f"^{re.escape(fault)}"):
            about_all(kata.workspace)
