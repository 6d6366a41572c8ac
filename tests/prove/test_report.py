"""A proof on the screen, and as JSON; and the status of `make prove`."""

import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from helpers import TOP
from rich.console import Console

from dojo.errors import UsageError
from dojo.prove.formats import as_json, as_markdown
from dojo.prove.measure.outcomes import Cause
from dojo.prove.report import EXPLAIN, read_fail_on, report, show
from dojo.prove.verdict import Kind, judge_broken, judge_code, say
from dojo.prove.versions import NO_TEST, STUB, Proof, Revision
from prove.made import ID, of, proof_of


@pytest.fixture(autouse=True)
def no_workflow(monkeypatch):
    """The tests may themselves run in a workflow on GitHub."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)


HEAD: dict[str, Any] = {"base": "a0", "head": "a1"}
VERDICTS = [
    say(Kind.PROVEN, "a", why="it broke"),
    say(Kind.PROVEN, "a", by_lights=True),
    say(Kind.BY_NAME, "a", name="`x`"),
    say(Kind.PASSES, "a", by_lights=True),
    *(
        judge_code(5, 4),
        judge_code(5, 3),
        judge_code(1, 0),
        judge_code(1, 1),
        judge_broken("code", 1, "“a”"),
        judge_code(0, 0),
    ),
]
SAID = """
  ■ “a” caught the change: without it, it broke
  ■ “a” was red for the right reason, then green.
  ■ “a” fails without the change, but only because `x` is missing there: its own assertion
    never failed.
  ! “a” was green when it came: break the code once, and see it red.
  ↻ a refactoring: 5 lines of code changed, no test changed its colour, and the tests run 4 of
    them.
  ! code without a test: 5 lines of code changed, and the tests run 3 of them.
  ! code without a test: 1 line of code changed, and no test runs it.
  ↻ a refactoring: 1 line of code changed, no test changed its colour, and the tests run it.
  ! 1 line of code changed, and broke “a”.
  ↻ a refactoring: code was deleted, and no test changed its colour.
