"""`make lights PAGE=1`: the timeline as a page for the browser, with the files of each light."""

import json
import re
from types import SimpleNamespace

import pytest

from dojo.attempt.light import record
from dojo.history.timeline import format_page as html_of
from dojo.history.summary import Summary
from history.conftest import PLAYED
from history.session import played, session


@pytest.fixture
def page(bare, attempt, capsys):
    """Writes the page of the played attempt, and gives its text."""

    def write():
        assert bare.verb("lights", "NAME=tables-3", "PAGE=1") == 0
        file = attempt.folder.with_name("tables-3-lights.html")
        assert capsys.readouterr() == (f"{file}\n", "")
        return file.read_text(encoding="utf-8")

    return write


def data_of(text):
    """What the page compares, as a browser reads it."""
    return json.loads(re.search(r'"application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_it_has_a_row_for_each_light_and_the_files_of_each_and_needs_nothing_else(page, attempt):
    text = page()
    assert re.findall(r'<tr id="light-(\d)"', text) == list("1234567")
    data = data_of(text)
    kept = [data["texts"][tree["fizz.py"]] for tree in data["trees"].values()]
    assert kept == [text for *_, text, _ in PLAYED]
    assert len(data["texts"]) == 6
    assert attempt.name in text
    assert re.findall(r'(?:src|href)="(?!#)|https?:|url\(|@import', text) == []


def drawn(told):
    """The page of a session, and its rows as words without markup between them."""
    lights, files = played(*session(told))
    attempt = SimpleNamespace(name="tables-3", kata=SimpleNamespace(name="fizz"))
    text = html_of(attempt, Summary(lights, files))
    rows = re.findall(r"<tr id.*?</tr>", text, re.DOTALL)
    return text, [re.sub(r"<[^>]*>|\s+", " ", row).split() for row in rows]


def test_a_row_has_its_lines_and_is_compared_with_what_was_there_before():
    assert "new: brought by make next, which leaves two lights" in drawn("start red - t")[0]
    brought = "next green abc tu revealed=0 | next red abc tu revealed=1 test=test_two"
    text, rows = drawn(f"start red - t revealed=0 | {brought} | watch green abcd tu | watch green abcd tu")
    assert [row[0] for row in rows] == ["1", "2–3", "4–5"]
    assert " ".join(rows[1][-7:]) == "+3 code +1 tests new × two"
    assert rows[2][-1] == "×2"
    pairs = re.findall(r'data-number="(\d)" data-base="(\d)"', text)
    assert pairs == [("1", "1"), ("2", "1"), ("4", "2")]


def test_nothing_that_somebody_writes_is_taken_for_a_part_of_it(page, attempt):
    hostile = "</script><script>alert(1)</script><!-- \u2028 '\" {{ 7 * 7 }}"
    attempt.module.write_text(hostile)
    (attempt.folder / "<img src=x onerror=alert(2)>.py").write_text("x")
    (attempt.folder / "film.bin").write_bytes(b"\0" * 2000)
    record(attempt, verb="next", colour="red", counts={}, test="test_a[<b onclick='alert(3)'>]")
    text = page()
    assert text.count("<script") == 2
    assert "<img" not in text
    assert "<b " not in text
    assert hostile in data_of(text)["texts"]
    assert "(2,000 bytes, not shown)" in text
