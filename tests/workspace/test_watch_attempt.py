"""`make watch NAME=…`: one large bar at every save, and a light for every run."""

import os
import signal
import subprocess
import time

import pytest
from conftest import Watching

from dojo.attempts import Attempt
from dojo.bar import bar, failure
from dojo.lights import all_lights, files, last_recorded, record
from dojo.verdict import Verdict
from dojo.warm import Warm

RIGHT, WRONG, BROKEN = (f"def card(text):\n    return {what}\n" for what in ("6", "5", "x"))
OWN_TEST = "import poker\n\n\ndef test_a_card_has_a_value():\n    assert poker.card('6') == 6\n"


@pytest.fixture
def attempt(workspace):
    """An attempt with a test of its own, which is red."""
    folder = workspace.root / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "test_poker.py").write_text(OWN_TEST)
    (folder / "poker.py").write_text(WRONG)
    return Attempt(folder)


@pytest.fixture
def watch(workspace, attempt):
    """Starts `make watch` and gives its terminal, as soon as the first light is recorded."""
    started = []

    def start(**environment):
        watching = Watching(workspace, "watch", f"NAME={attempt.name}", **environment)
        started.append(watching)
        watching.first = watching.until("· light ")
        return watching

    yield start
    for watching in started:
        watching.stop()


def test_it_shows_the_bar_the_first_failure_and_how_long_since_the_last_green(attempt, watch):
    watching = watch()
    shown = watching.first + watching.until("not green yet")
    assert " RED · 1 red " in shown
    assert "a card has a value" in shown
    assert ">       assert poker.card('6') == 6" in shown
    attempt.module.write_text(RIGHT)
    assert " GREEN · 1 test " in watching.until("· light 2 · green")
    attempt.module.write_text(BROKEN)
    shown = watching.until("s since the last green")
    assert " AMBER · 1 did not run " in shown
    assert "NameError: name 'x' is not defined" in shown


def test_the_tests_that_make_next_revealed_are_judged_too(attempt, watch):
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=2)
    attempt.module.write_text(RIGHT)
    watching = watch()
    assert " RED · 2 green, 1 red " in watching.first
    assert "“a six beats a five” is red" in watching.first
    attempt.module.write_text("def card(text):\n    return 6 if text[0] == '6' else 5\n")
    assert " GREEN · 3 tests " in watching.until("· light ")
    assert all_lights(attempt)[-1].test.endswith("[a six beats a five]")


def test_a_test_that_make_next_reveals_is_on_the_bar_without_a_save(attempt, watch):
    attempt.module.write_text(RIGHT)
    watching = watch()
    assert " GREEN · 1 test " in watching.first
    record(attempt, verb="next", colour="red", counts={"green": 2, "red": 1}, revealed=2)
    assert " RED · 2 green, 1 red " in watching.until("· light 2 ·")
    assert len(all_lights(attempt)) == 2


def test_a_loop_without_end_is_amber(attempt, watch):
    watching = watch()
    attempt.module.write_text("def card(text):\n    while True:\n        pass\n")
    shown = watching.until("· light ")
    assert " AMBER · " in shown
    assert "is amber: not done after 2 seconds" in shown


def test_a_change_of_the_suite_is_seen(workspace, attempt, watch):
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)
    attempt.module.write_text(RIGHT)
    watching = watch()
    assert " GREEN · 2 tests " in watching.first
    workspace.edit("tests/suite/test_cards.py", 'poker.card("6♣") == poker', 'poker.card("6♣") != poker')
    assert " RED · 1 green, 1 red " in watching.until("· light ")


