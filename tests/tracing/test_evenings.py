"""Made evenings, and what each verb says of them: the same, and what was really done."""

import json

import pytest
from history.session import rows
from prove.evening import lights_of, proved
from prove.made import in_short

from dojo.attempt.light import runs_of
from dojo.attempt.storage.earlier import read_earlier
from dojo.history.summary import Summary
from dojo.prove.lights import LightsProof
from dojo.prove.versions import Proof
from dojo.room.models import list_first_green
from dojo.tracing.versions import trace_lights

# what `prove` says of each light, and then the tests that `lights` has never seen red
EVENINGS = rows("""
    code that no test would notice :: - | fake one | text one | other_text one unnoticed=1
        => 2 unseen: one, 3 refactoring:, 4 untested: ; one
    code that can do something new :: - | fake one | text one grows=1 => 2 unseen: one, 3 untested: ; one
    code that can do something new, in the default mode :: next fake shown=0 | text grows=1
        | next text shown=2 test=2 => 2 untested:, 3 passes: two is said ;
    the suite of the kata edited, and restored :: next fake shown=0 | next fake shown=2 test=2
        | text test=2 | text suite=edited | text => 3 proven: two is said ;
    the suite edited, and the code changed meanwhile :: next text shown=0 | next text shown=4
        | other_text suite=edited | other_text => ;
    the suite edited, and a test of one's own that is red :: - | stub one shown=2 | stub one suite=edited
        | text one => 4 proven: one, 4 proven: one is said, 4 proven: two is said ;
    an edit that was taken back :: start text one | text one_is_none | text one => ;
    another test edited, and a test that is red by chance :: start text one+two | stub one+two
        | stub one_or_so+two | text one_or_so+two => 4 proven: one, 4 proven: two ;
    a forgotten import, mended in the next save :: - | stub one | text one | text one+bare_table
        | text one+table => 3 proven: one, 5 passes: say, 2 rows ; say[1-1] say[2-2]
    the code asks at the keyboard while it is imported :: - | stub one | text one | asks one | text one
        => 3 proven: one ;
    a misspelt last line, removed :: - | stub one | text one | misspelt one | text one => 3 proven: one ;
    a syntax error, removed :: - | stub one | text one | slip one | text one => 3 proven: one ;
    a crash of all while a test is red :: - | stub one | slip one | asks one | text one => 5 proven: one ;
    one deleted and two added, green at once :: start text one | text two+first
        => 2 passes: two ; two
    one deleted, and two others added, green at once :: start text three_of_6 | text one+two
        => 2 passes: one, 2 passes: two ; one two
    red, green, deleted and pasted back :: - | stub one | text one | text two | text one+two
        => 3 proven: one, 4 passes: two ; two
    red, deleted and pasted back :: - | stub one | stub | stub one | text one => 5 proven: one ;
    green at once, broken, red and green again :: start text one | text one+two | stub one+two | text one+two
        => 4 proven: one, 4 proven: two ;
    green at once, and deleted :: start text one | text one+two | text one => ;
    a crash is no red :: - | crash two | text two => 3 crashed: two ; two
    another way out :: - | stub one | text one | back to=2 | text one => 3 proven: one, 5 proven: one ;
    two at once :: - | stub one+two | text one+two => 3 proven: one, 3 proven: two ;
    a new name in green, and then red :: - | text one | text first | stub first | text first
        => 5 proven: first ;
""")


@pytest.mark.parametrize(("text", "found"), EVENINGS)
def test_prove_and_lights_say_what_was_done(text, found):
    verdicts, _, never_red = (part.strip() for part in found.partition(";"))
    said = ", ".join(f"{number} {in_short(one)}" for number, one in proved(text, "verdicts"))
    assert said.strip() == verdicts
    seen = [test.partition("::test_")[2] for test in Summary(*lights_of(text)).own.never_red]
    assert " ".join(seen) == never_red


