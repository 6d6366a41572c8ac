"""A proof as a page: whatever a test, a failure or a commit says stays text."""

import re
from dataclasses import replace

import pytest

from dojo.prove.page import changes_of, proof_page
from dojo.prove.verdict import Kind
from dojo.prove.versions import NO_TEST, Proof, Revision
from prove.made import CODE, RED, WRITTEN, from_to, of, proof_of

MARKUP = "<script>document.title = 'planted'</script>"


def words(html):
    """What somebody reads of a page: nothing of its head, its script, and its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split()).replace("&lt;", "<").replace("&#39;", "'")


def summary_of(html, place="summary"):
    section = re.search(rf'<section [^>]*id="{place}".*?</section>', html, re.DOTALL)
    assert section
    return words(section[0])


def version_of(html, number=1):
    return summary_of(html, f"version-{number}")


def test_the_summary_and_the_filter_count_each_kind_and_lead_to_what_is_to_look_at():
    kept = of(Kind.PASSES, explained="a guard")
    html = proof_page(proof_of(RED, of(Kind.PASSES), of(Kind.REFACTORING, test="", rule=""), kept))
    assert summary_of(html) == (
        "Was each test red first?"
        " 1 of 3 new or changed tests seen red, then green; 1 passes: look at it."
        " ■ 1 proven ! 2 passes either way ↻ 1 refactoring Explained: 1."
        " To look at: 1 ! “a spare” is passes either way. a1b2c3d A spare scores more"
        " Every version a1b2c3d A spare scores more"
        " ■ a spare proven ! a spare passes either way ↻ “” is refactoring."
        " ! a spare passes either way, explained"
    )
    # the version, and each line of it; what is to look at is in two lists
    assert re.findall('<a href="#(version-[^"]*)">', html) == [
        "version-1-line-2",
        "version-1",
        *(f"version-1-line-{line}" for line in (1, 2, 3, 4)),
    ]
    assert re.findall('<li id="([^"]*)"', html) == [f"version-1-line-{line}" for line in (1, 2, 3, 4)]
    options = re.findall(r'<option value="(\w*)">(.*?)</option>', html)
    assert options == [
        ("", "all"),
        ("look", "to look at: 1"),
        ("proven", "■ proven: 1"),
        ("passes", "! passes either way: 2"),
        ("refactoring", "↻ refactoring: 1"),
    ]
    assert 'id="version-1" data-words="proven passes refactoring look"' in html


def test_a_version_replays_the_red_the_change_and_the_green():
    html = proof_page(proof_of(RED))
    assert version_of(html).endswith(
        "Version 1 of 1 a1b2c3d A spare scores more"
        " ■ “a spare” is proven. proven tests/test_game.py::test_a_spare"
        " Red × 1 red × a spare assert score() == 16 E assert 0 == 16"
        " Change"
        " tests/test_game.py def test_none (): ... + def test_a_spare (): ..."
        " game.py def score (): - return 0 + return 16"
        " Green ■ 1 green ■ a spare"
    )
    for mark, sign in (("del", "-"), ("ins", "+")):
        assert f'<{mark} class=line><span class=sign>{sign}</span>    <span class="k">return</span>' in html


CODE_ALONE = proof_of(of(Kind.UNTESTED, test="", rule=""))
STILL_RED = proof_of(RED, of(Kind.STILL_RED, rule="a strike", failure_before="E   assert 0 == 30"))
NO_ANSWER = proof_of(of(Kind.NO_ANSWER, failure_before="E   No module named 'requests'"))
EXPLAINED = proof_of(of(Kind.PASSES, explained="a guard"))
REMARKED = replace(proof_of(RED, remarks=("Three tests at once.",)), remarks=("From main to feature.",))
UNREAD, SAME = proof_of(RED, change={}), proof_of(RED, change=from_to(CODE, CODE))
NOTHING = Proof("1 commit of bowling")
SAID = {
    "code alone has a change": (CODE_ALONE, version_of, "Change tests/test_game.py def", " Red "),
    "a test that is still red": (STILL_RED, version_of, " Red × 2 red ", "■ a strike"),
    "is not among the green": (STILL_RED, version_of, " Green ■ 1 green ■ a spare", "2 green"),
    "no answer is no red": (NO_ANSWER, version_of, "Why there is no answer E No module named", " red "),
    "no answer is listed": (NO_ANSWER, summary_of, "Could not answer: 1", "To look at"),
    "why it was explained": (EXPLAINED, version_of, "no red: a guard", "To look at"),
    "a remark in its version": (REMARKED, version_of, "Three tests at once.", "From main"),
    "nothing to prove": (NOTHING, summary_of, NO_TEST, "1 commit"),
    "and no version: no filter": (NOTHING, str, NO_TEST, "<select"),
    "a version that nobody can read": (UNREAD, version_of, "Nobody can read the files", "No file"),
    "no file changed": (SAME, version_of, "Change No file changed.", "can"),
}


@pytest.mark.parametrize(("proof", "place", "there", "absent"), SAID.values(), ids=SAID)
def test_what_a_place_says_and_what_it_does_not(proof, place, there, absent):
    said = place(proof_page(proof))
    assert there in said
    assert absent not in said


def test_markup_of_a_test_and_of_a_history_stays_text():
    planted = of(Kind.PASSES, test=MARKUP, rule=MARKUP, failure_before=MARKUP, explained=MARKUP)
    renamed = {f"{MARKUP}.py": "1\n"}, {"a.py": "1\n"}
    nothing: dict[str, str] = {}
    texts = nothing, {f"{MARKUP}.py": f"# {MARKUP}\n", "a.txt": f"{MARKUP}\n"}
    versions = (Revision(MARKUP, MARKUP, (planted,), (MARKUP,), **from_to(*one)) for one in (renamed, texts))
    html = proof_page(Proof(MARKUP, tuple(versions), (MARKUP,)))
    assert html.count("planted") == 35  # each of them is shown
    assert MARKUP not in html
    assert html.count("<script") == 2
    assert "a\N{REPLACEMENT CHARACTER}" in proof_page(proof_of(of(Kind.PASSES, rule="a\0\x1b\udcffb")))


LONG_FILE = "".join(f"{number}\n" for number in range(20))
LONGER = [17, [" 17", " 18", " 19", "+x"]]
NO_UTF_8 = [["-\N{REPLACEMENT CHARACTER}", "+&lt;é&gt;"]]
NOTES = {
    "a new file": ({}, {"a.py": "1\n"}, "new", [['+<span class="m">1</span>']]),
    "a file that changed": ({"a.txt": LONG_FILE}, {"a.txt": f"{LONG_FILE}x\n"}, "", LONGER),
    "a binary file": ({"a.bin": b"\0"}, {"a.bin": b"\0" * 2000}, "not shown", []),
    "no UTF-8": ({"a.txt": b"\xe9\n"}, {"a.txt": "<é>\n"}, "", NO_UTF_8),
}


@pytest.mark.parametrize(("before", "after", "note", "drawn"), NOTES.values(), ids=NOTES)
def test_what_happened_to_a_file_is_drawn_or_said(before, after, note, drawn):
    (changes,) = changes_of([Revision(**from_to(before, after))])
    assert changes is not None
    (found,) = changes
    rows = [[f"{row.sign}{row.code}" for row in fold.rows] or fold.left_out for fold in found.folds]
    assert (found.note, rows) == (note, drawn)


def test_the_tests_come_first_and_a_page_has_no_more_than_it_can_bear():
    versions = [Revision(**from_to(CODE, WRITTEN)), Revision()]
    found, nobody_can_read = changes_of(versions, 400)
    assert found is not None
    assert [(one.name, one.note) for one in found] == [("tests/test_game.py", ""), ("game.py", "not shown")]
    assert nobody_can_read is None
