"""Standard streams that end no verb half way."""

import errno
import io
import os
import sys
from contextlib import suppress

import pytest

from dojo.screen.palette import COLOURS, EMPTY, FILLED, NOT_RUN, REFACTORING, STATES
from dojo.screen.streams import lasting, make_them_last

PLACES = [
    pytest.param({}, id="by the block"),
    pytest.param({"write_through": True}, id="by the sign"),
    pytest.param({"line_buffering": True}, id="by the line"),
]


@pytest.fixture
def pipe():
    """Both ends: the reader may close his."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def in_place_of(descriptor, encoding="utf-8", **how):
    return lasting(io.TextIOWrapper(io.BytesIO(), encoding=encoding, **how), descriptor)


@pytest.mark.parametrize("how", PLACES)
def test_where_nobody_reads_any_more_it_goes_on_and_notes_why(pipe, how):
    theirs, ours = pipe
    stream = in_place_of(ours, **how)
    print("one", file=stream, flush=True)
    assert os.read(theirs, 99) == b"one\n"
    os.close(theirs)
    print("two", file=stream, flush=True)
    raw = stream.buffer if "write_through" in how else stream.buffer.raw
    assert raw.fault.errno == errno.EPIPE
    assert (stream.line_buffering, stream.write_through) == ("line_buffering" in how, "write_through" in how)


SIGNS = [
    pytest.param("utf-8", "a lone \udc80", rb"a lone \udc80", id="half a sign"),
    pytest.param("ascii", "ten · A♣", rb"ten . A\u2663", id="a sign that ASCII has not"),
    pytest.param("ascii", "♣♦■■×", rb"\u2663\u2666##x", id="some of them in a row"),
    pytest.param("cp437", "■■×·○ “one”", b'\xfe\xfex\xfao "one"', id="the code page of an old console"),
    pytest.param("cp1252", "■■×·○ “one” →", b"##\xd7\xb7o \x93one\x94 >", id="that of a pipe on Windows"),
]


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "cp850"])
def test_each_shape_is_as_wide_in_any_code_page(pipe, encoding):
    theirs, ours = pipe
    shapes = [look.shape for look in (*STATES.values(), *COLOURS.values(), REFACTORING, NOT_RUN)]
    print(*shapes, FILLED, EMPTY, sep="", end="", file=in_place_of(ours, encoding), flush=True)
    assert len(os.read(theirs, 99).decode(encoding)) == len(shapes) + 2


def test_a_console_that_has_no_bytes_stays():
    class _WindowsConsoleIO(io.BytesIO):
        pass

    console = io.TextIOWrapper(_WindowsConsoleIO(), encoding="utf-8")
    assert lasting(console, 1) is console
    print("half a sign: \udc80", file=console, flush=True)
    assert console.buffer.getvalue() == b"half a sign: \\udc80\n"


@pytest.mark.parametrize(("encoding", "text", "written"), SIGNS)
def test_any_sign_can_be_written(pipe, encoding, text, written):
    theirs, ours = pipe
    print(text, end="", file=in_place_of(ours, encoding), flush=True)
    assert os.read(theirs, 99) == written


def test_a_stream_that_is_closed_takes_all(capsys):
    with lasting(None, 1) as stream:
        print("one", file=stream, flush=True)
    assert capsys.readouterr() == ("", "")


COLUMNS = [
    pytest.param("0", None, id="none"),
    pytest.param("1", None, id="one"),
    pytest.param("20", "20", id="few"),
    pytest.param("wide", "wide", id="no number"),
]


@pytest.mark.parametrize(("columns", "after"), COLUMNS)
def test_a_width_that_no_screen_has_is_not_believed(monkeypatch, columns, after):
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setenv("COLUMNS", columns)
    make_them_last()
    assert os.environ.get("COLUMNS") == after
