"""`make lights PAGE=1`: the timeline as a page for the browser, with the files of each light."""

import json
import re
from types import SimpleNamespace

from dojo.attempt.light import record
from dojo.history.summary import Summary
from dojo.history.timeline import format_page
from history.conftest import PLAYED
from history.session import played, session


def data_of(text):
    """What the page compares, as a browser reads it."""
    return json.loads(re.search(r'"application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


def test_it_has_a_row_for_each_light_and_the_files_of_each_and_needs_nothing_else(bare, attempt, capsys):
    assert bare.verb("lights", "NAME=tables-3", "PAGE=1") == 0
    file = attempt.folder.with_name("tables-3-lights.html")
    assert capsys.readouterr() == (f"{file}\n", "")
    text = file.read_text(encoding="utf-8")
    assert re.findall(r'<tr id="light-(\d)"', text) == list("1234567")
    data = data_of(text)
    assert [data["texts"][tree["fizz.py"]] for tree in data["trees"].values()] == [one[5] for one in PLAYED]
    assert len(data["texts"]) == 6
    assert re.findall(r'(?:src|href)="(?!#)|https?:|url\(|@import', text) == []


def test_a_row_has_its_lines_and_is_compared_with_what_was_there_before():
    brought = "next green abc tu revealed=0 | next red abc tu revealed=1 test=test_two"
    told = f"start red - t revealed=0 | {brought} | watch green abcd tu | watch green abcd tu"
    attempt = SimpleNamespace(name="tables-3", kata=SimpleNamespace(name="fizz"))
    text = format_page(attempt, Summary(*played(*session(told))))
    cells = [
        re.sub(r"<[^>]*>|\s+", " ", row).split() for row in re.findall(r"<tr id.*?</tr>", text, re.DOTALL)
    ]
    assert [row[0] for row in cells] == ["1", "2–3", "4–5"]
    assert " ".join(cells[1][-7:]) == "+3 code +1 tests new × two"
    assert cells[2][-1] == "×2"
    pairs = re.findall(r'data-number="(\d)" data-base="(\d)"', text)
    assert pairs == [("1", "1"), ("2", "1"), ("4", "2")]
    assert "new: brought by make next, which leaves two lights" in text


def test_nothing_that_somebody_writes_is_taken_for_a_part_of_it(bare, attempt):
    hostile = "</script><script>alert(1)</script><!-- \u2028 '\" {{ 7 * 7 }}"
    attempt.module.write_text(hostile)
    (attempt.folder / "<img src=x onerror=alert(2)>.py").write_text("x")
    (attempt.folder / "film.bin").write_bytes(b"\0" * 2000)
    record(attempt, verb="next", colour="red", counts={}, test="test_a[<b onclick='alert(3)'>]")
    assert bare.verb("lights", "NAME=tables-3", "PAGE=1") == 0
    text = attempt.folder.with_name("tables-3-lights.html").read_text(encoding="utf-8")
    assert [text.count(part) for part in ("<script", "<img", "<b ")] == [2, 0, 0]
    assert hostile in data_of(text)["texts"]
    assert "(2,000 bytes, not shown)" in text
