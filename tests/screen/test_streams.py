"""Standard streams that end no verb half way."""

import errno
import io
import os
import sys
from contextlib import suppress

import pytest

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
    assert stream.buffer.fault.errno == errno.EPIPE
    assert stream.line_buffering == (how == "line_buffering")
    assert stream.write_through == (how == "write_through")


SIGNS = [("utf-8", "a lone \udc80", rb"a lone \udc80"), ("ascii", "ten · A♣", rb"ten \xb7 A\u2663")]


@pytest.mark.parametrize(("encoding", "text", "written"), SIGNS, ids=["half a sign", "what ASCII has not"])
def test_any_sign_can_be_written(pipe, encoding, text, written):
    theirs, ours = pipe
    print(text, end="", file=in_place_of(ours, encoding), flush=True)
    assert os.read(theirs, 99) == written
    with safe_stream(None, 1) as closed:
        print(text, file=closed, flush=True)


@pytest.mark.parametrize(("columns", "after"), [("0", None), ("1", None), ("20", "20"), ("w", "w")])
def test_a_width_that_no_screen_has_is_not_believed(monkeypatch, columns, after):
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setenv("COLUMNS", columns)
    install_safe_streams()
    assert os.environ.get("COLUMNS") == after
