"""What the leader of a room may do: to the clock, to the pairs, to the room."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, structs

from dojo.room.clock import Plan
from dojo.room.models import Line, Name, Travels
from dojo.room.storage.records import PAIRS, Records


class LeadCommand(Travels, frozen=True):
    """What the leader does.

    Attributes:
        do: the kind of command.
        plan: for `set`, the new plan of the clock.
        pair: for `remove` and `rename`, the name of a pair.
        name: for `rename`, its new name.
        names: for `names`, the new name of each pair, by the one that it has; None if it is to be removed.
        message: for `tell`, what all pairs are told.
    """

    do: Literal[
        "start", "stop", "next", "extend", "set", "remove", "rename", "names", "lock", "unlock", "tell"
    ]
    plan: Plan = Plan()
    pair: str = ""
    name: Name = "x"
    names: Annotated[dict[str, Name | None], Meta(max_length=PAIRS)] = msgspec.field(default_factory=dict)
    message: Line = ""


def obey(command: LeadCommand, records: Records, now: float) -> None:
    """Do what the leader wants; raises UsageError and EnvironmentProblem, and then nothing has changed."""
    before = records.info
    info = before
    match command.do:
        case "remove":
            rename(records, {command.pair: None})
        case "rename":
            rename(records, {command.pair: command.name})
        case "names":
            rename(records, command.names)
        case "lock" | "unlock":
            info = structs.replace(before, locked=command.do == "lock")
        case "tell":
            info = structs.replace(before, message=command.message)
        case "set":
            clock = before.clock.at(now)
            info = structs.replace(before, clock=structs.replace(clock, plan=command.plan))
        case turn:
            info = structs.replace(before, clock=before.clock.turn(turn, now))
    if info != before:
        records.save(info)


def rename(records: Records, names: Mapping[str, str | None]) -> None:
    """Give pairs other names, by those that they have; None removes a pair. Raises as `obey` does."""
    # each of them is looked up before any is renamed
    names_by_id: dict[str, str | None] = {}
    for name, new_name in names.items():
        names_by_id[records.require(name).pair.id] = new_name
    records.rename(names_by_id)
