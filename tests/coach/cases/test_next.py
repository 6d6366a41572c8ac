"""`make next` and its like on a program: one case at a time, and the one in hand before the others."""

import pytest

from coach.cases.conftest import ECHO, THREE
from coach.conftest import in_a_line, ran
from dojo.attempt.create import create
from dojo.attempt.light import all_lights


def test_at_green_it_stops_and_asks_and_then_it_shows_the_first_case_that_fails(show, said, save):
    save(ECHO)
    told = said("next")
    assert "Changed since the start: 3 lines of code. Is there anything to tidy up?" in told
    assert told.endswith(" GREEN tables-3 · 1 green")
    shown = show("next", "EXPECT=red")
    told = in_a_line(shown)
    assert "1 more test passes already: “02 two is said”" in told
    assert "The next test, 3 of 5: “03 fizz is said”" in told
    assert "You guessed red, and it is red. Guesses right: 1 of 1." in told
    assert "“03 fizz is said” is red: prints something else\n\n- expected, + printed:\n" in shown
    assert "\n- Fizz\n+ 3\n\nfed:\n  3\n" in shown
    assert told.endswith(" RED tables-3 · 2 green, 1 red")


def test_while_the_case_in_hand_fails_no_other_is_run_and_when_it_passes_one_that_broke_is_in_hand(
    attempt, said, save
):
    log = attempt.folder.parent / "fed.log"
    note = f"open({str(log)!r}, 'a').write(text)"
    save(f"import sys\n\ntext = sys.stdin.read()\n{note}\nprint(text, end='')\n")
    ran(attempt)
    ran(attempt, "red", 3, test="cases[03 fizz is said]", of=5)
    assert said("next").endswith("RED tables-3 · 1 red, 2 not run again")
    assert log.read_text().split() == ["3"]
    save("print('Fizz')\n")
    shown = said("next")
    assert "“01 one is said” is red: prints something else" in shown
    assert shown.endswith("RED tables-3 · 1 red, 2 not run again")
    assert all_lights(attempt)[-1].test == "cases[01 one is said]"
    save(THREE)
    assert said("next").endswith("GREEN tables-3 · 3 green")


FAILS = "printf 'a.c:1: error: no ;\\n int x\\n' >&2; exit 1"
NOT_STARTED = {
    "no such program": ({"command": "./x"}, "there is no ./x in kata/attempts/other: put it there"),
    "it hangs": ({"command": "sleep 600", "limit": "0.2"}, "hangs: not done after 0.2 seconds"),
    "it cannot be made": (
        {"command": "cat", "build": FAILS},
        f"{FAILS}: failed: a.c:1: error: no ; a.c:1: error: no ; int x",
    ),
}


@pytest.mark.parametrize(("settings", "why"), NOT_STARTED.values(), ids=NOT_STARTED)
def test_a_program_that_does_not_start_or_end_is_amber_and_says_what_to_do(small, said, settings, why):
    create(small.workspace, "other", "fizz", **settings)
    shown = said("next", "NAME=other")
    assert f"“01 one is said” is amber: {why}" in shown
    assert shown.endswith("AMBER other · no test yet")
    assert ("fed:" in shown) == ("hangs" in why)


def test_a_program_that_starts_in_the_end_gets_the_first_case(small, said):
    loop = "while read n; do [ $((n % 3)) = 0 ] && echo Fizz || echo $n; done\n"
    for name, text in (("other", "cat\n"), ("whole", loop)):
        attempt = create(small.workspace, name, "fizz", command="sh x.sh")
        assert said("next", f"NAME={name}").endswith(f"AMBER {name} · no test yet")
        (attempt.folder / "x.sh").write_text(text)
        shown = said("next", f"NAME={name}")
        assert shown.endswith("RED other · 2 green, 1 red" if text == "cat\n" else "GREEN whole · 5 green")
    assert ("tidy up" in shown, "judge" in shown) == (False, False)
    assert "That was the last test of fizz: all 5 are green." in shown


def test_a_program_that_has_to_be_made_is_made_before_it_is_run_or_accepted(small, show):
    build = "sed s/three/Fizz/ said.txt > said.py"
    attempt = create(small.workspace, "made", "fizz", command="cat said.py", build=build)
    ran(attempt, "red", 1, "start")
    for text, printed in (("one\n", "one"), ("three\n", "Fizz")):
        (attempt.folder / "said.txt").write_text(text)
        assert f"\n+ {printed}\n" in show("next", "NAME=made")
    (attempt.folder / "said.txt").write_text("1\n")
    assert small.verb("accept", "NAME=made") == 1
    assert (attempt.folder / "said.py").read_text() == "1\n"


def test_a_main_that_nothing_calls_is_said(show, save):
    missing = "main() is there, and nothing calls it. The last line is missing:\n    if __name__ == "
    save("def main():\n    print(1)\n")
    assert missing in show("next")
    save('def main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n')
    assert missing not in show("next")
