"""A room that is served from a workspace, and what pairs send to it."""

import http.client
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from dojo.room.models import Pair, Record, Report, id_of, write_record


class Served:
    """A room that is served from a workspace, on this machine alone."""

    def __init__(self, root: Path, address: str = "127.0.0.1:0", *words: str) -> None:
        command = [sys.executable, "-E", "-m", "dojo", "room", f"ADDRESS={address}", *words]
        self.process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.printed = self.process.stdout
        said = ""
        while "Ctrl-C ends it." not in said:
            line = self.printed.readline()
            assert line, f"the room has not opened: {said}"
            said += line
        join = re.search(r"make join ROOM=(\S+)/(\S+)", said)
        page = re.search(r"http://\S+#lead=\S+", said)
        assert join
        assert page
        self.address, self.word, self.page = join[1], join[2], page[0]

    def ask(self, method: str, what: str, told: Record | None = None, pair: int = 0) -> tuple[int, Any]:
        """The answer of the room; raises OSError or HTTPException where there is none."""
        host, port = self.address.split(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=60)
        try:
            body = write_record(told) if told else None
            connection.request(method, f"/{self.word}/{what}", body, {"Pair": f"{pair:032x}"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def send(self, pair: int, *numbers: int) -> int:
        """Send lights of a pair, by their numbers; gives the number of the last one that the room has."""
        key = f"{pair:032x}"
        lights = [
            Report("a" * 12, n, 1000.0 + n, "next", "green", n, n + 1, f"rule {n}", known=n, of=300)
            for n in numbers
        ]
        status, answer = self.ask(
            "POST", "lights", Record(Pair(id_of(key), f"tables-{pair}", "fizz"), lights), pair
        )
        assert status == 200, answer
        number: int = answer["number"]
        return number

    def lead(self, command: dict[str, Any]) -> None:
        """Do what a leader does."""
        connection = http.client.HTTPConnection(self.address, timeout=60)
        key = self.page.partition("#lead=")[2]
        connection.request("POST", f"/{self.word}/lead", json.dumps(command), {"Lead": key})
        assert connection.getresponse().status == 200
        connection.close()

    def end(self, sign: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(sign)
        self.process.wait()
        self.printed.close()
