"""A proof on the lights of attempts that somebody plays, with real runs and real replays."""

import subprocess

import pytest
from coach.mine.conftest import Player

from dojo.attempt.attempts import find
from dojo.attempt.lights import all_lights
from dojo.attempt.store import store
from dojo.history.proving.verdict import Kind
from dojo.history.session.proof import proof_of_lights

ONE, TWO = "fizz.say(1) == '1'", "fizz.say(2) == '2'"


@pytest.fixture
def player(small, capsys):
    """Somebody who writes the tests."""
    return Player(small, capsys)


def told(attempt):
    """Each verdict of a proof: its light, its kind, and the rule of its test."""
    return [
        (version.name, verdict.kind, verdict.rule)
        for version in proof_of_lights(attempt).versions
        for verdict in version.verdicts
    ]


def test_an_evening_of_somebody_who_writes_the_tests(player):
    player.cycle({"one": ONE}, "'1'")
    player.cycle({"one": ONE, "two": TWO}, "str(number)")
    player.code("f'{number}'")
    player.next()
    assert told(player.attempt) == [
        ("light 3", Kind.BY_NAME, "one"),
        ("light 5", Kind.PROVEN, "two"),
        ("light 6", Kind.REFACTORING, ""),
    ]


def test_an_evening_with_the_tests_of_the_kata(small, capsys):
    assert small.verb("start", "NAME=tables-3") == 0
    attempt = find(small.workspace, "tables-3")
    for gives in ("'1'", "'1'", "str(number)"):
        attempt.module.write_text(f"def say(number):\n    return {gives}\n")
        assert small.verb("next", "NAME=tables-3") == 0
    capsys.readouterr()
    assert told(attempt) == [
        ("light 2", Kind.BY_NAME, "one is said"),
        ("light 4", Kind.PROVEN, "two is said"),
    ]
    (verdict,) = proof_of_lights(attempt).versions[-1].verdicts
    assert verdict.why == "AssertionError: assert '1' == '2'"
    assert "test_numbers" in verdict.failure


def test_code_that_the_tests_do_not_run_is_code_without_a_test(player):
    player.cycle({"one": ONE}, "'1'")
    player.attempt.module.write_text(
        "def say(number):\n    return '1'\n\n\ndef more():\n    a = 1\n    return a\n"
    )
    player.next()
    (verdict,) = proof_of_lights(player.attempt).versions[-1].verdicts
    assert verdict.kind == Kind.UNTESTED
    assert verdict.says == ("code without a test: 3 lines of code changed, and the tests run 1 of them.")


def test_code_without_a_test_is_no_refactoring_among_the_facts(player):
    player.cycle({"one": ONE}, "'1'")
    player.attempt.module.write_text(
        "def say(number):\n    return '1'\n\n\ndef more():\n    a = 1\n    return a\n"
    )
    player.next()
    assert proof_of_lights(player.attempt).remarks[1:] == (
        "Refactorings: 0.",
        "Code written while red: 4 lines; at most 4 at a time, from light 2 to 3.",
        "Code that no red asked for: 5 lines; at most 5 at a time, from light 3 to 4.",
    )


def test_a_replay_that_hangs_is_no_verdict_on_anybody(player):
    player.cycle({"one": ONE}, "'1'")
    loop = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == '1'\n\n\ndef test_two():\n    {}\n"
    file = player.attempt.folder / "test_fizz.py"
    file.write_text(loop.format("while not hasattr(fizz, 'tell'):\n        pass"))
    player.attempt.module.write_text("tell = 1\n\n\ndef say(number):\n    return '1'\n")
    player.next()
    *_, verdict = proof_of_lights(player.attempt).verdicts
    assert verdict.kind == Kind.NO_ANSWER
    assert verdict.says.startswith("“two” could not be answered: on the code before it did not run: ")


NOT_REPLAYED = [
    pytest.param(".x_cache", 1, "light 2 says red, and a replay does not bear it out", id="unknown"),
    pytest.param("large.txt", 1_000_001, "its light has left out large.txt", id="a file that was left out"),
]