def test_a_suite_that_does_not_run_is_told_and_waited_for(workspace, attempt, watch):
    watching = watch()
    path = workspace.path("tests/suite/test_cards.py")
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n(\n", encoding="utf-8")
    assert "The suite does not run" in watching.until("never closed")
    path.write_text(text, encoding="utf-8")
    attempt.module.write_text(RIGHT)
    assert " GREEN · " in watching.until(" GREEN · ")


def test_each_run_is_a_light_with_the_files_that_were_run(attempt, watch):
    watching = watch()
    for text, colour in [(RIGHT, "green"), (BROKEN, "amber"), (WRONG, "red")]:
        attempt.module.write_text(text)
        watching.until(f" {colour.upper()} · ")
        watching.until("· light ")
    lights = all_lights(attempt)
    assert [(light.verb, light.colour) for light in lights] == [
        ("watch", "red"),
        ("watch", "green"),
        ("watch", "amber"),
        ("watch", "red"),
    ]
    kept = [files(attempt, light)[b"poker.py"].content.decode() for light in lights]
    assert kept == [WRONG, RIGHT, BROKEN, WRONG]


def test_a_change_of_the_same_size_in_the_same_second_is_seen(attempt, watch):
    watching = watch()
    for text, colour in [(RIGHT, "GREEN"), (WRONG, "RED"), (RIGHT, "GREEN")]:
        attempt.module.write_text(text)
        os.utime(attempt.module, (1_700_000_000, 1_700_000_000))
        assert f" {colour} · " in watching.until("· light ")


def test_an_editor_that_saves_by_renaming_is_seen_too(attempt, watch):
    watching = watch()
    draft = attempt.folder / "poker.py.draft"
    draft.write_text(RIGHT)
    draft.rename(attempt.module)
    assert " GREEN · " in watching.until("· light ")


def test_a_file_that_is_deleted_is_amber_until_it_is_there_again(attempt, watch):
    watching = watch()
    attempt.module.unlink()
    assert " AMBER · " in watching.until("· light ")
    attempt.module.write_text(RIGHT)
    assert " GREEN · " in watching.until("· light ")


def test_a_save_during_a_run_is_not_lost(attempt, watch):
    watching = watch()
    began = attempt.folder.parent / "began"
    os.mkfifo(began)
    attempt.module.write_text(f"open({str(began)!r}, 'w').close()\nwhile True:\n    pass\n")
    with began.open() as pipe:
        pipe.read()
    attempt.module.write_text(RIGHT)
    watching.until(" GREEN · ")
    watching.until("· light ")
    last = all_lights(attempt)[-1]
    assert (last.colour, files(attempt, last)[b"poker.py"].content.decode()) == ("green", RIGHT)


def test_the_last_bar_judges_the_last_of_many_saves_and_none_is_wrong(attempt, watch):
    watching = watch()
    for n in range(200):
        attempt.module.write_text(f"# {n}\n{(WRONG, BROKEN)[n % 2]}")
    attempt.module.write_text(RIGHT)
    watching.until(" GREEN · ")
    watching.until("· light ")
    for light in all_lights(attempt):
        text = files(attempt, light)[b"poker.py"].content.decode()
        expected = "green" if RIGHT in text else "amber" if BROKEN in text else "red"
        assert light.colour == (expected if text else "amber"), text


@pytest.fixture
def warm(attempt):
    """What runs the tests, in this process; afterwards nobody listens to pokes any more."""
    watched, watcher = os.pipe()
    yield Warm(attempt, watched)
    os.close(watcher)
    os.close(watched)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)


def test_a_run_during_which_a_file_was_saved_is_made_again(warm):
    ran = []

    def judge(attempt):
        ran.append(attempt.module.read_text())
        attempt.module.write_text(RIGHT)
        return Verdict("green" if ran[-1] == RIGHT else "red", {})

    verdict, judged = warm.verdict(judge)
    assert ran == [WRONG, RIGHT]
    assert (verdict.colour, judged.files[b"poker.py"].content) == ("green", RIGHT.encode())


def test_a_run_during_which_a_poke_arrives_is_broken_off(warm):
    began, ended = [], []

    def judge(_attempt):
        began.append(len(began))
        if began == [0]:
            signal.raise_signal(signal.SIGUSR1)
        ended.append(began[-1])
        return Verdict("green", {})

    warm.verdict(judge)
    assert (began, ended) == ([0, 1], [1])


def test_what_another_verb_records_in_the_same_moment_is_not_missed(attempt, warm, monkeypatch):
    def with_another(*what, **told):
        light = record(*what, **told)
        record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)
        return light

    monkeypatch.setattr("dojo.warm.record", with_another)
    warm.judge(lambda _attempt: Verdict("red", {"red": 1}))
    assert warm.told != last_recorded(attempt)


def test_two_watches_on_one_attempt_lose_no_light(attempt, watch):
    first, second = watch(), watch()
    attempt.module.write_text(RIGHT)
    for watching in (first, second):
        watching.until(" GREEN · ")
        watching.until("· light ")
    lights = all_lights(attempt)
    assert [light.number for light in lights] == [1, 2, 3, 4]
    assert [light.colour for light in lights] == ["red", "red", "green", "green"]


