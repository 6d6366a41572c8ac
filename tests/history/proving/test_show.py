"""What `make prove` prints, and its status."""

import json
from dataclasses import replace

import pytest

from dojo.history.proving.show import show
from dojo.history.proving.verdict import Kind, Proof, Verdict, Version


def proof_of(*kinds, explained=""):
    verdicts = tuple(Verdict(kind, f"it is {kind}.", "test_a", explained=explained) for kind in kinds)
    return Proof("1 commit of bowling", (Version("a1b2c3d", "A spare", verdicts),))


@pytest.mark.parametrize(
    ("kinds", "says"),
    [
        ((Kind.PASSES,), "1 to look at."),
        ((Kind.NO_ANSWER,), "1 question without an answer."),
        ((Kind.NO_ANSWER, Kind.PASSES, Kind.NO_ANSWER), "1 to look at and 2 questions without an answer."),
    ],
    ids=["to_look_at", "no_answer", "both"],
)
def test_strict_ends_with_1_and_says_what_is_open(kinds, says, capsys):
    assert show(proof_of(*kinds), strict=True) == 1
    assert f"STRICT=1: {says}" in capsys.readouterr().err


def test_strict_says_how_to_explain_what_is_open_where_somebody_can(capsys):
    how = "A line in the message of a commit explains it."
    show(replace(proof_of(Kind.PASSES), how_to_explain=how), strict=True)
    assert capsys.readouterr().err == f"STRICT=1: 1 to look at. {how}\n"
    show(proof_of(Kind.PASSES), strict=True)
    assert capsys.readouterr().err == "STRICT=1: 1 to look at.\n"


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "as_usual"])
def test_nothing_open_is_a_status_of_0(strict, capsys):
    assert show(proof_of(Kind.PROVEN, Kind.BY_NAME), strict=strict) == 0
    assert capsys.readouterr().err == ""


def test_what_is_explained_is_not_open():
    assert show(proof_of(Kind.PASSES, explained="a guard"), strict=True) == 0


def test_without_strict_the_status_is_0():
    assert show(proof_of(Kind.PASSES)) == 0


def test_json_alone_stands_on_standard_output(capsys):
    show(proof_of(Kind.PROVEN), in_json=True)
    assert capsys.readouterr().out.startswith('{\n "title": "1 commit of bowling"')


def test_a_page_is_written_and_its_path_printed(tmp_path, capsys):
    file = tmp_path / "proof.html"
    assert show(proof_of(Kind.PROVEN), page=file) == 0
    assert capsys.readouterr() == (f"{file}\n", "")
    assert "it is proven." in file.read_text(encoding="utf-8")


def test_a_page_and_strict_go_together(tmp_path, capsys):
    assert show(proof_of(Kind.PASSES), strict=True, page=tmp_path / "proof.html") == 1
    assert "STRICT=1: 1 to look at." in capsys.readouterr().err


def test_beside_json_the_path_of_the_page_is_no_part_of_it(tmp_path, capsys):
    show(proof_of(Kind.PROVEN), in_json=True, page=tmp_path / "proof.html")
    out, err = capsys.readouterr()
    assert json.loads(out)["title"] == "1 commit of bowling"
    assert err == f"{tmp_path / 'proof.html'}\n"
