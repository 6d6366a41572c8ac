"""What `make watch` says of the room: its clock in words, and whether it has the lights."""

from typing import Any

from dojo.room.sync import RoomStatus


def told(status: RoomStatus | None, now: float) -> str:
    """A line for the screen; nothing if the attempt is in no room."""
    if status is None:
        return ""
    clock = clock_in_words(status, now)
    return f"{clock} · {status.words}" if clock else status.words


def clock_in_words(status: RoomStatus, now: float) -> str:
    """round 2: 12:14 left · change seats in 1:50; nothing if the room has no clock."""
    if not status.clock:
        return ""
    try:
        return " · ".join(part for part in parts(status.clock, max(0, now - status.at)) if part)
    except (KeyError, TypeError, ValueError, OverflowError):  # a room of another kind
        return ""


def parts(clock: dict[str, Any], since: float) -> list[str]:
    """What it says of the phase, and of the seats, so many seconds after it was read."""
    gone = since if clock["running"] else 0
    number = f"round {int(clock['number'])}"
    name = number if clock["phase"] == "round" else "break"
    left = float(clock["left"]) - gone
    if left <= 0:
        return [f"{name} is over"]
    if not clock["running"]:
        return [f"{name}: {minutes(left)} left, not running"]
    return [f"{name}: {minutes(left)} left", seats(clock, gone)]


def seats(clock: dict[str, Any], gone: float) -> str:
    """What it says of who types."""
    wait, left = float(clock["change"]["wait"]) - gone, float(clock["rotation_left"]) - gone
    if wait > 0:
        return f"change seats at green or in {minutes(wait)}"
    if clock["change"]["due"] is True or clock["change"]["wait"]:
        return "change seats now"
    return f"change seats in {minutes(left)}" if 0 < left < float(clock["left"]) - gone else ""


def minutes(seconds: float) -> str:
    """1:05"""
    return "{}:{:02}".format(*divmod(round(seconds), 60))
