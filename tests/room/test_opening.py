"""A room on the disk, the address that it is served at, and its word."""

import re
import socket

import pytest

from dojo.errors import Mistake
from dojo.room import address, opening
from dojo.room.address import bound, name_of, parts
from dojo.room.clock import Clock, Plan
from dojo.room.opening import FIRST, SECOND, join_word, opened


@pytest.fixture
def first(tmp_path):
    """The first room of today."""
    return opened(tmp_path, new=False)


def test_a_room_goes_on_the_same_day_and_nobody_else_can_read_its_keys(first, tmp_path):
    first.clock, first.port = Clock(Plan(round=20)).start(5), 8765
    first.save()
    assert opened(tmp_path, new=False) == first
    assert (tmp_path / ".room").stat().st_mode & 0o777 == 0o700


def test_another_day_has_another_room_and_so_has_a_day_whose_room_cannot_be_read(
    first, tmp_path, monkeypatch
):
    (first.folder / opening.FILE).write_text("{")
    second = opened(tmp_path, new=False)
    assert second.lead != first.lead
    monkeypatch.setattr(opening.time, "strftime", lambda _form: "2099-01-01")
    assert opened(tmp_path, new=False).lead != second.lead


def test_a_new_room_can_be_asked_for_and_is_the_one_that_goes_on(first, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "join_word", lambda: "tidy-owl")
    second = opened(tmp_path, new=True)
    assert second.lead != first.lead
    assert opened(tmp_path, new=False) == second


def test_a_word_is_one_of_ten_thousand_and_easy_to_type():
    assert len(set(FIRST)) * len(set(SECOND)) > 10_000
    assert len(FIRST) + len(SECOND) == len({*FIRST, *SECOND})
    assert [word for word in [*FIRST, *SECOND] if not re.fullmatch("[a-z]{2,8}", word)] == []
    assert re.fullmatch("[a-z]+-[a-z]+", join_word())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("192.168.1.20:8765", ("192.168.1.20", 8765)),
        ("192.168.1.20", ("192.168.1.20", None)),
        (":8800", ("", 8800)),
        ("", ("", None)),
        ("[::1]:8765", ("::1", 8765)),
        ("laptop.local:0", ("laptop.local", 0)),
    ],
)
def test_an_address_is_a_host_and_a_port_or_one_of_them(text, found):
    assert parts(text) == found


EXAMPLE = "ADDRESS is a host and a port, for example 192.168.1.20:8765, not "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *[(text, EXAMPLE + text) for text in ("a:b:c", "x:99999", "http://x:1", "a/b")],
        ("0.0.0.0:8765", "a room has one address, and 0.0.0.0 is all of them: ADDRESS= names one"),
        ("[::]:1", "a room has one address, and :: is all of them: ADDRESS= names one"),
        ("0:0", "that is every address of this computer, and a room has one"),
        ("00.0.0.0:0", "that is every address of this computer, and a room has one"),
        ("192.0.2.1:0", "the room cannot be served at 192.0.2.1:0: "),
        ("a..b:0", "no such host"),
        (f"{'x' * 70}:0", "no such host"),
    ],
)
def test_an_address_that_no_room_can_have_is_a_mistake(text, told):
    with pytest.raises(Mistake) as mistake:
        bound(text)
    assert told in str(mistake.value)


def test_a_port_that_is_taken_is_a_mistake_if_it_was_asked_for_and_else_gives_way():
    with bound("127.0.0.1:0") as taken:
        name, port = name_of(taken), taken.getsockname()[1]
        told = f"the room cannot be served at {name}: .+ ADDRESS=:8800 names another port"
        with pytest.raises(Mistake, match=told):
            bound(name)
        with bound("127.0.0.1", port) as other:
            assert other.getsockname()[1] != port


def test_without_a_network_it_is_the_address_that_only_this_machine_reaches(monkeypatch):
    class NoNetwork(socket.socket):
        def connect(self, _address):
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(address.socket, "socket", NoNetwork)
    assert address.of_this_machine() == "127.0.0.1"
