"""The process behind `make watch`, in this process: what is judged, and when; what is kept and told."""

import os
import shutil
import signal
from contextlib import contextmanager
from functools import partial

import pytest

from coach.conftest import NUMBERS, ONE, in_a_line
from dojo.attempt.light import all_lights, last_recorded, record, snapshot_of
from dojo.attempt.snapshot import MAX_BYTES, take_snapshot
from dojo.coach.cycle.course import open_course
from dojo.coach.watching.server import Saved, Server, main, watched

WRONG = 'def say(number):\n    return "0"\n'
BROKEN = "def say(number):\n    return x\n"


@pytest.fixture
def stdin():
    """A pipe in place of standard input: what the server looks at, and what is closed when nobody watches."""
    theirs, ours = os.pipe()
    with os.fdopen(theirs) as looked_at, os.fdopen(ours, "w") as held:
        yield looked_at, held


@pytest.fixture
def serve(attempt, stdin):
    """Makes what runs the tests; afterwards nobody listens to pokes any more."""
    made = []

    def server(**how):
        made.append(Server(attempt, stdin[0].fileno(), **how))
        return made[-1]

    yield server
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    os.close(signal.set_wakeup_fd(-1))
    for one in made:
        os.close(one.ears.pokes)


@pytest.fixture
def server(attempt, serve):
    """What runs the tests, for an attempt that is red."""
    attempt.module.write_text(WRONG)
    return serve()


@pytest.fixture
def keyed(attempt, serve):
    """What runs the tests where keys can be typed, for an attempt that is green."""
    attempt.module.write_text(ONE)
    return serve(with_keys=True)


def played(server, stdin, capsys, actions):
    """One thing after the other, a key or another action, each when the last one is judged.

    Gives the status of the server, and what each of them showed.
    """
    todo, shown, waits = iter(actions), [], server.wait

    def wait():
        shown.append(capsys.readouterr().out)
        action = next(todo, None)
        if not isinstance(action, str):
            return bool(action) and (action() or True)
        stdin[1].write(action)
        stdin[1].flush()
        return waits()

    server.wait = wait
    with open_course(server.attempt) as course:
        status = server.serve(course)
    return status, [*shown, *filter(None, [capsys.readouterr().out])]


@pytest.fixture
def session(server, stdin, capsys):
    return lambda *actions: played(server, stdin, capsys, actions)


@pytest.fixture
def typing(keyed, stdin, capsys):
    return lambda *actions: played(keyed, stdin, capsys, actions)[1]


@pytest.fixture
def save(attempt):
    """Makes the action of saving a text."""
    return lambda text: lambda: attempt.module.write_text(text)


def test_it_shows_the_bar_the_failure_and_the_light_and_records_it(attempt, session, save):
    status, (red, green, amber, again) = session(save(NUMBERS), save(BROKEN), save(WRONG))
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
    assert "×  RED · 1 red  ×" in again
    lights = all_lights(attempt)
    assert [light.verb for light in lights] == ["watch"] * 4
    assert [light.colour for light in lights] == ["red", "green", "amber", "red"]
    kept = [snapshot_of(attempt, light).files[b"fizz.py"].content.decode() for light in lights]
    assert kept == [WRONG, NUMBERS, BROKEN, WRONG]


def test_a_test_that_make_next_reveals_is_on_the_bar_without_a_save(attempt, session, save):
    attempt.module.write_text(ONE)
    red = {"verb": "next", "colour": "red", "counts": {"green": 2, "red": 1}, "revealed": 2}
    _, (before, revealed, after) = session(lambda: record(attempt, **red), save(NUMBERS))
    assert " GREEN · 1 test " in before
    assert " RED · 2 green, 1 red " in revealed
    assert "“two is said” is red" in revealed
    assert "· light 2 ·" in revealed
    assert " GREEN · 3 tests " in after
    assert [light.verb for light in all_lights(attempt)] == ["watch", "next", "watch"]
    assert all_lights(attempt)[-1].test == "suite/test_numbers.py::test_numbers[two is said]"


def test_when_a_save_made_it_green_it_asks_what_make_next_asks(attempt, session, save, show):
    _, (_, turned, again) = session(save(ONE), save(f"{ONE}\n"))
    question = "Is there anything to tidy up? The bar stays green meanwhile."
    coming = "The next test: make next NAME=tables-3"
    assert turned.splitlines()[:3] == ["Changed since the start: 1 line of code.", question, coming]
    assert again.splitlines()[0] == coming
    show("next", "NAME=tables-3")
    assert all_lights(attempt)[-1].revealed == 2


def test_after_the_last_test_it_says_so(small, attempt, session, save):
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=4)
    last = small.path("step_03/fizz.py").read_text()
    _, (_, turned, again) = session(save(last), save(f"{last}\n"))
    assert "That was the last test of fizz" not in turned
    assert "That was the last test of fizz: all 4 are green." in again