@pytest.mark.parametrize(("name", "size", "why"), NOT_REPLAYED)
def test_a_red_that_no_replay_bears_out_is_a_question_without_an_answer(player, name, size, why):
    there = player.attempt.folder / name
    there.write_text("x" * size)
    path = "__import__('pathlib').Path(__file__)"
    player.tests(one=f"fizz.say(1) == '1' and not {path}.with_name('{name}').exists()")
    player.code("'1'")
    player.next()
    there.unlink()
    player.code("str(number)")
    player.next()
    (verdict,) = proof_of_lights(player.attempt).verdicts
    assert (verdict.kind, verdict.why) == (Kind.NO_ANSWER, why)


def test_if_the_kata_has_other_tests_now_only_those_of_the_participant_are_judged(small, capsys):
    assert small.verb("start", "NAME=tables-3") == 0
    attempt = find(small.workspace, "tables-3")
    for gives in ("'1'", "'1'", "str(number)"):
        attempt.module.write_text(f"def say(number):\n    return {gives}\n")
        assert small.verb("next", "NAME=tables-3") == 0
    capsys.readouterr()
    small.edit("suite/test_numbers.py", "two is said", "two is told")
    proof = proof_of_lights(find(small.workspace, "tables-3"))
    assert [verdict.rule for verdict in proof.verdicts] == ["one is said"]
    assert proof.remarks[0] == "The tests of fizz have changed since: only those that you wrote are judged."


WRITTEN = [
    pytest.param(
        "class TestSay:\n    def test_one(self):\n        assert fizz.say(1) == '1'\n", id="a class"
    ),
    pytest.param(
        "from unittest import TestCase\n\n\nclass Says(TestCase):\n"
        "    def test_one(self):\n        self.assertEqual(fizz.say(1), '1')\n",
        id="unittest",
    ),
    pytest.param(
        "import pytest\n\n\n@pytest.fixture\ndef one():\n    return '1'\n\n\n"
        "def test_one(one):\n    assert fizz.say(1) == one\n",
        id="a fixture",
    ),
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_test_is_proven_however_it_is_written(player, text):
    (player.attempt.folder / "test_fizz.py").write_text(f"import fizz\n{text}")
    for gives in ("None", "'1'"):
        player.code(gives)
        player.next()
    assert told(player.attempt) == [("light 3", Kind.PROVEN, "one")]


def test_lights_that_cannot_be_read_are_a_question_without_an_answer(player):
    player.cycle({"one": ONE}, "'1'")
    (store(player.attempt).repository / "refs" / "heads" / "lights").write_text("nothing\n")
    (verdict,) = proof_of_lights(player.attempt).verdicts
    assert verdict.kind == Kind.NO_ANSWER
    assert verdict.says.startswith("could not answer: the lights of tables-3 cannot be read: ")


def test_an_attempt_without_lights_says_how_to_make_one(player):
    subprocess.run(["rm", "-r", str(store(player.attempt).repository)], check=True)
    proof = proof_of_lights(player.attempt)
    assert (proof.versions, proof.remarks) == (
        (),
        ("tables-3 has no lights yet: make next NAME=tables-3 and make watch NAME=tables-3 record them.",),
    )


def test_an_attempt_with_one_light_has_nothing_to_prove(player):
    assert told(player.attempt) == []


def test_an_attempt_without_any_test_has_code_without_a_test(player):
    player.code("'1'")
    player.next()
    assert told(player.attempt) == [("light 2", Kind.UNTESTED, "")]


def test_a_proof_leaves_no_light_and_no_file(player):
    player.cycle({"one": ONE}, "'1'")
    before = len(all_lights(player.attempt)), sorted(player.attempt.folder.rglob("*"))
    proof_of_lights(player.attempt)
    assert (len(all_lights(player.attempt)), sorted(player.attempt.folder.rglob("*"))) == before


def test_what_was_replayed_once_is_not_replayed_again(player, monkeypatch):
    player.cycle({"one": ONE}, "'1'")
    first = proof_of_lights(player.attempt)
    monkeypatch.setattr("dojo.history.session.replays.try_all", lambda trials: [].pop() if trials else None)
    assert proof_of_lights(player.attempt) == first


def test_a_disk_that_is_full_is_no_verdict_on_anybody(player, monkeypatch):
    player.cycle({"one": ONE}, "'1'")

    def full(*_how, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dojo.history.session.replays.put_back", full)
    (verdict,) = proof_of_lights(player.attempt).verdicts
    assert verdict.says == (
        "“one” could not be answered: the replay of light 2 did not end well: No space left on device"
    )
