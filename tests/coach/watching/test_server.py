"""The process behind `make watch`, in this process: what is judged, and when; what is kept and told."""

import os
import shutil
import signal
import sys

import pytest

from coach.conftest import ONE
from dojo.attempt.lights import all_lights, files, last_green, last_recorded, record
from dojo.attempt.snapshot import TOO_LARGE, taken
from dojo.attempt.turn import turn
from dojo.coach.cycle.course import with_course
from dojo.coach.watching.server import Saved, Server, watched

RIGHT = "def say(number):\n    return str(number)\n"
WRONG = 'def say(number):\n    return "0"\n'
BROKEN = "def say(number):\n    return x\n"


@pytest.fixture
def stdin():
    """A pipe in place of standard input: what the server looks at, and what is closed when nobody watches."""
    theirs, ours = os.pipe()
    with os.fdopen(theirs) as looked_at, os.fdopen(ours, "w") as held:
        yield looked_at, held


def listening(server):
    """It, until nobody listens to pokes any more."""
    yield server
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    os.close(signal.set_wakeup_fd(-1))
    os.close(server.ears.pokes)


@pytest.fixture
def server(attempt, stdin):
    """What runs the tests, for an attempt that is red; afterwards nobody listens to pokes any more."""
    attempt.module.write_text(WRONG)
    yield from listening(Server(attempt, stdin[0].fileno()))


@pytest.fixture
def session(server, capsys):
    """Somebody does one thing after the other, each when the last one is judged: what each of them showed."""

    def serve(*actions):
        todo, shown = iter(actions), []

        def wait():
            shown.append(capsys.readouterr().out)
            action = next(todo, None)
            if action:
                action()
            return bool(action)

        server.wait = wait
        status = with_course(server.attempt, server.serve)
        return status, [*shown, *filter(None, [capsys.readouterr().out])]

    return serve


@pytest.fixture
def save(attempt):
    """Makes the action of saving a text."""
    return lambda text: lambda: attempt.module.write_text(text)


def test_it_shows_the_bar_the_first_failure_and_how_long_since_the_last_green(session, save):
    status, (red, green, amber) = session(save(RIGHT), save(BROKEN))
    assert status == 0
    assert "×  RED · 1 red  ×" in red
    assert "“one is said” is red: AssertionError: assert '0' == '1'" in red
    assert '>       assert fizz.say(1) == "1"' in red
    assert red.endswith("tables-3 · light 1 · not green yet\n")
    assert "■  GREEN · 1 test  ■" in green
    assert green.endswith("tables-3 · light 2 · green\n")
    assert "!  AMBER · 1 did not run  !" in amber
    assert "NameError: name 'x' is not defined" in amber
    assert amber.endswith("s since the last green\n")


def test_the_tests_that_make_next_revealed_are_judged_too(attempt, session, save):
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=2)
    attempt.module.write_text(ONE)
    _, (red, green) = session(save(RIGHT))
    assert " RED · 2 green, 1 red " in red
    assert "“two is said” is red" in red
    assert " GREEN · 3 tests " in green
    assert all_lights(attempt)[-1].test == "suite/test_numbers.py::test_numbers[two is said]"


def test_when_a_save_made_it_green_it_asks_what_make_next_asks(session, save):
    _, (_, turned, again) = session(save(RIGHT), save(f"{RIGHT}\n"))
    question = "Is there anything to tidy up? The bar stays green meanwhile."
    coming = "The next test: make next NAME=tables-3"
    assert turned.splitlines()[:3] == ["Changed since the start: 1 line of code.", question, coming]
    assert again.splitlines()[0] == coming


def test_after_that_make_next_brings_the_next_test(small, attempt, session, save):
    session(save(ONE))
    assert small.verb("next", "NAME=tables-3") == 0
    assert all_lights(attempt)[-1].told["revealed"] == 2


