"""What `make prove` prints, and its status."""

import json
from dataclasses import replace

import pytest

from dojo.history.proving.show import show
from dojo.history.proving.verdict import Kind
from history.proving.made import of, proof_of

ONE_OPEN = proof_of(of(Kind.PASSES))
LOOK, NO_ANSWER = "STRICT=1: 1 to look at.\n", "STRICT=1: 1 question without an answer.\n"
BOTH = "STRICT=1: 1 to look at and 2 questions without an answer.\n"
STRICT = {
    "to_look_at": ([of(Kind.PASSES)], 1, LOOK),
    "no_answer": ([of(Kind.NO_ANSWER)], 1, NO_ANSWER),
    "both": ([of(Kind.NO_ANSWER), of(Kind.PASSES), of(Kind.NO_ANSWER)], 1, BOTH),
    "nothing_open": ([of(Kind.PROVEN), of(Kind.BY_NAME)], 0, ""),
    "explained": ([of(Kind.PASSES, explained="a guard")], 0, ""),
    "no_answer_explained": ([of(Kind.NO_ANSWER, explained="needs a database")], 0, ""),
    "by_the_test_or_without_one": (
        [of(Kind.MADE_GREEN), of(Kind.UNTESTED, test="")],
        1,
        "STRICT=1: 2 to look at.\n",
    ),
}


@pytest.mark.parametrize(("verdicts", "status", "says"), STRICT.values(), ids=STRICT)
def test_strict_ends_with_1_and_says_what_is_open(verdicts, status, says, capsys):
    assert show(proof_of(*verdicts), strict=True) == status
    assert capsys.readouterr().err == says


def test_strict_says_how_to_explain_what_is_open_where_somebody_can(capsys):
    show(replace(ONE_OPEN, how_to_explain="A line in the message of a commit explains it."), strict=True)
    says = "STRICT=1: 1 to look at. A line in the message of a commit explains it.\n"
    assert capsys.readouterr().err == says


def test_without_strict_the_status_is_0(capsys):
    assert show(ONE_OPEN) == 0
    out, err = capsys.readouterr()
    assert (out.startswith("2 commits of bowling\n"), err) == (True, "")


def test_a_page_is_written_and_its_path_printed_and_strict_goes_with_it(tmp_path, capsys):
    file = tmp_path / "proof.html"
    assert show(ONE_OPEN, strict=True, page=file) == 1
    assert capsys.readouterr() == (f"{file}\n", LOOK)
    assert "is passes without this change." in file.read_text(encoding="utf-8")


def test_json_stands_alone_on_standard_output_also_beside_a_page(tmp_path, capsys):
    show(ONE_OPEN, in_json=True)
    alone = capsys.readouterr().out
    show(ONE_OPEN, in_json=True, page=tmp_path / "proof.html")
    assert capsys.readouterr() == (alone, f"{tmp_path / 'proof.html'}\n")
    assert json.loads(alone)["title"] == "2 commits of bowling"
