"""Every verb for every story, wherever it lies: the first, one of a kata, one in another repository.

What a verb prints as a command is typed as it is printed, and does what it says.
"""

import re
import shlex

import pytest
from helpers import OPEN, Copy, story_outside, with_another_first

from dojo.cli.checks import gates
from dojo.cli.verbs import VERBS
from dojo.documents.contents import contents
from dojo.story.toml import BadFile

ONE = 'def say(number):\n    return "1"\n'
COMMAND = re.compile(r"\bmake ((?:step-\d+|[a-z]+)(?: [a-z]+)?(?: [A-Z]+=(?:'[^']*'|[\w./-]+))*)")
NAMES = {verb.name for verb in VERBS}
OUTSIDE = "../my katas/leap-years"


class Place(Copy):
    """A workspace, and the words by which the story is called that the verbs are about."""

    def __init__(self, root, *words):
        super().__init__(root)
        self.words = words

    def about(self, *words):
        """The status of a verb about that story."""
        return self.verb(*words, *self.words)


def the_first(folder):
    copy = with_another_first(folder)
    (copy.root / "steps").rename(folder / "till")
    (folder / "fizz").rename(copy.root / "steps")
    return Place(copy.root)


def of_a_kata(folder):
    copy = with_another_first(folder)
    (folder / "fizz").rename(copy.root / "katas" / "fizz")
    return Place(copy.root, "STORY=small")


def outside(folder):
    story_outside(folder / "my katas" / "leap-years")
    return Place(with_another_first(folder).root, f"STORY={OUTSIDE}")


