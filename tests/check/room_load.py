"""A load on a room: so many pairs, each with a light every three seconds, and pages that look on.

`python tests/check/room_load.py 120` in the environment of the checks, from the top of the workspace, says
how long lights take to the pages, and what the server needs of memory and processor.
"""

import http.client
import json
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

from helpers import typed_copy  # noqa: E402

from dojo.room.models import Pair, Record, Report, id_of, write_record  # noqa: E402

PAIRS, PAGES, EVERY, LOOKS = 40, 5, 3, 0.7


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
        connection = http.client.HTTPConnection(host, int(port), timeout=10)
        try:
            body = told and write_record(told)
            connection.request(method, f"/{self.word}/{what}", body, {"Pair": f"{pair:032x}"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def end(self, sign=signal.SIGTERM):
        self.process.send_signal(sign)
        self.process.wait()
        self.process.stdout.close()


def light(number, when):
    """A light as it is sent."""
    colour, rule = ("red" if number % 2 else "green"), f"a rule of the evening, number {number}"
    return Report("a" * 12, number, when, "next", colour, number, number + 1, rule, known=number, of=300)


def says(pair, *lights):
    """What a pair sends."""
    return Record(Pair(id_of(f"{pair:032x}"), f"tables-{pair}", "fizz"), list(lights))


def load(room, seconds):
    """How long each light took to each page, in seconds; and how many were sent, as many on any machine."""
    begun, took, lock = {}, [], threading.Lock()
    count_of_each, over = round(seconds / EVERY), time.monotonic() + 10 * seconds

    def pair(number):
        time.sleep(EVERY * number / PAIRS)
        for count in range(1, count_of_each + 1):
            begun[f"tables-{number}", count] = time.monotonic()
            status, answer = room.ask("POST", "lights", says(number, light(count, time.time())), number)
            assert (status, answer["number"]) == (200, count)
            time.sleep(max(0, EVERY - (time.monotonic() - begun[f"tables-{number}", count])))

    def page():
        cursor, seen = 0, 0
        while seen < PAIRS * count_of_each and time.monotonic() < over:
            _, state = room.ask("GET", f"state?after={cursor}")
            now, cursor = time.monotonic(), state["cursor"]
            new = [(one["name"], each["number"]) for one in state["pairs"] for each in one["lights"]]
            seen += len(new)
            with lock:
                took.extend(now - begun[each] for each in new)
            time.sleep(LOOKS)

    threads = [threading.Thread(target=pair, args=[number]) for number in range(PAIRS)]
    threads += [threading.Thread(target=page) for _ in range(PAGES)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return took, len(begun)


def measured(seconds):
    """What a load of so many seconds comes to."""
    with tempfile.TemporaryDirectory() as folder:
        room = Served(typed_copy(Path(folder)).root)
        began = time.monotonic()
        took, lights = load(room, seconds)
        worked = time.monotonic() - began
        room.end()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "lights": lights,
        "seen": len(took),
        "median": round(statistics.median(took), 3),
        "p99": round(statistics.quantiles(took, n=100)[-1], 3),
        "cores": round((used.ru_utime + used.ru_stime) / worked, 3),
        "MiB": round(used.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024), 1),
    }


if __name__ == "__main__":
    print(json.dumps(measured(float(sys.argv[1]))))