def test_what_is_saved_again_is_not_run_and_another_text_of_its_size_and_second_is(attempt, session):
    def save(text):
        attempt.module.write_text(text)
        os.utime(attempt.module, (1_700_000_000, 1_700_000_000))

    _, (_, same, green, red) = session(*(partial(save, text) for text in (WRONG, ONE, WRONG)))
    assert same == ""
    assert " GREEN · 1 test " in green
    assert " RED · 1 red " in red
    assert len(all_lights(attempt)) == 3


def test_what_cannot_be_recorded_is_told_below_the_bar(attempt, session):
    def no_room():
        lights = attempt.folder.with_name(".lights")
        lights.rename(attempt.folder.with_name("elsewhere"))
        lights.touch()
        attempt.module.write_text(NUMBERS)

    _, (_, shown) = session(no_room)
    _, bar, below = shown.partition(" GREEN · ")
    assert bar
    assert "this run of tables-3 is not recorded: " in in_a_line(below)
    assert all_lights(attempt) == []


def test_what_is_left_out_is_told_below_the_bar_and_judged_again_when_it_changes(attempt, session):
    film = attempt.folder / "film.bin"
    film.write_bytes(b"x" * (MAX_BYTES + 1))
    _, (first, second) = session(lambda: film.write_bytes(b"x" * (MAX_BYTES + 2)))
    for shown, light in ((first, 1), (second, 2)):
        *_, left_out, last = shown.splitlines()
        assert left_out == "Not in this light: film.bin (larger than a megabyte)"
        assert last == f"tables-3 · light {light} · not green yet"


def ticking(server, monkeypatch, third):
    """Let the server wait without a pause, and do something at its third tick; gives the ticks."""
    ticks = []

    def tick(_now):
        ticks.append(len(ticks))
        if len(ticks) == 3:
            third()

    monkeypatch.setattr("dojo.coach.watching.server.TICK", 0)
    monkeypatch.setattr(server.screen, "tick", tick)
    return ticks


def revealed(attempt):
    """Another verb records that a test is revealed."""
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)


UNSEEN = {
    "a file that is no Python": lambda attempt: (attempt.folder / "hands.txt").touch(),
    "the folder is deleted, which the last run may have seen empty": lambda attempt: attempt.folder.rmdir(),
    "what another verb records": revealed,
}


@pytest.mark.parametrize("change", UNSEEN.values(), ids=UNSEEN)
def test_what_no_poke_tells_is_seen_within_a_second(server, attempt, monkeypatch, change):
    for file in attempt.folder.iterdir():
        file.unlink()
    server.judged = take_snapshot(attempt.folder)
    ticks = ticking(server, monkeypatch, lambda: change(attempt))
    assert server.wait() is True
    assert ticks == [0, 1, 2]


def test_code_that_writes_a_file_of_its_own_in_every_run_is_judged(server, attempt):
    ran = []

    def judge():
        ran.append(len(ran))
        (attempt.folder / "log.txt").write_text(str(ran))

    _, judged = server.run(judge)
    assert ran == [0, 1]
    assert judged == take_snapshot(attempt.folder)


def test_lights_that_are_deleted_are_missed_once_and_recorded_anew(attempt, session, save):
    def delete():
        shutil.rmtree(attempt.folder.with_name(".lights"))

    _, (_, _, missed, after) = session(save(NUMBERS), delete, save(WRONG))
    told = "the lights of tables-3 are gone, 2 in all: did its code delete .lights?"
    assert told in in_a_line(missed)
    assert "tables-3 · light 2 · " in after
    assert [light.number for light in all_lights(attempt)] == [1, 2]


def test_a_suite_that_has_changed_is_collected_anew_first(small, server, session, monkeypatch):
    monkeypatch.setattr(server, "begin_anew", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session(lambda: small.edit("suite/test_more.py", '"Fizz"', '"fizz"'))
    assert len(all_lights(server.attempt)) == 1


def test_a_run_during_which_a_file_was_saved_is_made_again(server):
    ran = []

    def judge():
        ran.append(server.attempt.module.read_text())
        server.attempt.module.write_text(NUMBERS)
        return ran[-1]

    found, judged = server.run(judge)
    assert ran == [WRONG, NUMBERS]
    assert found == judged.files[b"fizz.py"].content.decode() == NUMBERS


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
    with open_course(attempt) as course:
        assert server.serve(course) == 0
    assert all_lights(attempt) == []


def test_what_another_verb_records_in_the_same_moment_is_not_missed(attempt, server, monkeypatch):
    def with_another(*what, **told):
        light = record(*what, **told)
        record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)
        return light

    monkeypatch.setattr("dojo.coach.watching.server.record", with_another)
    with open_course(attempt) as course:
        server.judge(course)
    assert server.told != last_recorded(attempt)


