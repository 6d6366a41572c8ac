"""Standard streams that end no verb half way."""

import errno
import io
import os
import sys
from contextlib import suppress

import pytest

from dojo.screen.palette import COLOURS, EMPTY, FILLED, NOT_RUN, REFACTORING, STATES
from dojo.screen.streams import install_safe_streams, safe_stream


@pytest.fixture
def pipe():
    """Both ends: the reader may close his."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def in_place_of(descriptor, encoding="utf-8", **how):
    return safe_stream(io.TextIOWrapper(io.BytesIO(), encoding=encoding, **how), descriptor)


@pytest.mark.parametrize("how", ["by the block", "write_through", "line_buffering"])
def test_where_nobody_reads_any_more_it_goes_on_and_notes_why(pipe, how):
    theirs, ours = pipe
    stream = in_place_of(ours, **({} if how == "by the block" else {how: True}))
    print("one", file=stream, flush=True)
    assert os.read(theirs, 99) == b"one\n"
    os.close(theirs)
    print("two", file=stream, flush=True)
    raw = stream.buffer if how == "write_through" else stream.buffer.raw
    assert raw.fault.errno == errno.EPIPE
    assert stream.line_buffering == (how == "line_buffering")
    assert stream.write_through == (how == "write_through")


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "cp850"])
def test_each_shape_is_as_wide_in_any_code_page(pipe, encoding):
    theirs, ours = pipe
    shapes = [look.shape for look in (*STATES.values(), *COLOURS.values(), REFACTORING, NOT_RUN)]
    print(*shapes, FILLED, EMPTY, sep="", end="", file=in_place_of(ours, encoding), flush=True)
    assert len(os.read(theirs, 99).decode(encoding)) == len(shapes) + 2


SIGNS = {
    "half a sign": ("utf-8", "a lone \udc80", rb"a lone \udc80"),
    "a sign that ASCII has not": ("ascii", "ten · A♣", rb"ten . A\u2663"),
    "some of them in a row": ("ascii", "♣♦■■×", rb"\u2663\u2666##x"),
    "the code page of an old console": ("cp437", "■■×·○ “one”", b'\xfe\xfex\xfao "one"'),
    "another one": ("cp1252", "■■×·○ “one” →", b"##\xd7\xb7o \x93one\x94 >"),
}


@pytest.mark.parametrize(("encoding", "text", "written"), SIGNS.values(), ids=SIGNS)
def test_any_sign_can_be_written(pipe, encoding, text, written):
    theirs, ours = pipe
    print(text, end="", file=in_place_of(ours, encoding), flush=True)
    assert os.read(theirs, 99) == written


def test_a_stream_that_is_closed_takes_all(capsys):
    with safe_stream(None, 1) as stream:
        print("one", file=stream, flush=True)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("columns", "after"), [("0", None), ("1", None), ("20", "20"), ("wide", "wide")])
def test_a_width_that_no_screen_has_is_not_believed(monkeypatch, columns, after):
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setenv("COLUMNS", columns)
    install_safe_streams()
    assert os.environ.get("COLUMNS") == after
