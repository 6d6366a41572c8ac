"""A proof on the screen, and as JSON; and the status of `make prove`."""

import io
import json
from dataclasses import replace

import pytest
from history.session import rows
from rich.console import Console

from dojo.errors import Mistake
from dojo.prove.proving import verdict
from dojo.prove.proving.report import NOTHING, STUB, as_json, report
from dojo.prove.proving.show import fail_on, show
from dojo.prove.proving.verdict import Kind, Proof, Version
from prove.proving.made import ID, RULE, of, proof_of

SAID = rows("""
    proven :: proven / a spare => ■ “a spare” was red for the right reason, then green.
    only a name :: by_name / a spare / `compare`
        => × “a spare” was red because `compare` was missing; nobody has seen its assertion fail.
    a crash :: by_crash / a spare / IndexError => × “a spare” was red by a crash (IndexError), then green.
    green at once :: passes / a spare
        => ! “a spare” passes without this change:
        a guard, written after the code, or does it test what it says?
    for long :: pays / a spare / 3 lights => ■ “a spare” was red for 3 lights, and is green now.
    edited :: made_green / a spare => ! “a spare” was made green by changing the test, not the code.
    adapted :: adapted / a spare
        => ≈ “a spare” was adapted: the code has other names now, and it asks no more than before.
    a guard :: guard / a spare
        => ≈ “a spare” passes without this change, beside a row of the same test that does not: a guard.
    weakened :: weakened / a spare => ! “a spare” asks less than before: it lost an assertion.
    still red :: still_red / a spare / assert 1 == 2 => × “a spare” is still red: assert 1 == 2
    no answer :: no_answer / a spare / it is late => · “a spare” could not be answered: it is late
    a refactoring :: refactoring / 12 lines of code / 11 of them
        => ↻ a refactoring: 12 lines of code changed, no colour did, and the tests run 11 of them.
    no test :: untested / 12 lines of code / 3 of them
        => ! code without a test: 12 lines of code changed, and the tests run 3 of them.
""")


def drawn(proof, width=200):
    """The report, as wide as a screen."""
    out = Console(file=io.StringIO(), width=width, highlight=False, markup=False, emoji=False)
    report(proof, out)
    return out.file.getvalue()


@pytest.mark.parametrize(("told", "says"), SAID)
def test_each_kind_has_a_sentence_and_a_shape(told, says):
    kind, *words = told.split(" / ")
    assert f"  {says}\n" in drawn(proof_of(getattr(verdict, kind)(*words)))


def test_a_sentence_goes_on_below_itself_and_the_summary_counts_each_kind():
    found = replace(verdict.passes(RULE), test=ID), of(Kind.PROVEN), of(Kind.PROVEN), of(Kind.BY_CRASH)
    assert drawn(proof_of(*found), width=60) == (
        "2 commits of bowling\n\n"
        "a1b2c3d A spare scores more\n"
        "  ! “a spare” passes without this change: a guard, written\n"
        "    after the code, or does it test what it says?\n"
        "  ■ “a spare” is proven.\n"
        "  ■ “a spare” is proven.\n"
        "  × “a spare” is red by a crash.\n\n"
        "4 new or changed tests, 3 of them seen red and then green.\n"
        "  ■ 2 proven\n"
        "  × 1 red by a crash\n"
        "  ! 1 passes without this change\n"
        "To look at: 1, in a1b2c3d.\n"
    )


def test_what_is_to_look_at_is_named_by_its_versions():
    versions = [Version(str(number), "", (of(Kind.PASSES), of(Kind.UNTESTED))) for number in range(7)]
    versions[3] = Version("3", "", (of(Kind.PROVEN),))
    told = drawn(Proof("7 commits of bowling", tuple(versions)))
    assert told.endswith("\nTo look at: 12, in 0, 1, 2, 4, 5 and 1 more.\n")


def test_nothing_to_prove_is_said():
    assert drawn(Proof("1 commit of bowling")) == f"1 commit of bowling\n\n{NOTHING}\n"


def test_what_somebody_has_explained_and_a_remark_stand_below_and_nothing_is_to_look_at():
    told = drawn(proof_of(of(Kind.PASSES, explained="a guard for the wheel"), remarks=("It was late.",)))
    assert "    no red: a guard for the wheel\n" in told
    assert "\n    It was late.\n" in told
    assert told.endswith("Explained in its commit: 1.\n")


def test_the_remedy_is_said_where_names_are_the_most_common_red():
    by_name, proven = of(Kind.BY_NAME), of(Kind.PROVEN)
    assert STUB in drawn(proof_of(by_name, by_name, proven))
    assert STUB not in drawn(proof_of(by_name, proven))


def test_json_has_the_same():
    says = "“a spare” is passes without this change."
    found = {
        "kind": "passes without this change",
        "says": says,
        "test": ID,
        "file": "tests/test_game.py",
        "line": 0,
        "why": "",
        "failure": "",
        "explained": "a guard",
    }
    verdicts = [found | {"to_look_at": False}]
    version = {
        "name": "a1b2c3d",
        "commit": "",
        "title": "A spare scores more",
        "remarks": [],
        "verdicts": verdicts,
    }
    whole = {"schema": 2, "title": "2 commits of bowling", "base": "", "head": "", "python": ""}
    whole |= {"remarks": [], "open": 0, "versions": [version]}
    counts = {"passes without this change": 1}
    told = as_json(proof_of(of(Kind.PASSES, explained="a guard")))
    assert json.loads(told) == whole | {"counts": counts}


