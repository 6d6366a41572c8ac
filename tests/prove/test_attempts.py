"""A proof on the lights of attempts that somebody plays, with real runs and real replays."""

import shutil
from unittest.mock import Mock

import pytest
from coach.mine.conftest import Player

from dojo.attempt.attempt import find
from dojo.attempt.light import all_lights
from dojo.attempt.store import store
from dojo.prove.lights import prove_lights
from dojo.prove.verdict import Kind

ONE, TWO = "fizz.say(1) == '1'", "fizz.say(2) == '2'"


@pytest.fixture
def player(small, capsys):
    """Somebody who writes the tests."""
    return Player(small, capsys)


def told(proof):
    """Each verdict of a proof: its light, its kind, and the rule of its test."""
    return [
        f"{version.name} {verdict.kind}: {verdict.rule}".strip()
        for version in proof.versions
        for verdict in version.verdicts
    ]


def test_an_evening_of_somebody_who_writes_the_tests(player, monkeypatch):
    player.cycle({"one": ONE}, "'1'")
    player.cycle({"one": ONE, "two": TWO}, "str(number)")
    player.code("f'{number}'")
    player.next()
    player.code("f'{number}'\n\n\ndef more():\n    a = 1\n    return a")
    player.next()
    before = len(all_lights(player.attempt)), sorted(player.attempt.folder.rglob("*"))
    proof = prove_lights(player.attempt)
    assert told(proof) == [
        "light 3 red by name only: one",
        "light 5 proven: two",
        "light 6 refactoring:",
        "light 7 code without a test:",
    ]
    said = "code without a test: 3 lines of code changed, and the tests run 1 of them."
    assert [*proof.verdicts][-1].says == said
    assert (len(all_lights(player.attempt)), sorted(player.attempt.folder.rglob("*"))) == before
    monkeypatch.setattr("dojo.prove.runs.Runner.run", None)
    assert told(prove_lights(player.attempt)) == told(proof)


def test_an_evening_with_the_tests_of_the_kata_and_after_they_were_changed(small, capsys):
    assert small.verb("start", "NAME=tables-3") == 0
    attempt = find(small.workspace, "tables-3")
    for gives in ("'1'", "'1'", "str(number)", "f'{number}'"):
        attempt.module.write_text(f"def say(number):\n    return {gives}\n")
        assert small.verb("next", "NAME=tables-3") == 0
    capsys.readouterr()
    proof = prove_lights(attempt)
    assert told(proof) == [
        "light 2 red by name only: one is said",
        "light 4 proven: two is said",
        "light 5 refactoring:",
        "light 6 still red: fizz is said",
    ]
    _, verdict, *_ = proof.verdicts
    assert verdict.why == "assert '1' == '2'"
    assert "test_numbers" in verdict.failure
    small.edit("suite/test_numbers.py", "assert fizz", "assert 0 == fizz")
    assert [*prove_lights(find(small.workspace, "tables-3")).verdicts][1].why == "assert 0 == '1'"
    small.edit("suite/test_numbers.py", "two is said", "two is told")
    proof = prove_lights(find(small.workspace, "tables-3"))
    assert told(proof) == ["light 2 red by name only: one is said", "light 5 refactoring:"]
    assert proof.remarks[0] == "The tests of fizz have changed since: only your own are judged."


def test_lights_that_cannot_be_read_are_a_question_without_an_answer(player):
    (store(player.attempt).repository / "refs" / "heads" / "lights").write_text("nothing\n")
    (verdict,) = prove_lights(player.attempt).verdicts
    assert verdict.kind == Kind.NO_ANSWER
    assert verdict.says.startswith("could not answer: the lights of tables-3 cannot be read: ")


def test_an_attempt_with_one_light_has_nothing_to_prove_and_one_without_says_how_to_make_one(player):
    assert told(prove_lights(player.attempt)) == []
    shutil.rmtree(store(player.attempt).repository)
    proof = prove_lights(player.attempt)
    said = "tables-3 has no lights yet: make next NAME=tables-3 and make watch NAME=tables-3 record them."
    assert (proof.versions, proof.remarks) == ((), (said,))


DOUBTED = "“one” could not be answered: light 2 says red, and another run of its files does not"


def test_a_disk_that_is_full_is_no_verdict_on_anybody(player, monkeypatch):
    player.cycle({"one": ONE}, "'1'")
    full = OSError(28, "No space left on device")
    monkeypatch.setattr("dojo.prove.runs.write_files", Mock(side_effect=full))
    (verdict,) = prove_lights(player.attempt).verdicts
    assert verdict.says == f"{DOUBTED}: {full.strerror}"


def test_an_endless_loop_in_a_replay_is_no_verdict_and_ends_soon(player, monkeypatch):
    player.tests(one=ONE)
    player.code("any(iter(int, 'prove-' in __file__))")
    player.next()
    player.code("'1'")
    player.next()
    monkeypatch.setattr("dojo.prove.lights.SECONDS", 1.0)
    (verdict,) = prove_lights(player.attempt).verdicts
    assert verdict.says.startswith(DOUBTED)
