"""A room that is served from a workspace, and what pairs send to it."""

import http.client
import json
import re
import signal
import subprocess
import sys

from dojo.room.models import Pair, Record, Report, id_of, write_record


class Served:
    """A room that is served from a workspace, on this machine alone."""

    def __init__(self, root, address="127.0.0.1:0", *words):
        command = [sys.executable, "-E", "-m", "dojo", "room", f"ADDRESS={address}", *words]
        self.process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)
        said = ""
        while "Ctrl-C ends it." not in said:
            line = self.process.stdout.readline()
            assert line, f"the room has not opened: {said}"
            said += line
        self.address, self.word = re.search(r"make join ROOM=(\S+)/(\S+)", said).groups()
        self.page = re.search(r"http://\S+#lead=\S+", said)[0]

    def ask(self, method, what, told=None, pair=0):
        """The answer of the room; raises OSError or HTTPException where there is none."""
        host, port = self.address.split(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=60)
        try:
            body = told and write_record(told)
            connection.request(method, f"/{self.word}/{what}", body, {"Pair": f"{pair:032x}"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def send(self, pair, *numbers):
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
        return answer["number"]

    def end(self, sign=signal.SIGTERM):
        self.process.send_signal(sign)
        self.process.wait()
        self.process.stdout.close()
