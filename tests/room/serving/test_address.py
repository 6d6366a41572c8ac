"""The address of a room: what it is if none is asked for, and what cannot be one."""

import socket
from unittest.mock import Mock

import pytest

from dojo.errors import UsageError
from dojo.room.serving.address import bind, format_address, own_address

FORM = "ADDRESS is a host and a port, for example 192.168.1.20:8765, not "
ALL = "all of them: ADDRESS= names one"
MISTAKES = [
    pytest.param("a:b:c", f"{FORM}a:b:c", id="two ports"),
    pytest.param("x:99999", f"{FORM}x:99999", id="a port that no system has"),
    pytest.param("http://x:1", f"{FORM}http://x:1", id="an address of a page"),
    pytest.param("a/b", f"{FORM}a/b", id="a path"),
    pytest.param("0.0.0.0:8765", f"a room has one address, and 0.0.0.0 is {ALL}", id="all addresses"),
    pytest.param("[::]:1", f"a room has one address, and :: is {ALL}", id="all addresses of IPv6"),
    pytest.param("192.0.2.1:0", "the room cannot be served at 192.0.2.1:0: ", id="another machine"),
    pytest.param("a..b:0", "no such host", id="a name that no machine has"),
]


@pytest.mark.parametrize(("text", "line"), MISTAKES)
def test_an_address_that_no_room_can_have_is_a_mistake(text, line):
    with pytest.raises(UsageError) as mistake:
        bind(text)
    assert line in str(mistake.value)


def test_a_port_that_is_asked_for_and_taken_is_a_mistake():
    with bind("127.0.0.1:0") as other:
        taken = format_address(other)
        line = f"the room cannot be served at {taken}: .+ ADDRESS=:8800 names another port"
        with pytest.raises(UsageError, match=line):
            bind(taken)


def test_the_port_of_last_time_gives_way_if_it_is_taken():
    with bind("127.0.0.1:0") as other:
        last_port = other.getsockname()[1]
        with bind("127.0.0.1", last_port) as listens:
            assert listens.getsockname()[1] != last_port


def test_the_port_of_last_time_is_taken_again_if_it_is_free():
    with bind("127.0.0.1:0") as other:
        last_port = other.getsockname()[1]
    with bind("127.0.0.1", last_port) as listens:
        assert format_address(listens) == f"127.0.0.1:{last_port}"


def test_without_a_network_it_is_the_address_that_only_this_machine_reaches(monkeypatch):
    monkeypatch.setattr(socket, "socket", Mock(side_effect=OSError(101, "Network is unreachable")))
    assert own_address() == "127.0.0.1"