def test_after_the_last_test_it_says_so(small, attempt, session, save):
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=4)
    _, (_, turned, again) = session(
        save(small.path("step_03/fizz.py").read_text()),
        save(small.path("step_03/fizz.py").read_text() + "\n"),
    )
    assert "That was the last test of fizz" not in turned
    assert "That was the last test of fizz: all 4 are green." in again


def test_a_test_that_make_next_reveals_is_on_the_bar_without_a_save(attempt, session):
    attempt.module.write_text(ONE)

    def reveal():
        record(attempt, verb="next", colour="red", counts={"green": 2, "red": 1}, revealed=2)

    _, (before, after) = session(reveal)
    assert " GREEN · 1 test " in before
    assert " RED · 2 green, 1 red " in after
    assert "· light 2 ·" in after
    assert len(all_lights(attempt)) == 2


@pytest.mark.usefixtures("impatient")
def test_a_loop_without_end_is_amber(session, save):
    _, (_, shown) = session(save("def say(number):\n    while True:\n        pass\n"))
    assert " AMBER · " in shown
    assert "is amber: not done after 0.2 seconds: is there a loop without an end?" in " ".join(shown.split())


def test_each_run_is_a_light_with_the_files_that_were_run(attempt, session, save):
    session(save(RIGHT), save(BROKEN), save(WRONG))
    lights = all_lights(attempt)
    assert [(light.verb, light.colour) for light in lights] == [
        ("watch", "red"),
        ("watch", "green"),
        ("watch", "amber"),
        ("watch", "red"),
    ]
    kept = [files(attempt, light)[b"fizz.py"].content.decode() for light in lights]
    assert kept == [WRONG, RIGHT, BROKEN, WRONG]


def test_what_is_saved_as_it_was_is_not_run_again(attempt, session, save):
    _, shown = session(save(WRONG), save(WRONG))
    assert shown[1:] == ["", ""]
    assert len(all_lights(attempt)) == 1


def test_a_change_of_the_same_size_in_the_same_second_is_seen(attempt, session):
    def save_within_a_second(text):
        def action():
            attempt.module.write_text(text)
            os.utime(attempt.module, (1_700_000_000, 1_700_000_000))

        return action

    _, (_, *shown) = session(*map(save_within_a_second, [ONE, WRONG, ONE, WRONG]))
    assert [bar.splitlines()[-4].strip("■× ") for bar in shown] == ["GREEN · 1 test", "RED · 1 red"] * 2


def test_a_file_that_is_deleted_is_amber_until_it_is_there_again(attempt, session, save):
    _, (_, gone, back) = session(attempt.module.unlink, save(RIGHT))
    assert " AMBER · " in gone
    assert "there is no fizz.py in the attempt tables-3" in gone
    assert " GREEN · " in back


def test_what_cannot_be_recorded_is_told_below_the_bar(small, attempt, session, capsys):
    def no_room():
        lights = attempt.folder.with_name(".lights")
        lights.rename(attempt.folder.with_name("elsewhere"))
        lights.touch()
        attempt.module.write_text(RIGHT)

    _, (_, shown) = session(no_room)
    assert " GREEN · " in shown
    (place,) = [n for n, line in enumerate(shown.splitlines()) if "this run of tables-3 is not" in line]
    assert "this run of tables-3 is not recorded: " in " ".join(shown.splitlines()[place:])
    assert small.verb("lights", "NAME=tables-3") == 0
    assert capsys.readouterr() == (
        "tables-3 has no lights yet: make next NAME=tables-3 and make watch NAME=tables-3 record them\n",
        "",
    )


def test_what_is_left_out_is_told_below_the_bar_and_judged_again_when_it_changes(attempt, session):
    film = attempt.folder / "film.bin"
    film.write_bytes(b"x" * (TOO_LARGE + 1))
    _, (first, second) = session(lambda: film.write_bytes(b"x" * (TOO_LARGE + 2)))
    for shown, light in ((first, 1), (second, 2)):
        *_, left_out, last = shown.splitlines()
        assert left_out == "Not in this light: film.bin (larger than a megabyte)"
        assert last == f"tables-3 · light {light} · not green yet"


