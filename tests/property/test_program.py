"""Any text fed to the program is written back, each line marked or named as faulty: never a traceback."""

import io
import re
import runpy
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

STEPS = Path(__file__).parent.parent.parent / "steps"
FINISHED = sorted(
    folder / "poker.py" for n in (40, 44, 45, 46, 47, 48, 49, 50) for folder in STEPS.glob(f"step_{n}_*")
)
MARK = re.compile(
    r"( (High Card|Pair|Two Pair|Three of a Kind|Straight|Flush|Full House|Four of a Kind|Straight Flush)"
    r"( \(winner\))?)?"
)


@pytest.fixture(scope="module", params=FINISHED, ids=lambda path: path.parent.name[:7])
def main(request):
    return runpy.run_path(str(request.param))["main"]


CARDS = st.builds("".join, st.tuples(st.sampled_from("23456789TJQKA"), st.sampled_from("♣♦♥♠cdhsCDHS")))
SPELLINGS = st.one_of(CARDS, st.sampled_from(["10♥", "10d", "K♣️", "\ufeffA♠"]), st.text(max_size=4))
LINES = st.builds(
    lambda words, end: " ".join(words) + end,
    st.lists(st.one_of(CARDS, CARDS, CARDS, CARDS, SPELLINGS), max_size=9),
    st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", ""]),
)
TEXTS = st.lists(LINES, max_size=6).map(lambda lines: "".join(lines).encode(errors="surrogatepass"))


def run(main, given_bytes):
    """What the program gives back, writes, and complains of."""
    streams = sys.argv, sys.stdin, sys.stdout, sys.stderr
    written, complaints = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    try:
        sys.argv = ["poker.py"]
        sys.stdin = io.TextIOWrapper(io.BytesIO(given_bytes))
        sys.stdout, sys.stderr = written, complaints
        status = main()
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = streams
    written.flush(), complaints.flush()
    return status, written.buffer.getvalue(), complaints.buffer.getvalue().decode()


def lines_of(some_bytes):
    stream = io.TextIOWrapper(io.BytesIO(some_bytes), encoding="utf-8", errors="surrogateescape", newline="")
    return list(stream)


@settings(database=None, deadline=None, derandomize=True, max_examples=300)
@given(st.one_of(TEXTS, st.binary(max_size=60)))
@example(b"")
@example("6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦".encode())
@example(b"\xff\xfe\x00\n\r\n")
def test_any_text_is_written_back_marked_or_named(main, text):
    status, written, complaints = run(main, text)
    before, after = lines_of(text), lines_of(written)
    faulty = [int(number) for number in re.findall(r"^line (\d+): .+$", complaints, re.MULTILINE)]
    assert len(after) == len(before)
    assert len(faulty) == len(complaints.splitlines())
    assert status == (1 if faulty else 0)
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        content = old.rstrip("\r\n")
        assert new.startswith(content)
        mark = new[len(content) : len(new) - (len(old) - len(content))]
        assert MARK.fullmatch(mark)
        assert number not in faulty or not mark
        assert new == content + mark + old[len(content) :]
