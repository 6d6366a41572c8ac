"""A room is opened, opened again, and served: as it was before, in all that is not said anew."""

import asyncio
import re
import sys

import pytest
import uvicorn
from msgspec.structs import replace

from dojo.attempt.lock import take_lock
from dojo.errors import UsageError
from dojo.room.clock import Plan
from dojo.room.serving import address
from dojo.room.serving.address import bind, format_address
from dojo.room.serving.server import Opening, room
from dojo.room.storage.rooms import create_room, find_info, find_room
from room.serving.conftest import served

HERE = "127.0.0.1:0"


@pytest.fixture
def open_room(bare, monkeypatch, capsys):
    """Opens a room that ends as soon as it has said so; gives what it says."""

    async def end(_server, _sockets):
        await asyncio.sleep(0)

    monkeypatch.setattr(uvicorn.Server, "serve", end)

    def open_room(extend=lambda _app: None, **words):
        room(bare.workspace, Opening(**words), extend)
        return capsys.readouterr().out

    return open_room


def test_a_room_that_cannot_be_served_is_not_made(bare):
    with bind(HERE) as other:
        taken = format_address(other)
        with pytest.raises(UsageError, match=f"the room cannot be served at {taken}"):
            room(bare.workspace, Opening(taken, is_new=True))
    assert find_room(bare.root) is None


def test_a_room_that_is_served_already_is_not_served_twice(bare):
    records = create_room(bare.root)
    lock = take_lock(records.folder / "served")
    assert lock
    refusal = "the room plum-fox is at port 0 already: NEW=1 opens another"
    with lock, pytest.raises(UsageError, match=refusal):
        room(bare.workspace, Opening(HERE))
    records.database.close()


def test_it_opens_the_room_of_a_word_todays_last_or_a_new_one(open_room, monkeypatch):
    words = iter(["iron-owl", "new-newt"])
    monkeypatch.setattr("dojo.room.storage.rooms.join_word", lambda: next(words))
    openings = [
        open_room(address=HERE, is_new=True),
        open_room(address=HERE, is_new=True),
        open_room(address=HERE),
        open_room(address=HERE, word="iron-owl"),
    ]
    opened = [re.findall(r"make join ROOM=\S+/(\S+)", said) for said in openings]
    assert opened == [["iron-owl"], ["new-newt"], ["new-newt"], ["iron-owl"]]
    assert "Older rooms" not in openings[0]
    assert "Older rooms: iron-owl. make room ROOM=iron-owl opens one." in openings[1]


def test_a_room_goes_on_as_it_was_opened(bare, tmp_path, open_room):
    handed_in = tmp_path / "stick"
    handed_in.mkdir()

    def offer(app):
        app.kata, app.story = "fizz", str(bare.root)

    open_room(offer, address=HERE, folder=handed_in, plan=Plan(round=20), is_new=True)
    first = find_info(bare.root)
    said = open_room()
    again = find_info(bare.root)
    assert first
    assert again
    assert again == replace(first, address=again.address, port=again.port)
    assert again.asked == HERE
    assert again.address.startswith("127.0.0.1:")
    assert again.handed_in == str(handed_in)
    assert again.kata == "fizz"
    assert again.story == str(bare.root)
    assert again.clock.plan == Plan(round=20)
    assert f"It also shows the files of make hand-in in {handed_in}, as they come." in said
    moved = f"Before, it was at {first.address}: each pair that joined there joins again, in this place."
    # the port of last time is free again, as a rule
    assert (moved in said) == (again.address != first.address)


def test_a_folder_of_files_that_is_gone_is_not_looked_at(tmp_path, open_room):
    stick = tmp_path / "stick"
    stick.mkdir()
    open_room(address=HERE, folder=stick, is_new=True)
    stick.rmdir()
    assert "It also shows the files" not in open_room()


def test_what_is_said_anew_takes_the_place_of_what_was_said_before(bare, tmp_path, open_room):
    open_room(address=HERE, folder=tmp_path, plan=Plan(round=20), is_new=True)
    with bind(HERE) as free:
        elsewhere = format_address(free)
    open_room(address=elsewhere, folder=bare.root, plan=Plan(round=5))
    again = find_info(bare.root)
    assert again
    assert again.asked == elsewhere
    assert again.handed_in == str(bare.root)
    assert again.clock.plan == Plan(round=5)


def test_a_room_without_its_kata_in_the_browser_still_tells_the_kata(bare, open_room):
    records = create_room(bare.root)
    records.save(replace(records.info, kata="fizz", story=str(bare.root)))
    records.database.close()
    assert " KATA=fizz\n" in open_room(address=HERE)
    again = find_info(bare.root)
    assert again
    assert again.kata == "fizz"


def test_a_laptop_in_another_network_serves_the_room_where_it_is_now(bare, open_room, monkeypatch):
    monkeypatch.setattr(address, "own_address", lambda: "127.0.0.1")
    records = create_room(bare.root)
    # an address that no machine has
    records.save(replace(records.info, asked="192.0.2.1:8765", address="192.0.2.1:8765"))
    records.database.close()
    said = " ".join(open_room().split())
    assert "The room is open, at 127.0.0.1:" in said
    assert "Before, it was at 192.0.2.1:8765: each pair that joined there joins again, in this place." in said


def test_slow_work_lets_the_loop_of_a_room_go_on_in_a_tenth_of_a_millisecond(records, bare):
    before = sys.getswitchinterval()

    async def evening():
        async with served(records, bare):
            await asyncio.sleep(0.1)
            return sys.getswitchinterval()

    assert asyncio.run(evening()) <= 0.0001
    assert sys.getswitchinterval() == before