def test_what_cannot_be_recorded_is_told_below_the_bar(attempt, watch, workspace):
    watching = watch()
    lights = attempt.folder.parent / ".lights"
    lights.rename(attempt.folder.parent / "elsewhere")
    lights.touch()
    attempt.module.write_text(RIGHT)
    shown = watching.until("not recorded")
    assert " GREEN · " in shown
    assert "this run of tables-3 is not recorded" in shown
    assert "Traceback" not in shown
    assert workspace.make("lights", "NAME=tables-3").stderr.count("\n") <= 2


def test_ctrl_c_ends_it_quietly_and_leaves_nothing_behind(watch):
    watching = watch()
    os.killpg(watching.process.pid, signal.SIGINT)
    shown = watching.until("never said", timeout=20)
    watching.process.wait(timeout=20)
    assert "Traceback" not in shown, shown
    assert "Error" not in shown, shown
    assert left_after(watching) == []


def test_ctrl_c_ends_a_run_that_does_not_end(workspace, attempt, watch):
    workspace.edit("dojo/trial.py", "\nLIMIT = 2.0\n", "\nLIMIT = 600.0\n")
    watching = watch()
    begun = attempt.folder / "begun"
    attempt.module.write_text(f"open({str(begun)!r}, 'w').close()\nwhile True:\n    pass\n")
    while not begun.exists():
        assert watching.process.poll() is None
    os.killpg(watching.process.pid, signal.SIGINT)
    shown = watching.until("never said", timeout=20)
    watching.process.wait(timeout=20)
    assert "Traceback" not in shown, shown
    assert left_after(watching) == []


def test_killed_it_leaves_nothing_behind(watch):
    watching = watch()
    listed = processes(watching)
    (by_pytest_watch,) = [line for line in listed if "-m dojo.watch" in line and "make" not in line]
    os.kill(int(by_pytest_watch.split()[0]), signal.SIGKILL)
    watching.until("never said", timeout=20)
    assert left_after(watching) == []


def test_a_folder_that_is_deleted_ends_it_in_a_line(attempt, watch):
    watching = watch()
    for file in attempt.folder.iterdir():
        file.unlink()
    attempt.folder.rmdir()
    shown = watching.until("never said", timeout=20)
    assert "the folder of tables-3 is gone, and with it make watch" in shown
    assert "Traceback" not in shown, shown


def left_after(watching, timeout=20):
    """What still runs in the terminal, when it has had time to end."""
    deadline = time.monotonic() + timeout
    while processes(watching) and time.monotonic() < deadline:
        watching.process.poll()
    return processes(watching)


def processes(watching):
    """What runs in the terminal."""
    listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,pid=,stat=,command="], text=True)
    rows = [line.split(None, 1) for line in listing.splitlines()]
    return [rest for group, rest in rows if group == str(watching.process.pid) and " Z" not in rest]


def test_it_can_be_read_without_colours(watch):
    watching = watch(NO_COLOR="1")
    assert "×" * 80 in watching.first
    assert "×  RED · 1 red  ×" in watching.first


BARS = [
    pytest.param({"green": 13}, "green", "  GREEN · 13 tests  ", id="green"),
    pytest.param({"green": 1}, "green", "  GREEN · 1 test  ", id="one test"),
    pytest.param({"green": 12, "red": 1}, "red", "  RED · 12 green, 1 red  ", id="red"),
    pytest.param({"red": 1, "amber": 2}, "amber", "  AMBER · 1 red, 2 did not run  ", id="amber"),
    pytest.param({}, "amber", "  AMBER · no test ran  ", id="no test"),
]


@pytest.mark.parametrize(("counts", "colour", "word"), BARS)
def test_a_bar_is_as_wide_as_the_screen_with_its_word_in_the_middle(counts, colour, word):
    rows = bar(Verdict(colour, counts), 80, colours=True).plain.splitlines()
    assert [len(row) for row in rows] == [80] * 5
    assert word in rows[2]


FAILURES = [
    pytest.param("one\ntwo\n", ["one", "two"], id="a short one is shown as it is"),
    pytest.param(
        "\n".join([*"abc", "> called", *"defghi", "> here", "E   why", *"jklmnopqrst"]),
        ["> here", "E   why", *"jklmnopq"],
        id="a long one from where it fails",
    ),
    pytest.param(
        "\n".join([*"abcdefghijkl", "> here", "E   why"]),
        [*"efghijkl", "> here", "E   why"],
        id="with what is before it where there is room",
    ),
    pytest.param("\n".join("abcdefghijklm"), [*"abcdefghij"], id="one that raised nothing from its top"),
]


@pytest.mark.parametrize(("text", "shown"), FAILURES)
def test_of_a_failure_ten_lines_are_shown(text, shown):
    assert failure(text) == shown
