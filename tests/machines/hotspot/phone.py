"""A phone on the other radio: it has nothing but what the table's two codes hold."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import tests.phones.table as at_table

CODES = Path("/run/tabletop-kiosk/codes")
LOG = Path("/run/phone.log")
RADIO = "wlan1"
LONGEST_S = 600


def say(text: str) -> None:
    print(f"PHONE: {text}", flush=True)


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    return done.stdout + done.stderr


def until(is_so: Callable[[], Any], seconds: float = LONGEST_S) -> Any:
    end = time.monotonic() + seconds
    while not (found := is_so()):
        if time.monotonic() > end:
            raise AssertionError(f"not so within {seconds:.0f} s")
        time.sleep(0.5)
    return found


def read_network(code: str) -> tuple[str, str]:
    """Reads the code of a wireless network as a phone does."""
    fields = re.fullmatch(r"WIFI:T:WPA;S:((?:[^\\;]|\\.)*);P:((?:[^\\;]|\\.)*);;", code)
    assert fields, code
    name, password = (re.sub(r"\\(.)", r"\1", field) for field in fields.groups())
    return name, password


class Wireless:
    """Joins a network by its name and password."""

    def __init__(self, name: str, password: str) -> None:
        settings = Path("/run/phone.conf")
        settings.write_text(
            f'network={{\nssid="{name}"\npsk="{password}"\n'
            "key_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\ngroup=CCMP\n}\n"
        )
        LOG.unlink(missing_ok=True)
        self._process = subprocess.Popen(["wpa_supplicant", "-i", RADIO, "-c", str(settings), "-f", str(LOG)])

    def wait_for(self, text: str) -> None:
        """Waits until the supplicant says something."""
        until(lambda: LOG.exists() and text in LOG.read_text())

    def leave(self) -> None:
        self._process.terminate()
        self._process.wait()


def heard(name: str) -> str:
    """Returns what a scan says about a network; empty where there is none of that name."""
    scanned = run("iw", "dev", RADIO, "scan")
    cells = re.split(r"^BSS ", scanned, flags=re.MULTILINE)
    return next((cell for cell in cells if f"SSID: {name}\n" in cell), "")


def read_invitation() -> tuple[str, ...] | None:
    """Reads the second code as it is now: it changes, and so does the address while the network opens."""
    found = re.fullmatch(r"http://([\d.]+):(\d+)/#t=(\S+)", CODES.read_text().splitlines()[1])
    assert found
    return None if found[1].startswith("127.") else found.groups()


def has_entered(phone: at_table.Phone) -> bool:
    """Comes in by the code that is shown now."""
    invitation = read_invitation()
    assert invitation
    with suppress(OSError):
        return phone.enter(invitation[2]) == 200
    return False


def main() -> None:
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "set", RADIO, "up")
    codes = until(lambda: CODES.exists() and CODES.read_text().splitlines())
    name, password = read_network(codes[0])
    cell = until(lambda: heard(name))
    for part in ("RSN:", "Pairwise ciphers: CCMP\n", "Authentication suites: PSK"):
        assert part in cell, cell
    for part in ("WPA:", "TKIP"):
        assert part not in cell, cell
    say("hears the network: WPA2 alone")

    stranger = Wireless(name, "wrong-pass-word")
    stranger.wait_for("WRONG_KEY")
    stranger.leave()
    say("a wrong password does not come in")

    line = Wireless(name, password)
    line.wait_for("CTRL-EVENT-CONNECTED")
    run("udhcpc", "-i", RADIO, "-n", "-q", "-t", "20")
    address = until(lambda: re.search(r"inet (\S+)/", run("ip", "-4", "addr", "show", RADIO)), 20)[1]
    say(f"has the address {address}")

    host, port, _ = until(read_invitation)
    page = urllib.request.urlopen(f"http://{host}:{port}/", timeout=120).read().decode()
    assert "<script" in page
    say(f"has the page of {host}:{port}")

    at_table.ADDRESS = host
    phone = at_table.Phone(int(port))
    until(lambda: has_entered(phone))
    until(phone.can_connect)
    phone.hear_until(lambda: phone.last.get("kind") == "join", LONGEST_S)
    phone.say(do="knock", role="seat", player="Ana")
    phone.hear_until(lambda: phone.view is not None, LONGEST_S)
    assert phone.view is not None
    cards = [card for card in phone.view["view"]["cards"] if card.get("owner") == "Ana"]
    say(f"sits at Ana's seat with {len(cards)} cards")
    phone.say(do="chance", id="1", revision=phone.view["revision"])
    phone.see(1, LONGEST_S)
    say("rolled")
    line.wait_for("CTRL-EVENT-DISCONNECTED")
    line.leave()
    until(lambda: not heard(name), 120)
    say("the network is gone")
    say("DONE")


if __name__ == "__main__":
    try:
        main()
    except BaseException as error:
        say(f"FAILED: {type(error).__name__}: {error}")
        sys.exit(1)