"""


def printed(proof, width=200, **how):
    """The report, as wide as a screen."""
    file = io.StringIO()
    out = Console(file=file, width=width, highlight=False, markup=False, emoji=False)
    report(proof, out, **how)
    return file.getvalue()


def test_a_verdict_has_a_shape_and_a_sentence():
    assert SAID in printed(proof_of(*VERDICTS), width=94)


def test_commits_never_say_that_something_was_seen():
    assert not [kind for kind in Kind if kind != Kind.UNSEEN and re.search("seen|saw|see it", kind.commits)]


def test_what_was_asked_comes_first_then_what_is_open_and_the_rest_is_counted():
    found = of(Kind.PASSES), of(Kind.PROVEN), of(Kind.BY_CRASH), of(Kind.REFACTORING), of(Kind.NO_ANSWER)
    assert printed(replace(proof_of(*found), **HEAD), width=60) == (
        "2 commits of bowling\n\n"
        "2 of 4 new or changed tests caught their change; 1 passes:\n"
        "look at it; 1 could not be answered.\n\n"
        "To look at: 1\n"
        "  ! “a spare” is passes either way.\n"
        "    a1b2c3d A spare scores more\n"
        "    tests/test_game.py::test_a_spare\n\n"
        "Could not answer: 1\n"
        "  · “a spare” is could not answer.\n"
        "    a1b2c3d A spare scores more\n"
        "    tests/test_game.py::test_a_spare\n\n"
        "The rest: 1 proven, 1 red by a crash, 1 refactoring. ALL=1\n"
        "lists it.\n"
    )


def test_where_nothing_is_open_what_is_counted_is_not_called_the_rest():
    proof = proof_of(of(Kind.PROVEN), of(Kind.REFACTORING))
    assert "\n\nThese are: 1 proven, 1 refactoring." in printed(replace(proof, **HEAD))


def test_all_of_it_is_listed_on_request_and_always_for_lights():
    lights = proof_of(of(Kind.PROVEN), remarks=("It was late.",))
    listed = "a1b2c3d A spare scores more\n  ■ “a spare” is proven.\n    It was late.\n"
    assert listed in printed(lights)
    assert listed in printed(replace(lights, **HEAD), in_full=True)
    assert listed not in printed(replace(lights, **HEAD))


def test_the_first_sentence_says_what_was_answered():
    proofs = [Kind.PROVEN], [Kind.PASSES] * 2, [Kind.REFACTORING, Kind.ADAPTED, Kind.GUARD, Kind.WEAKENED]
    assert [printed(replace(proof_of(*map(of, kinds)), **HEAD)).splitlines()[2] for kinds in proofs] == [
        "1 of 1 new or changed test caught its change.",
        "0 of 2 new or changed tests caught their change; 2 pass: look at them.",
        NO_TEST,
    ]


def test_a_test_that_is_red_at_the_end_is_open_and_one_that_was_mended_is_not():
    red, paid = (Revision(name, "", (of(kind),)) for name, kind in (("1", Kind.STILL_RED), ("2", Kind.PAYS)))
    at_end = printed(Proof("2 commits", (red,), **HEAD))
    assert "Red at the end: 1\n  × “a spare” is still red.\n    1\n" in at_end
    assert "Red at the end" not in printed(Proof("2 commits", (red, paid), **HEAD))


def test_what_is_explained_is_not_open_and_its_reason_is_listed():
    why = "a guard for the wheel"
    proof = replace(proof_of(of(Kind.PASSES, explained=why), of(Kind.WEAKENED, explained=why)), **HEAD)
    assert "To look at" not in printed(proof)
    assert "0 of 1 new or changed test caught its change.\n" in printed(proof)
    assert printed(proof).endswith("Explained: 2.\n")
    assert "    no red: a guard for the wheel\n" in printed(proof, in_full=True)


def test_the_remedy_is_said_where_names_are_the_most_common_red():
    by_name, proven = of(Kind.BY_NAME), of(Kind.PROVEN)
    assert STUB in printed(proof_of(by_name, by_name, proven))
    assert STUB not in printed(proof_of(by_name, proven))
    assert STUB not in printed(proof_of(by_name, by_name, proven, of(Kind.PAYS)))


def test_json_has_the_same():
    verdict = of(Kind.STILL_RED, failure_before="E   0", failure_now="E   1")
    version = Revision("a1b2c3d", "A spare", (verdict,), commit="a1b2c3d4")
    told = json.loads(as_json(Proof("1 commit of bowling", (version,), python="/bin/python", **HEAD)))
    [version] = told.pop("versions")
    [verdict] = version.pop("verdicts")
    head = {"schema": 4, "title": "1 commit of bowling", "python": "/bin/python", **HEAD}
    assert told == head | {"remarks": [], "counts": {"still red": 1}, "open": 0}
    assert version == {"name": "a1b2c3d", "commit": "a1b2c3d4", "title": "A spare", "remarks": []}
    words = {"kind": "still red", "says": "“a spare” is still red.", "why": "", "explained": ""}
    place = {"test": ID, "rule": "a spare", "file": "tests/test_game.py", "line": 0}
    more = {"cause": "", "expected_before": "", "expected_now": "", "number": 1, "to_look_at": False}
    assert verdict == words | place | {"failure_before": "E   0", "failure_now": "E   1"} | more


NO_ANSWER, RED, PASSES = of(Kind.NO_ANSWER), of(Kind.STILL_RED), of(Kind.PASSES)
DEFAULT = ("passes", "untested", "off")
ALL = (*DEFAULT, "red", "unanswered")
ENDS = {
    "passes": ([PASSES, of(Kind.WEAKENED), of(Kind.MADE_GREEN), of(Kind.ASKED_MORE)], DEFAULT, 1, 4),
    "off": ([of(Kind.SWITCHED_OFF)], DEFAULT, 1, 1),
    "broke": ([of(Kind.BROKE, test="")], DEFAULT, 1, 1),
    "untested": ([of(Kind.UNTESTED, test="")], ("untested",), 1, 1),
    "red_and_later_green": ([RED, of(Kind.PAYS)], ("red",), 0, 0),
    "no_answer": ([NO_ANSWER], ("unanswered",), 3, 1),
    "all": ([NO_ANSWER, PASSES, RED, NO_ANSWER, RED], ALL, 1, 5),
    "nothing_open": ([of(Kind.PROVEN), of(Kind.BY_NAME), of(Kind.GUARD)], ALL, 0, 0),
    "explained": ([of(kind, explained="why") for kind in (Kind.PASSES, Kind.NO_ANSWER)], ALL, 0, 0),
}


@pytest.mark.parametrize(("verdicts", "words", "status", "number"), ENDS.values(), ids=ENDS)
def test_a_proof_ends_with_a_status_and_says_how_many_were_found(verdicts, words, status, number, capsys):
    assert show(replace(proof_of(*verdicts), head="a1b2"), fail_on=words) == status
    verdicts = f"{number} verdict{'s' * (number > 1)}"
    said = f"FAIL_ON={','.join(words)}: {verdicts}. {EXPLAIN}\n"
    assert capsys.readouterr().err == said * bool(number)


def test_what_to_fail_on_is_read_and_must_mean_something():
    asked = {"": DEFAULT, "red": ["red"], "red, passes": ["red", "passes"], "nothing": ()}
    assert {one: read_fail_on(one, DEFAULT) for one in asked} == asked
    said = "FAIL_ON=red,purple: purple is none of passes, untested, off, red, unanswered"
    with pytest.raises(UsageError, match=said):
        read_fail_on("red,purple", DEFAULT)


def test_a_github_workflow_gets_annotations_and_a_summary(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    placed = of(Kind.PASSES, test="a,b:c.py::test_a", line=7)
    unknown = of(Kind.NO_ANSWER, test="", rule="100% a, b")
    show(replace(proof_of(placed, unknown, of(Kind.PROVEN)), head="a1b2"))
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")] == [
        "::warning file=a%2Cb%3Ac.py,line=7::“a spare” is passes either way.",
        "::notice::“100%25 a, b” is could not answer.",
    ]
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("### 2 commits of bowling\n")
    assert "| ! | passes either way | “a spare” is passes either way. | a,b:c.py:7 |" in summary


def test_a_page_is_written_and_its_path_printed_and_json_stands_alone_beside_it(tmp_path, capsys):
    file = tmp_path / "proof.html"
    assert show(proof_of(PASSES), fail_on=DEFAULT, page=file) == 1
    assert capsys.readouterr() == (f"{file}\n", "FAIL_ON=passes,untested,off: 1 verdict.\n")
    assert "is passes either way." in file.read_text(encoding="utf-8")
    show(proof_of(PASSES), in_json=True, page=file)
    out, err = capsys.readouterr()
    assert (json.loads(out)["title"], err) == ("2 commits of bowling", f"{file}\n")


SCHEMA = json.loads((TOP / "dojo" / "prove" / "proof.schema.json").read_text(encoding="utf-8"))


def test_the_schema_knows_each_kind_and_each_cause_and_no_other():
    properties = SCHEMA["$defs"]["verdict"]["properties"]
    assert properties["kind"]["enum"] == [str(kind) for kind in Kind]
    assert properties["cause"]["enum"] == ["", *(str(cause) for cause in Cause)]


def test_a_run_of_which_nothing_could_be_answered_fails_whatever_it_was_to_fail_on(capsys):
    proof = replace(proof_of(NO_ANSWER), head="a1b2")
    assert show(proof, fail_on=DEFAULT) == 3
    assert capsys.readouterr().err == "Nothing could be answered.\n"
    assert show(proof, fail_on=()) == 0


def test_a_proof_that_was_stopped_says_what_is_known(capsys):
    assert show(replace(proof_of(PASSES), is_stopped=True, remarks=("Stopped.",)), fail_on=DEFAULT) == 130
    out, err = capsys.readouterr()
    assert "is passes either way" in out
    assert err == ""
    assert out.endswith("Stopped.\n")


def test_a_changed_assertion_is_shown_next_to_what_it_was():
    verdict = of(Kind.PASSES, expected_before="score() == 3", expected_now="score() == 4")
    assert "    it asserted score() == 3, and now score() == 4\n" in printed(
        replace(proof_of(verdict), **HEAD)
    )


def test_a_table_for_a_pull_request_has_what_is_open_first_and_no_markup_of_others(capsys):
    show(replace(proof_of(RED, of(Kind.PASSES, rule="a | <b>")), **HEAD), in_markdown=True)
    assert capsys.readouterr().out.splitlines()[4:] == [
        "| | verdict | what was found | where | commit |",
        "|---|---|---|---|---|",
        "| ! | passes either way | “a \\| &lt;b>” is passes either way. | tests/test\\_game.py |"
        " a1b2c3d A spare scores more |",
        "| × | still red | “a spare” is still red. | tests/test\\_game.py | a1b2c3d A spare scores more |",
    ]


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("a\\|b", "a\\\\\\|b"),
        ("![a](b)", "!\\[a](b)"),
        ("~~a~~", "\\~\\~a\\~\\~"),
        ("*a_b*`c`", "\\*a\\_b\\*ˋcˋ"),
        ("a\nb", "a b"),
    ],
)
def test_what_a_test_is_called_stays_text_in_a_table(rule, shown):
    assert (
        as_markdown(proof_of(of(Kind.PASSES, rule=rule)))
        .splitlines()[-1]
        .startswith(f"| ! | passes either way | “{shown}” is passes either way. |")
    )


def test_in_a_workflow_on_github_a_table_leads_to_the_line_of_each_test(capsys, monkeypatch):
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "me/bowling")
    verdicts = of(Kind.PASSES, test="tests/a b.py::test_a", line=7), of(Kind.UNTESTED, test="", rule="")
    version = Revision("a1b2c3d", "A spare", verdicts, commit="a1b2c3d4")
    show(Proof("1 commit", (version,)), in_markdown=True)
    places = [line.split(" | ")[3] for line in capsys.readouterr().out.splitlines()[6:]]
    assert places == ["[tests/a b.py:7](https://github.com/me/bowling/blob/a1b2c3d4/tests/a%20b.py#L7)", ""]
