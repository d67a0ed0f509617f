"""Drives Firefox and WebKitGTK with the commands of WebDriver.

WebKit has a driver that speaks WebDriver over HTTP. Firefox takes the same commands, under the same names, on
its Marionette socket; geckodriver only translates between the two, so it is not needed here.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

T = TypeVar("T")
PATIENCE = 60.0
# By command: the HTTP method and the path below the session; an id is a part of the path.
COMMANDS = {
    "Navigate": ("POST", "/url"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "TakeScreenshot": ("GET", "/screenshot"),
    "SetWindowRect": ("POST", "/window/rect"),
    "DeleteSession": ("DELETE", ""),
}
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"
LIBRARIES = ("/usr/libexec", "/usr/lib", *map(str, Path("/usr/lib").glob("*-linux-gnu")))
PREFERENCES = {
    "marionette.port": 0,
    "intl.accept_languages": "en",
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
}


class WebDriverError(Exception):
    """A command failed, or a browser did not start."""


class Driver(Protocol):
    """A running browser with one window and a profile of its own."""

    def call(self, command: str, **values: object) -> Any:
        """The result of a command."""

    def close(self) -> None:
        """Ends the browser."""


def until(found: Callable[[], T | None], what: str) -> T:
    """The first result that is not None or False."""
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        if time.monotonic() > end:
            raise WebDriverError(f"not within {PATIENCE:.0f} s: {what}")
        time.sleep(0.05)
    return value


def _background(command: list[str], **environment: str) -> subprocess.Popen[bytes]:
    """Starts a program in a process group of its own."""
    return subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class Firefox:
    """Firefox without a window, over its Marionette socket: each message is `LENGTH:JSON`."""

    def __init__(self, program: str, profile: Path) -> None:
        profile.mkdir()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()
        ]
        (profile / "user.js").write_text("".join(lines))
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = _background(command, HOME=str(profile))
        port = until(lambda: self._port(profile), "Firefox starts")
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._stream = self._socket.makefile("rb")
        self._read()
        self._last = 0
        self.call("NewSession", capabilities={})

    @staticmethod
    def _port(profile: Path) -> int | None:
        file = profile / "MarionetteActivePort"
        return int(file.read_text()) if file.is_file() and file.read_text() else None

    def _read(self) -> Any:
        length = b""
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise WebDriverError("Firefox has closed the connection")
            length += byte
        return json.loads(self._stream.read(int(length)))

    def call(self, command: str, **values: object) -> Any:
        self._last += 1
        message = json.dumps([0, self._last, f"WebDriver:{command}", values]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise WebDriverError(f"{error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(20)


class WebKit:
    """WebKitGTK's small browser, over the HTTP of its driver, on a display of its own if there is none."""

    def __init__(self, program: str, profile: Path) -> None:
        profile.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        display = [] if os.environ.get("DISPLAY") else ["xvfb-run", "-a"]
        command = [*display, program, f"--port={self._port}"]
        self._process = _background(
            command, HOME=str(profile), XDG_DATA_HOME=str(profile), XDG_CACHE_HOME=str(profile)
        )
        options = {"binary": library(MINI_BROWSER), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = until(lambda: self._start(wanted), "WebKitWebDriver starts")

    def _start(self, wanted: object) -> str | None:
        try:
            return str(self._ask("POST", "/session", wanted)["sessionId"])
        except ConnectionError:
            return None

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"http://127.0.0.1:{self._port}{path}", data, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())["value"]
        except HTTPError as error:
            said = json.loads(error.read())["value"]
            raise WebDriverError(f"{said['error']}: {said['message']}") from None
        except OSError as error:
            raise ConnectionError(str(error)) from None

    def call(self, command: str, **values: object) -> Any:
        method, path = COMMANDS[command]
        identity = str(values.pop("id", ""))
        where = f"/session/{self._session}" + path.format(id=identity)
        return self._ask(method, where, values if method == "POST" else None)

    def close(self) -> None:
        self.call("DeleteSession")
        os.killpg(self._process.pid, 15)
        self._process.wait(20)


def library(name: str) -> str:
    return next((f"{folder}/{name}" for folder in LIBRARIES if os.access(f"{folder}/{name}", os.X_OK)), "")


def missing(browser: str) -> str:
    """What to install for this browser; empty if it is there."""
    if browser == "firefox":
        return "" if _firefox() else "Firefox (Debian: firefox-esr)"
    if not shutil.which("WebKitWebDriver") or not library(MINI_BROWSER):
        return "WebKitWebDriver (Debian: webkit2gtk-driver)"
    return "" if os.environ.get("DISPLAY") or shutil.which("xvfb-run") else "a display (Debian: xvfb)"


def _firefox() -> str | None:
    return shutil.which("firefox") or shutil.which("firefox-esr")


def start(browser: str, profile: Path) -> Driver:
    if browser == "firefox":
        return Firefox(str(_firefox()), profile)
    return WebKit("WebKitWebDriver", profile)
