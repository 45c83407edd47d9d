"""A real browser for the tests: Debian's chromium, driven by its DevTools protocol over a websocket."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--remote-debugging-port=0",
)
START_S = 60.0
WAIT_S = 30.0


def find_chromium() -> str | None:
    return shutil.which("chromium")


class Page:
    """One tab with cookies of its own: one phone, or the TV."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **params)

    def run(self, script: str) -> Any:
        """Evaluates JavaScript and returns its value; an error in it is raised here."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(json.dumps(answer["exceptionDetails"])[:800])
        return answer["result"].get("value")

    def until(self, script: str, timeout_s: float = WAIT_S) -> Any:
        """Waits until an expression is true, and returns it."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            found = self.run(script)
            if found:
                return found
            time.sleep(0.03)
        raise AssertionError(f"not so within {timeout_s} s: {script}; the page says: {self.text()[:600]}")

    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    def size(self, width: int, height: int, scale: float = 1, *, mobile: bool = True) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=mobile,
        )

    def picture(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
        return path

    def click(self, key: str) -> None:
        """Touches what carries a key, as a finger does: it must be there and not disabled."""
        script = f"""(() => {{
          const key = {json.dumps(key)}, all = [...document.querySelectorAll('[data-key]')];
          const found = all.find((node) => node.dataset.key === key);
          if (!found) return 'missing';
          if (found.disabled) return 'disabled';
          found.dispatchEvent(new MouseEvent('click', {{bubbles: true}}));
          return 'ok';
        }})()"""
        assert self.run(script) == "ok", (key, self.text()[:600])


class Browser:
    """One chromium process with a window for each person."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.complaints: list[str] = []

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        self._socket.send(json.dumps(message))
        while True:
            told = json.loads(self._socket.recv(timeout=60))
            if told.get("method") == "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(told["params"]["exceptionDetails"])[:600])
            if told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
                entry = told["params"]["entry"]
                if entry.get("source") != "network":
                    self.complaints.append(json.dumps(entry)[:600])
            if told.get("id") == number:
                if "error" in told:
                    raise AssertionError(f"{method}: {told['error']}")
                return dict(told["result"])

    def open(self, address: str, *, width: int, height: int, scale: float = 1, languages: str = "en") -> Page:
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        page.size(width, height, scale)
        page.call("Page.enable")
        page.call("Runtime.enable")
        page.call("Log.enable")
        page.call("Emulation.setLocaleOverride", locale=languages)
        page.call(
            "Network.setUserAgentOverride", userAgent="Mozilla/5.0 (Tabletop test)", acceptLanguage=languages
        )
        page.call("Page.navigate", url=address)
        return page


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Starts a browser with an empty profile, and ends it with everything it began."""
    program = find_chromium()
    assert program is not None
    with tempfile.TemporaryDirectory(prefix="companion-browser-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            told = Path(folder) / "DevToolsActivePort"
            end = time.monotonic() + START_S
            while not told.exists() or len(told.read_text().splitlines()) < 2:
                assert process.poll() is None, "chromium ended at once"
                assert time.monotonic() < end, "chromium did not start"
                time.sleep(0.05)
            port, path = told.read_text().splitlines()[:2]
            with connect(f"ws://127.0.0.1:{port}{path}", max_size=None, compression=None) as socket:
                yield Browser(socket)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait(timeout=20)