HEADLINES = rows("""
    the code asks at the keyboard while it is imported :: - | stub one+two | text one+two | asks one+two
        | text one+two => 2 of 2 new or changed tests seen red, then green.
    a misspelt last line, removed :: - | stub one | text one | misspelt one | text one
        => 1 of 1 new or changed test seen red, then green.
    a syntax error, removed :: - | stub one | text one | slip one | text one
        => 1 of 1 new or changed test seen red, then green.
    the suite of the kata edited, and restored :: next fake shown=0 | next fake shown=2 test=2
        | text test=2 | text suite=edited | text => 1 of 1 new or changed test seen red, then green.
    green when it came, broken, and red :: start text one | text one+two | stub one+two | text one+two
        => 2 of 2 new or changed tests seen red, then green.
    green when it came, and deleted :: start text one | text one+two | text one
        => No test is new or asks for more than before.
""")


@pytest.mark.parametrize(("text", "headline"), HEADLINES)
def test_the_headline_counts_what_was_done(text, headline):
    assert Proof("", LightsProof(*lights_of(text), is_program=False).revisions).headline == headline


SILENT = rows("""
    a forgotten import :: - | stub one | text one | text one+bare_table | text one+table =>
    all of it crashes :: - | stub one | text one | misspelt one | text one =>
    a test that is red while another one crashes its file :: - | stub one | stub one+bare_table
        | text one =>
""")


@pytest.mark.parametrize(("text", "found"), SILENT)
def test_a_crash_of_the_file_sets_no_test_aside_and_deletes_none(text, found):
    words = [remark for _, remark in proved(text, "remarks")]
    assert [remark for remark in words if remark.startswith(("Set aside", "Deleted"))] == found.split()


FIRST_GREEN = rows("""
    red, then green :: - | stub one | text one => 3 one red
    there at the start, and green when it came :: start text one | text one+two => 2 two green
    a crash, then green :: - | crash two | text two => 3 two green
    in one save with its code :: - | text one => 2 one green
    a crash of all between :: - | stub one | slip one | text one => 4 one red
    pasted back :: - | stub one | text one | text two | text one+two
        => 3 one red, 4 two green, 4 one gone, 5 one red
    broken, and seen red :: start text one | text one+two | stub one+two | text one+two
        => 2 two green, 3 two gone, 4 one red, 4 two red
    made green by changing the test :: - | stub one | stub one_is_none => 3 one amber
    another name :: - | text one | text first => 2 one green, 3 first green, 3 one gone
""")


@pytest.mark.parametrize(("text", "found"), FIRST_GREEN)
def test_a_room_hears_the_same(text, found):
    lights, files = lights_of(text)
    said = []
    for number, colours in list_first_green(trace_lights(lights, files)).items():
        said += [f"{number} {rule} {colour or 'gone'}" for rule, colour in colours.items()]
    assert ", ".join(said) == found


# lights as they were recorded before they said why a test was red
OLD = [
    '{"number": 1, "when": 1, "verb": "start", "colour": "amber", "counts": {}, "own": {}}',
    '{"number": 2, "when": 2, "verb": "watch", "colour": "red", "counts": {"red": 1}, "own": {%s: "red"}}',
    '{"number": 3, "when": 3, "verb": "watch", "colour": "green", "counts": {"green": 1},'
    ' "own": {%s: "green"}}',
]
OLD_ID = '"katas/roman/attempts/ada-and-bea/test_fizz.py::test_one"'


def test_old_lights_are_read_under_whatever_name_the_folder_had():
    lights = [read_earlier(json.loads(text.replace("%s", OLD_ID)), "") for text in OLD]
    assert [list(light.own or {}) for light in runs_of(lights)] == [
        [],
        ["test_fizz.py::test_one"],
        ["test_fizz.py::test_one"],
    ]


def test_what_old_lights_do_not_say_is_said_once(monkeypatch):
    lights = [
        read_earlier(json.loads(text.replace("%s", OLD_ID)), f"light {n}") for n, text in enumerate(OLD, 1)
    ]
    _, files = lights_of("- | stub one | text one")
    monkeypatch.setattr("prove.evening.lights_of", lambda _: (lights, files))
    assert [one.says for _, one in proved("", "verdicts")] == ["“one” was red, then green."]