def test_a_file_that_is_no_python_is_seen_within_a_second(server, attempt, monkeypatch):
    monkeypatch.setattr("dojo.coach.watching.server.TICK", 0)
    monkeypatch.setattr(server.screen, "tick", lambda _now: (attempt.folder / "hands.txt").touch())
    server.judged = taken(attempt.folder)
    assert server.wait() is True


def test_a_folder_that_is_deleted_file_by_file_is_missed_within_a_second(server, attempt, monkeypatch):
    """The last run may have seen it empty."""
    for file in attempt.folder.iterdir():
        file.unlink()
    monkeypatch.setattr("dojo.coach.watching.server.TICK", 0)
    monkeypatch.setattr(server.screen, "tick", lambda _now: attempt.folder.rmdir())
    server.judged = taken(attempt.folder)
    assert server.wait() is True


def test_code_that_writes_a_file_of_its_own_in_every_run_is_judged(server, attempt):
    ran = []

    def judge():
        ran.append(len(ran))
        (attempt.folder / "log.txt").write_text(str(ran))

    _, judged = server.run(judge)
    assert ran == [0, 1]
    assert judged == taken(attempt.folder)


def test_lights_that_are_deleted_are_missed_once_and_recorded_anew(attempt, session, save):
    def delete():
        shutil.rmtree(attempt.folder.with_name(".lights"))

    _, (_, _, missed, after) = session(save(RIGHT), delete, save(WRONG))
    told = "the lights of tables-3 are gone, 2 in all: did its code delete .lights?"
    assert told in " ".join(missed.split())
    assert "tables-3 · light 2 · " in after
    assert [light.number for light in all_lights(attempt)] == [1, 2]


def test_a_folder_that_is_deleted_ends_it_in_a_line(attempt, session):
    status, shown = session(lambda: shutil.rmtree(attempt.folder))
    assert status == 1
    assert shown[-1] == "the folder of tables-3 is gone, and with it make watch\n"


def test_a_suite_that_has_changed_is_collected_anew_before_anything_is_judged(
    small, server, session, monkeypatch
):
    class Anew(Exception):
        pass

    def begin_anew():
        raise Anew

    monkeypatch.setattr(server, "begin_anew", begin_anew)
    with pytest.raises(Anew):
        session(lambda: small.edit("suite/test_more.py", '"Fizz"', '"fizz"'))
    assert len(all_lights(server.attempt)) == 1


def test_a_run_during_which_a_file_was_saved_is_made_again(server):
    ran = []

    def judge():
        ran.append(server.attempt.module.read_text())
        server.attempt.module.write_text(RIGHT)
        return ran[-1]

    found, judged = server.run(judge)
    assert ran == [WRONG, RIGHT]
    assert found == judged.files[b"fizz.py"].content.decode() == RIGHT


def test_a_run_during_which_a_poke_arrives_is_broken_off(server):
    began, ended = [], []

    def judge():
        began.append(len(began))
        if began == [0]:
            signal.raise_signal(signal.SIGUSR1)
        ended.append(began[-1])

    server.run(judge)
    assert (began, ended) == ([0, 1], [1])


def test_a_run_that_nobody_watches_any_more_is_worth_nothing(server, stdin, attempt, monkeypatch):
    def nobody_watches(_course):
        stdin[1].close()
        signal.raise_signal(signal.SIGUSR1)

    monkeypatch.setattr("dojo.coach.watching.server.run", nobody_watches)
    assert with_course(attempt, server.serve) == 0
    assert all_lights(attempt) == []


def test_what_another_verb_records_in_the_same_moment_is_not_missed(attempt, server, monkeypatch):
    def with_another(*what, **told):
        light = record(*what, **told)
        record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)
        return light

    monkeypatch.setattr("dojo.coach.watching.server.record", with_another)
    with_course(attempt, server.judge)
    assert server.told != last_recorded(attempt)


