"""WebKit, the engine of Safari, as its own WebDriver drives it: Playwright drives only a WebKit of its own.

The protocol is https://www.w3.org/TR/webdriver2/. On Linux the browser needs a screen, and Xvfb is one.
"""

import json
import os
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from dojo.screen.browser import SAFARI_DRIVER

START_S = 30.0
LOOK_S = 0.1
# as root, in a container, its own sandbox does not start; without a graphics card, the processor draws
ENVIRONMENT = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}


class WebKit:
    """A window of WebKit that has seen nothing yet, and the programs behind it, which end with it."""

    def __init__(self, driver: str) -> None:
        self.driver = driver
        self.processes: list[subprocess.Popen[str]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        try:
            self.open()
        except BaseException:
            self.end_programs()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        try:
            self.ask("DELETE", "")
        finally:
            self.end_programs()

    def open(self) -> None:
        """Start the driver, and let it open the window."""
        environment = os.environ | ENVIRONMENT
        wanted: dict[str, object] = {"browserName": "Safari"}
        if Path(self.driver).name != SAFARI_DRIVER:
            environment["DISPLAY"] = self.start_screen()
            wanted = {"webkitgtk:browserOptions": {"binary": find_browser(), "args": ["--automation"]}}
        self.start([self.driver, f"--port={self.port}"], environment, subprocess.DEVNULL)
        self.wait_for_driver()
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.address += f"/session/{session['sessionId']}"
        self.ask("POST", "/window/rect", {"width": 1280, "height": 800})

    def start(
        self, command: list[str], environment: dict[str, str], output: int = subprocess.PIPE
    ) -> subprocess.Popen[str]:
        """Start a program that ends with the window."""
        process = subprocess.Popen(
            command, env=environment, stdout=output, stderr=subprocess.DEVNULL, text=True
        )
        self.processes.append(process)
        return process

    def end_programs(self) -> None:
        """End the driver, and then the screen."""
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    def start_screen(self) -> str:
        """Start a screen in memory, and return its name."""
        screen = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"], dict(os.environ))
        assert screen.stdout
        return f":{screen.stdout.readline().strip()}"

    def wait_for_driver(self) -> None:
        """Wait until the driver answers."""
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            try:
                self.ask("GET", "/status")
                return
            except OSError:
                time.sleep(LOOK_S)
        pytest.fail(f"the driver of WebKit does not answer at {self.address}")

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a command, and return its answer; fail with what the driver says if it cannot be done."""
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=180) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            return pytest.fail(f"WebKit: {error.read().decode()[:500]}")

    def go(self, address: str) -> None:
        """Open an address."""
        self.ask("POST", "/url", {"url": address})

    def run(self, script: str, *values: object) -> Any:
        """Run a script in the page, and return what it returns."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": [*values]})

    def wait(self, expression: str, seconds: float) -> Any:
        """Wait until an expression is true in the page, and return its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.run(f"return {expression}")
            if found:
                return found
            time.sleep(LOOK_S)
        return pytest.fail(f"in WebKit, this has not come true in {seconds:.0f} s: {expression}")


def find_browser() -> str:
    """Return the path of the browser that comes with the driver; fail where there is none."""
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        pytest.fail("there is no MiniBrowser below /usr/lib: the driver of WebKit comes with one")
    return str(found[0])