def test_it_waits_for_a_poke_and_hears_many_as_one(server, stdin):
    signal.raise_signal(signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    assert server.wait() is True
    stdin[1].close()
    assert server.wait() is False


def test_what_was_recorded_before_it_began_does_not_wake_it(attempt, serve, monkeypatch):
    """A suite that does not run was told of once a second."""
    revealed(attempt)
    another = serve()
    ticks = ticking(another, monkeypatch, lambda: signal.raise_signal(signal.SIGUSR1))
    assert another.wait() is True
    assert ticks == [0, 1, 2]


def test_it_is_told_of_keys_by_a_word_and_a_poke_while_it_ends_does_it_no_harm(attempt, serve, monkeypatch):
    """`make watch` closes its standard input and pokes it: it may have begun to end."""
    folders, made = (attempt.folder, attempt.story.file.parent, attempt.story.workspace), []
    monkeypatch.setattr(
        "dojo.coach.watching.server.Server", lambda _, **how: made.append(how) or serve(**how)
    )
    monkeypatch.setattr("dojo.coach.watching.server.collected", lambda _server: 3)
    for words in ([], ["keys"]):
        monkeypatch.setattr("sys.argv", ["server", *map(str, folders), *words])
        assert main() == 3
    assert made == [{"with_keys": False}, {"with_keys": True}]
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_IGN


def test_n_and_h_bring_what_make_next_and_make_hint_do_above_the_large_bar(attempt, typing):
    green, red, then = typing("n", "nh")
    assert "The next test: n\n" in green
    assert "The next test, 2 of 4: “two is said”\n" in red
    assert "Make it green, then n. A hint: h\n" in red
    assert [line.strip("× ") for line in red.splitlines() if "RED" in line] == ["RED · 2 green, 1 red"]
    assert "Make it green, then n. A hint: h\n" in then
    assert "\n“two is said”, hint 1 of 2\n" in then
    assert "tables-3 · light 4 · " in then
    lights = [(light.verb, light.colour, light.revealed) for light in all_lights(attempt)]
    assert lights == [("watch", "green", 0), *[("next", "red", 2)] * 2, ("hint", "red", None)]


HELP = "n next · h hint · w where · u undo to green · q quit"
ANSWERS = {
    "h at green names the key": (ONE, "h", "All is green: there is no hint to give. The next test: n\n"),
    "w where the attempt stands": (ONE, "w", "tables-3 behaves like step 1, "),
    "u that none was green": (WRONG, "u", "tables-3 was never green: TO= takes it to one of its lights, "),
    "? the keys": (ONE, "?", f"The keys: {HELP}\n"),
    "another key": (ONE, "x", f"x is none of the keys: {HELP}\n"),
}


@pytest.mark.parametrize(("code", "key", "told"), ANSWERS.values(), ids=ANSWERS)
def test_a_key_is_answered_and_the_watch_goes_on(attempt, typing, code, key, told):
    attempt.module.write_text(code)
    _, shown, again = typing(key, key)
    assert shown.startswith(told)
    assert again.startswith(told)
    assert [light.verb for light in all_lights(attempt)] == ["watch"]


def test_u_brings_back_the_last_green_and_judges_it(attempt, typing, save):
    _, _, shown = typing(save(BROKEN), "u")
    assert "tables-3 is back at light 1, which was green.\n" in shown
    assert "Your files until now are light 3: make back NAME=tables-3 TO=3\n" in shown
    assert " GREEN · 1 test " in shown
    assert "tidy up" not in shown
    assert attempt.module.read_text() == ONE
    assert [light.verb for light in all_lights(attempt)] == ["watch", "watch", "back", "watch"]


def test_a_key_typed_during_a_run_waits_for_its_end(keyed, stdin):
    def judge():
        stdin[1].write("n")
        stdin[1].flush()
        signal.raise_signal(signal.SIGALRM)
        return "judged"

    assert keyed.run(judge)[0] == "judged"
    assert keyed.is_watched()
    assert keyed.keys == "n"


def test_what_a_key_asked_for_is_not_broken_off_by_a_save_but_when_nobody_watches_any_more(keyed, stdin):
    with keyed.under_way():
        signal.raise_signal(signal.SIGUSR1)
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


def test_while_another_run_is_under_way_it_waits_and_says_so(session, monkeypatch):
    @contextmanager
    def late(attempt, say):
        say(f"another run of {attempt.name} is under way: this one waits for it")
        yield

    monkeypatch.setattr("dojo.coach.watching.server.turn", late)
    _, (shown,) = session()
    told, _, bar = shown.partition("\n")
    assert told == "another run of tables-3 is under way: this one waits for it"
    assert " RED · 1 red " in bar


def test_what_it_says_to_type_names_the_story(here):
    story, kata = here.workspace.kata("roman")
    attempt = watched(kata.attempts / "tables-3", story.file.parent, here.root)
    assert attempt.story.command("step-1 story") == "make step-1 story STORY=roman"