def test_it_waits_for_a_poke_and_hears_many_as_one(server, stdin):
    signal.raise_signal(signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    assert server.wait() is True
    stdin[1].close()
    assert server.wait() is False


def test_it_waits_for_what_another_verb_records_and_tells_the_time_meanwhile(server, attempt, monkeypatch):
    told = []

    def tick(_now):
        told.append(len(told))
        if len(told) == 3:
            record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)

    monkeypatch.setattr("dojo.coach.watching.server.TICK", 0)
    monkeypatch.setattr(server.screen, "tick", tick)
    assert server.wait() is True
    assert told == [0, 1, 2]


def test_what_was_recorded_before_it_began_does_not_wake_it(server, monkeypatch):
    """A suite that does not run was told of once a second."""
    record(server.attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)
    told = []

    def tick(_now):
        told.append(len(told))
        if len(told) == 3:
            signal.raise_signal(signal.SIGUSR1)

    another = Server(server.attempt, server.ears.keys)
    monkeypatch.setattr("dojo.coach.watching.server.TICK", 0)
    monkeypatch.setattr(another.screen, "tick", tick)
    assert another.wait() is True
    assert told == [0, 1, 2]


def test_the_last_green_is_one_that_somebody_ran(attempt):
    ran = record(attempt, verb="next", colour="green", counts={"green": 1})
    hinted = record(attempt, verb="hint", colour="green", counts={"green": 1})
    assert last_green([ran, hinted]) == ran
    assert last_green([hinted]) is None


POKED_AT_THE_END = """\
import os, signal, sys

class Poke:
    def __del__(self, poke=os.kill, server=os.getpid(), number=signal.SIGUSR1):
        poke(server, number)

at_the_end = Poke()
from dojo.coach.watching.server import main
sys.exit(main())
"""


def test_a_poke_while_it_ends_does_it_no_harm(here, attempt):
    """`make watch` closes its standard input and pokes it: it may have begun to end."""
    folders = [attempt.folder, attempt.story.file.parent, attempt.story.workspace]
    ended = here.run(sys.executable, "-c", POKED_AT_THE_END, *folders)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.fixture
def keyed(attempt, stdin):
    """What runs the tests where keys can be typed."""
    attempt.module.write_text(ONE)
    yield from listening(Server(attempt, stdin[0].fileno(), with_keys=True))


@pytest.fixture
def typing(keyed, stdin, capsys):
    """Somebody types keys, or does something else, one after the other: what each of them showed."""

    def serve(*actions):
        todo, shown, waits = iter(actions), [], keyed.wait

        def wait():
            shown.append(capsys.readouterr().out)
            action = next(todo, None)
            if callable(action):
                action()
                return True
            if action is None:
                stdin[1].close()
            else:
                stdin[1].write(action)
                stdin[1].flush()
            return waits()

        keyed.wait = wait
        assert with_course(keyed.attempt, keyed.serve) == 0
        return shown

    return serve


def test_n_brings_what_make_next_brings_below_which_the_large_bar_is_the_only_one(attempt, typing):
    green, red = typing("n")
    assert "The next test: n\n" in green
    assert "The next test, 2 of 4: “two is said”\n" in red
    assert "Make it green, then n. A hint: h\n" in red
    assert [line.strip("× ") for line in red.splitlines() if "RED" in line] == ["RED · 2 green, 1 red"]
    last = all_lights(attempt)[-1]
    assert (last.verb, last.colour, last.told["revealed"]) == ("next", "red", 2)


def test_what_n_has_judged_is_not_judged_again(attempt, typing):
    typing("n", "n")
    assert [light.verb for light in all_lights(attempt)] == ["watch", "next", "next"]


def test_h_shows_a_hint_and_says_that_it_was_given(attempt, typing):
    _, _, shown = typing("n", "h")
    assert shown.splitlines()[0] == "“two is said”, hint 1 of 2"
    assert "tables-3 · light 3 · " in shown
    assert [light.verb for light in all_lights(attempt)] == ["watch", "next", "hint"]


