"""Any text fed to the program is written back, each line marked or named as faulty: never a traceback."""

import io
import re

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from katas.cases import load

from katas.poker import story

FINISHED = [story().step(number) for number in (92, 93, 94, 95, 96, 97, 98, 99)]
MARK = (
    r" (High Card|Pair|Two Pair|Three of a Kind|Straight|Flush|Full House|Four of a Kind|Straight Flush)"
    r"( \(winner\))?"
)
CARDS = st.builds("".join, st.tuples(st.sampled_from("23456789TJQKA"), st.sampled_from("♣♦♥♠cdhsCDHS")))
SPELLINGS = st.one_of(CARDS, st.sampled_from(["10♥", "10d", "K♣️", "\ufeffA♠"]), st.text(max_size=4))
LINES = st.builds(
    lambda words, end: " ".join(words) + end,
    st.lists(st.one_of(CARDS, CARDS, CARDS, CARDS, SPELLINGS), max_size=9),
    st.sampled_from(["\n", "\n", " \n", "\r\n", "\r", ""]),
)
TEXTS = st.lists(LINES, max_size=6).map(lambda lines: "".join(lines).encode(errors="surrogatepass"))


def lines_of(some_bytes):
    stream = io.TextIOWrapper(io.BytesIO(some_bytes), encoding="utf-8", errors="surrogateescape", newline="")
    return list(stream)


def check(main, text):
    """Raise an error unless a text is written back, each line marked or named."""
    streams = [io.TextIOWrapper(io.BytesIO(content)) for content in (text, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["poker.py"])
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(f"sys.{name}", stream)
        status = main()
        for stream in streams[1:]:
            stream.flush()
    written, complaints = (stream.buffer.getvalue() for stream in streams[1:])
    before, after = lines_of(text), lines_of(written)
    faulty = [int(number) for number in re.findall(r"^line (\d+): .+$", complaints.decode(), re.MULTILINE)]
    assert len(faulty) == len(complaints.decode().splitlines())
    assert status == (1 if faulty else 0)
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        cards, end = old.rstrip(), old[len(old.rstrip("\r\n")) :]
        marked = "" if number in faulty else f"|{re.escape(cards)}{MARK}{re.escape(end)}"
        assert re.fullmatch(re.escape(old) + marked, new)


def on_any_text(code, phases=tuple(Phase)):
    """Put a program to texts of all kinds; it raises an error where one of them is not as it has to be."""
    main = load(code).main

    @settings(
        database=None,
        deadline=None,
        derandomize=True,
        max_examples=300,
        phases=phases,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow],  # on a busy machine everything is
    )
    @given(st.one_of(TEXTS, st.binary(max_size=60)))
    @example(b"")
    @example("6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦".encode())
    @example(b"\xff\xfe\x00\n\r\n")
    def test(text):
        check(main, text)

    test()


@pytest.mark.parametrize("step", FINISHED, ids=lambda step: step.name[:7])
def test_any_text_is_written_back_marked_or_named(step):
    on_any_text(step.code)


FAULTS = [
    pytest.param("raise CardError", "raise KeyError", KeyError, id="another error escapes"),
    pytest.param("if mark else line", 'if mark else ""', ValueError, id="a line is lost"),
    pytest.param('f"line {number}: {fault}"', 'f"{fault}"', AssertionError, id="a fault without its line"),
    pytest.param("return 1 if faults else 0", "return 0", AssertionError, id="a fault without its status"),
]


@pytest.mark.parametrize(("old", "new", "raised"), FAULTS)
def test_a_planted_fault_is_found(old, new, raised):
    code = story().step(92).code
    assert old in code
    with pytest.raises(raised):
        on_any_text(code.replace(old, new), phases=[Phase.explicit, Phase.generate])