@pytest.fixture(params=[the_first, of_a_kata, outside], ids=["first", "of a kata", "outside"])
def place(request, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")  # no command is folded
    return request.param(tmp_path)


def suggested(said):
    """The commands that were printed: what begins with a verb, and the words that are of it."""
    for found in COMMAND.findall(said):
        words = shlex.split(found)
        own = [word for word in words if word in NAMES or word.startswith("step-") or "=" in word]
        if own and own[0] == words[0]:
            yield tuple(own)


OF_THE_STORY = [
    pytest.param(["gate"], 0, OPEN, id="gate"),
    pytest.param(["gate", "STEPS=1-2"], 0, "Law 9 needs all steps: make gate", id="gate of some steps"),
    pytest.param(["progress"], 0, "04 Divisible ↻ ", id="progress"),
    pytest.param(["coverage"], 0, "step_04_divisible        4 ", id="coverage"),
    pytest.param(["step-3", "coverage"], 0, "step_03_fizz ", id="coverage of a step"),
    pytest.param(["step-3", "red"], 0, "1 test, red on step 2, as it should be", id="red"),
    pytest.param(["step-3", "diff"], 0, '+        return "Fizz"', id="diff"),
    pytest.param(["step-3", "story"], 0, "# Step 03 · Fizz", id="story"),
    pytest.param(["step-3", "test"], 0, "step 3: 4 green, 1 not yet", id="test"),
    pytest.param(["red"], 2, "For example: make step-4 red", id="red of no step"),
    pytest.param(["step-9"], 2, "there is no step 9: the steps are 0 to 4", id="no such step"),
    pytest.param(["step-3", "run"], 2, "no step is a program for fizz", id="run"),
    pytest.param(["accept", "CMD=cat"], 2, "there are no cases for fizz", id="accept"),
    pytest.param(["judge", "TESTS=nowhere"], 2, "there is no nowhere: TESTS=", id="judge"),
    pytest.param(["next"], 2, "yet: make start NAME=tables-3", id="no attempt"),
    pytest.param(["where", "NAME=all"], 2, "yet: make start NAME=tables-3", id="no attempt at all"),
    pytest.param(["next", "NAME=x"], 2, "there is no attempt x: make start NAME=x", id="no such attempt"),
    pytest.param(["start"], 2, "a name, please: make start NAME=tables-3", id="no name"),
    pytest.param(["help"], 0, "step 4", id="help"),
]


@pytest.mark.parametrize(("words", "status", "told"), OF_THE_STORY)
def test_a_verb_is_about_the_story_that_is_asked_for(place, capsys, words, status, told):
    assert place.about(*words) == status
    said = "".join(capsys.readouterr())
    assert told in said
    if words != ["help"]:  # which names all verbs
        for command in suggested(said):
            assert place.verb(*command) == 0, command


def test_every_command_that_an_attempt_is_told_of_can_be_typed(place, capsys):
    assert place.about("start", "NAME=tables-3") == 0
    folder = next(place.root.parent.rglob("tables-3"))
    said = [capsys.readouterr().out]
    for code in ("", ONE):
        (folder / "fizz.py").write_text(code)
        for words in (["next"], ["hint"], ["hint"], ["hint"], ["where"], ["lights"], ["judge", "HINT=1"]):
            assert place.verb(*words) == 0
            said.append(capsys.readouterr().out)
    (folder / "fizz.py").write_text("say = None")
    assert place.verb("back", "NAME=tables-3") == 0
    said.append(capsys.readouterr().out)
    commands = {command for one in said for command in suggested(one)} - {("watch", "NAME=tables-3")}
    assert {command[0] for command in commands} == {"next", "hint", "step-1", "back"}
    for command in commands:
        assert place.verb(*command) == 0, command
        capsys.readouterr()


def test_a_later_call_finds_the_attempt_started_last_wherever_its_story_lies(place, capsys):
    assert place.about("start", "NAME=tables-3") == 0
    assert place.verb("lights") == 0
    assert "attempt tables-3, the one started last" in capsys.readouterr().out
    assert place.verb("where", "NAME=all") == 0
    assert capsys.readouterr().out.startswith("tables-3  fizz  step 0")


def test_a_name_is_taken_wherever_the_attempt_lies(place, capsys):
    assert place.about("start", "NAME=tables-3") == 0
    capsys.readouterr()
    assert place.about("start", "NAME=tables-3") == 2
    assert capsys.readouterr().err.endswith("attempts/tables-3 is there already: take another name\n")


def test_a_kata_of_one_name_may_be_in_two_stories(kata, capsys):
    story_outside(kata.root.parent / "my katas" / "leap-years")
    assert kata.verb("start", "NAME=tables-3", f"STORY={OUTSIDE}") == 0
    assert kata.verb("start", "NAME=tables-4", "KATA=fizz") == 0
    capsys.readouterr()
    for words, name in (
        (["KATA=fizz"], "tables-4"),
        ([f"STORY={OUTSIDE}"], "tables-3"),
        (["KATA=fizz", f"STORY={OUTSIDE}"], "tables-3"),
        (["KATA=fizz", "NAME=tables-3"], "tables-3"),
    ):
        assert kata.verb("where", *words) == 0
        assert f"{name} behaves like step 0" in capsys.readouterr().out
    assert kata.verb("where", "NAME=tables-3", "STORY=small") == 2
    told = "tables-3 is an attempt at a kata of leap-years, not of small: leave STORY= out\n"
    assert capsys.readouterr().err == told


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture
def apart(tmp_path):
    return outside(tmp_path)


def test_nothing_of_a_story_outside_is_written_here_but_caches_and_there_but_attempts(apart):
    """And the bytecode of the suite, as plain pytest leaves it."""
    there = apart.root.parent / "my katas" / "leap-years"
    before = files_of(apart.root), files_of(there)
    for words in (["gate"], ["board"], ["step-3"], ["step-3", "red"], ["start", "NAME=tables-3"], ["next"]):
        assert apart.about(*words) == 0
    here = {name: text for name, text in files_of(apart.root).items() if not name.startswith(".cache/")}
    new = files_of(there).keys() - before[1].keys()
    assert here == before[0]
    assert {"/".join(name.split("/")[:2]) for name in new} == {"kata/attempts", "suite/__pycache__"}
    assert all((there / name).read_bytes() == text for name, text in before[1].items())


def test_the_board_of_a_story_outside_lies_beside_it(apart, capsys):
    assert apart.about("board") == 0
    page = apart.root.parent / "my katas" / "board-leap-years.html"
    assert capsys.readouterr().out == f"{page}\n"
    assert "<title>Fizz, step by step" in page.read_text(encoding="utf-8")


def test_a_story_outside_may_be_called_like_one_here(apart, capsys):
    file = apart.root.parent / "my katas" / "leap-years" / "story.toml"
    file.write_text(file.read_text().replace('name = "leap-years"', 'name = "till"'))
    assert apart.about("step-3", "story") == 0
    assert capsys.readouterr().out.startswith("# Step 03 · Fizz")
    assert apart.verb("step-3", "story", "STORY=till") == 0
    assert capsys.readouterr().out.startswith("# Step 03 · What is not sold")


@pytest.fixture
def bare_story(apart):
    """One outside that has no hints, no mutants and no step that is whole."""
    file = apart.root.parent / "my katas" / "leap-years" / "story.toml"
    lines = file.read_text().splitlines(keepends=True)
    left_out = ("hints = ", "mutants = ", "finished = ")
    file.write_text("".join(line for line in lines if not line.startswith(left_out)))
    return apart


def test_without_a_hint_of_its_own_a_step_is_named(bare_story, capsys):
    assert bare_story.about("start", "NAME=tables-3") == 0
    for told in ("hint 1 of 1", "hint 1 of 1"):
        capsys.readouterr()
        assert bare_story.about("hint") == 0
        assert told in capsys.readouterr().out


def test_without_a_finished_step_nothing_is_judged(bare_story, capsys):
    assert bare_story.about("judge", "TESTS=.") == 2
    told = f"{OUTSIDE}/story.toml: nothing is judged without the key finished:"
    assert capsys.readouterr().err == f"{told} it names the first whole step\n"


def test_without_mutants_nobody_can_say_what_the_tests_catch(bare_story, capsys):
    file = bare_story.root.parent / "my katas" / "leap-years" / "story.toml"
    file.write_text(file.read_text().replace('suite = "suite"', 'suite = "suite"\nfinished = 3'))
    assert bare_story.about("judge", f"TESTS={file.parent}/suite") == 0
    assert capsys.readouterr().out.endswith(
        "Nobody can say what they catch: leap-years has no wrong solutions.\n"
    )


@pytest.fixture
def kata(tmp_path):
    return of_a_kata(tmp_path)


def test_progress_without_a_word_says_which_other_stories_there_are(kata, capsys):
    assert kata.verb("progress") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "small: make progress STORY=small"
    assert kata.verb("progress", "STORY=small") == 0
    assert "make progress" not in capsys.readouterr().out


def test_a_story_that_cannot_be_read_is_told_of_where_all_are_listed(kata, capsys):
    kata.edit("katas/fizz/story.toml", "\ntitle = ", "\ntitel = ")
    fault = "katas/fizz/story.toml: the key title is missing: is titel meant for it?"
    for words in (["help"], ["progress"]):
        assert kata.verb(*words) == 0
        assert fault in capsys.readouterr().out
    assert kata.verb("step-3", "diff") == 0
    assert fault not in "".join(capsys.readouterr())


def test_what_is_about_all_stories_stops_where_one_cannot_be_read(kata):
    kata.edit("katas/fizz/story.toml", "\ntitle = ", "\ntitel = ")
    for verb in (gates, contents):
        with pytest.raises(BadFile, match=r"^katas/fizz/story.toml: the key title is missing"):
            verb(kata.workspace)


def test_help_says_how_to_choose_a_story(kata, capsys):
    assert kata.verb("help") == 0
    said = capsys.readouterr().out
    assert "  STORY=till            no kata; this is the story without STORY=\n" in said
    assert "  STORY=small           fizz\n" in said
    assert "\n  make step-6 red " in said
    assert kata.verb("help", "STORY=small") == 0
    said = capsys.readouterr().out
    assert said.startswith("Behind each verb: STORY=small\n")
    assert "\n  make step-4 red " in said


def test_a_verb_that_a_story_brings_runs_where_that_story_lies(apart, capfd):
    folder = apart.root.parent / "my katas" / "leap-years"
    (folder / "sing.py").write_text("import sys\nprint(*sys.argv[1:])\n")
    with (folder / "story.toml").open("a") as file:
        file.write('\n[verbs.sing]\nmodule = "sing"\nhelp = "a song"\noptions = ["VERSE"]\n')
    assert apart.about("sing", "VERSE=2") == 0
    assert capfd.readouterr().out == "VERSE=2\n"


@pytest.mark.parametrize("verb", ["start", "next", "where", "accept"])
def test_a_story_without_a_kata_says_so(apart, capsys, verb):
    assert apart.verb(verb, "NAME=x", "STORY=till") == 2
    told = "till has no kata: a table [katas.NAME] in steps/story.toml describes one\n"
    assert capsys.readouterr() == ("", told)


def test_make_hands_a_path_with_a_space_over(apart):
    made = apart.make("step-3", "diff", f"STORY={OUTSIDE}")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("--- steps/step_02_numbers/fizz.py\n+++ steps/step_03_fizz/fizz.py\n")