def test_h_at_green_has_nothing_to_hint_at_and_names_the_key(attempt, typing):
    _, shown = typing("h")
    assert shown.startswith("All is green: there is no hint to give. The next test: n\n")
    assert [light.verb for light in all_lights(attempt)] == ["watch"]


def test_w_shows_where_the_attempt_stands(typing):
    assert "tables-3 behaves like step 1, " in typing("w")[1]


def test_u_brings_back_the_last_green_and_judges_it(attempt, typing, save):
    _, _, shown = typing(save(BROKEN), "u")
    assert "tables-3 is back at light 1, which was green.\n" in shown
    assert "Your files until now are light 3: make back NAME=tables-3 TO=3\n" in shown
    assert " GREEN · 1 test " in shown
    assert "tidy up" not in shown
    assert attempt.module.read_text() == ONE
    assert [light.verb for light in all_lights(attempt)] == ["watch", "watch", "back", "watch"]


def test_what_a_key_asks_for_in_vain_is_said_in_a_line_and_the_watch_goes_on(attempt, typing):
    attempt.module.write_text(WRONG)
    _, refused, hinted = typing("u", "h")
    assert refused == "tables-3 was never green: TO= takes it to one of its lights, 1 to 1\n"
    assert "hint 1 of 2" in hinted


HELP = "n next · h hint · w where · u undo to green · q quit"
UNKNOWN = [
    pytest.param("?", f"The keys: {HELP}\n", id="they are asked for"),
    pytest.param("x", f"x is none of the keys: {HELP}\n", id="another key"),
]


@pytest.mark.parametrize(("key", "line"), UNKNOWN)
def test_the_keys_are_told_in_a_line(typing, key, line):
    assert typing(key)[1] == line


def test_keys_come_one_after_the_other(attempt, typing):
    typing("nh")
    assert [light.verb for light in all_lights(attempt)] == ["watch", "next", "hint"]


def test_a_key_typed_during_a_run_waits_for_its_end(keyed, stdin):
    def judge():
        stdin[1].write("n")
        stdin[1].flush()
        signal.raise_signal(signal.SIGALRM)
        return "judged"

    assert keyed.run(judge)[0] == "judged"
    assert keyed.is_watched()
    assert keyed.keys == "n"


def test_a_save_does_not_break_off_what_a_key_asked_for(keyed):
    with keyed.under_way():
        signal.raise_signal(signal.SIGUSR1)


def test_what_a_key_asked_for_is_broken_off_when_nobody_watches_any_more(keyed, stdin):
    stdin[1].close()
    with pytest.raises(Saved), keyed.under_way():
        signal.raise_signal(signal.SIGUSR1)


def test_a_run_that_takes_long_is_told_of_meanwhile(keyed, monkeypatch):
    told = []
    monkeypatch.setattr("dojo.coach.watching.server.MOMENT", 0.001)
    monkeypatch.setattr(keyed.screen, "running", told.append)
    with keyed.under_way():
        while not told:
            pass
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_while_another_run_is_under_way_it_waits_and_says_so(attempt, server, session):
    """The other one ends as soon as this one has said that it waits."""
    began, tell = os.pipe()
    hear, go = os.pipe()
    other = os.fork()
    if not other:
        with turn(attempt):
            os.write(tell, b"!")
            os.read(hear, 1)
        os._exit(0)
    os.read(began, 1)
    note, said = server.screen.note, []

    def noted(text):
        said.append(text)
        os.write(go, b"!")
        note(text)

    server.screen.note = noted
    _, (shown,) = session()
    os.waitpid(other, 0)
    assert said == ["another run of tables-3 is under way: this one waits for it"]
    assert " RED · 1 red " in shown
    for end in (began, tell, hear, go):
        os.close(end)


def test_what_it_says_to_type_names_the_story(here):
    story, kata = here.workspace.kata("roman")
    attempt = watched(kata.attempts / "tables-3", story.file.parent, here.root)
    assert attempt.story.command("step-1 story") == "make step-1 story STORY=roman"