ONE_OPEN = proof_of(of(Kind.PASSES))
NO_ANSWER, RED = of(Kind.NO_ANSWER), of(Kind.STILL_RED)
DEFAULT = ("passes", "untested")
ALL = (*DEFAULT, "red", "unanswered")
LOOK = "FAIL_ON=passes,untested: 1 to look at.\n"
ENDS = {
    "passes": ([of(Kind.PASSES)], DEFAULT, 1, "1 to look at."),
    "asks_less": ([of(Kind.WEAKENED)], ("passes",), 1, "1 to look at."),
    "by_the_test": ([of(Kind.MADE_GREEN)], ("passes",), 1, "1 to look at."),
    "untested": ([of(Kind.UNTESTED, test="")], ("untested",), 1, "1 to look at."),
    "another_kind": ([of(Kind.UNTESTED)], ("passes",), 0, ""),
    "red": ([RED], ("red",), 1, "1 red test."),
    "red_and_later_green": ([RED, of(Kind.PAYS)], ("red",), 0, ""),
    "no_answer": ([NO_ANSWER], ("unanswered",), 3, "1 question without an answer."),
    "no_answer_is_no_fault": ([NO_ANSWER], DEFAULT, 0, ""),
    "all": (
        [NO_ANSWER, of(Kind.PASSES), RED, NO_ANSWER, RED],
        ALL,
        1,
        "1 to look at and 2 red tests and 2 questions without an answer.",
    ),
    "nothing_open": ([of(Kind.PROVEN), of(Kind.BY_NAME), of(Kind.GUARD)], ALL, 0, ""),
    "explained": ([of(Kind.PASSES, explained="a guard")], ALL, 0, ""),
    "no_answer_explained": ([of(Kind.NO_ANSWER, explained="needs a database")], ALL, 0, ""),
}


@pytest.mark.parametrize(("verdicts", "words", "status", "says"), ENDS.values(), ids=ENDS)
def test_a_proof_ends_with_a_status_and_says_what_was_found(verdicts, words, status, says, capsys):
    assert show(proof_of(*verdicts), fail_on=words) == status
    assert capsys.readouterr().err == (f"FAIL_ON={','.join(words)}: {says}\n" if says else "")


ASKED = {"": DEFAULT, "red": ["red"], "red, passes": ["red", "passes"], "nothing": ()}


@pytest.mark.parametrize(("asked", "words"), ASKED.items(), ids=["nothing_said", "one", "two", "nothing"])
def test_what_to_fail_on_is_read(asked, words):
    assert fail_on(asked, DEFAULT) == words


def test_what_to_fail_on_must_mean_something():
    with pytest.raises(
        Mistake, match="FAIL_ON=red,purple: purple is none of passes, untested, red, unanswered"
    ):
        fail_on("red,purple", DEFAULT)


def test_how_to_explain_is_said_where_somebody_can(capsys):
    show(replace(ONE_OPEN, how_to_explain="A line of a commit explains it."), fail_on=DEFAULT)
    assert capsys.readouterr().err == LOOK.strip() + " A line of a commit explains it.\n"


def test_without_words_the_status_is_0(capsys):
    assert show(ONE_OPEN) == 0
    out, err = capsys.readouterr()
    assert (out.startswith("2 commits of bowling\n"), err) == (True, "")


def test_a_github_workflow_gets_annotations_and_a_summary(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    passes, unknown = of(Kind.PASSES, line=7), of(Kind.NO_ANSWER, test="", rule="100% a, b")
    show(replace(proof_of(passes, unknown, of(Kind.PROVEN)), head="a1b2"))
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")] == [
        "::warning file=tests/test_game.py,line=7::“a spare” is passes without this change.",
        "::notice::“100%25 a%2C b” is could not answer.",
    ]
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("```text\n2 commits of bowling\n")
    assert summary.endswith("To look at: 1, in a1b2c3d.\n```\n")


def test_a_page_is_written_and_its_path_printed_and_the_status_is_the_same(tmp_path, capsys):
    file = tmp_path / "proof.html"
    assert show(ONE_OPEN, fail_on=DEFAULT, page=file) == 1
    assert capsys.readouterr() == (f"{file}\n", LOOK)
    assert "is passes without this change." in file.read_text(encoding="utf-8")


def test_json_stands_alone_on_standard_output_also_beside_a_page(tmp_path, capsys):
    show(ONE_OPEN, in_json=True)
    alone = capsys.readouterr().out
    show(ONE_OPEN, in_json=True, page=tmp_path / "proof.html")
    assert capsys.readouterr() == (alone, f"{tmp_path / 'proof.html'}\n")
    assert json.loads(alone)["title"] == "2 commits of bowling"
