"""The dice box's logic, apart from its pins: the same code runs on the Pico and in the tests.

It speaks dice/1: HELLO, PRESS and ROLL with checksums, and obeys OK, ERR, LED and SHOW. Only what both
MicroPython and Python have is used here.
"""

NAME = "tabletop-dice"
VERSION = "1.0"
DEBOUNCE_MS = 20
ANSWER_MS = 500
HELLO_EVERY_MS = 2000
TRIES = 3
BLINK_MS = 400
LONGEST_LINE = 80


def with_checksum(line):
    """Appends the XOR of the line's bytes."""
    total = 0
    for byte in line.encode():
        total ^= byte
    return f"{line} *{total:02X}"


class DiceBox:
    """Turns button contacts into lines and lines into light; time and chance are told to it.

    `send` takes one line of text, `light` takes a bool, `display` takes a number, `die` rolls (None: the
    box only presses, and the host rolls).
    """

    def __init__(self, send, light, display, die=None):
        """Begins dark and unheard."""
        self._send = send
        self._light = light
        self._display = display
        self._die = die
        self._mode = "off"
        self._is_lit = False
        self._pending = b""
        self._waiting = None
        self._waiting_since = 0
        self._tries = 0
        self._hello_at = None
        self._is_greeted = False
        self._contact = False
        self._contact_at = 0
        self._is_held = False

    def contact(self, is_closed, now_ms):
        """The button's contact as it is at this moment; a settled closing is one press."""
        if is_closed != self._contact:
            self._contact = is_closed
            self._contact_at = now_ms
        if self._contact != self._is_held and now_ms - self._contact_at >= DEBOUNCE_MS:
            self._is_held = self._contact
            if self._is_held:
                self._press(now_ms)

    def hear(self, data, now_ms):
        """Takes bytes from the host, in whatever pieces they come."""
        self._pending += data
        while b"\n" in self._pending:
            line, self._pending = self._pending.split(b"\n", 1)
            self._obey(line.strip(), now_ms)
        if len(self._pending) > LONGEST_LINE:
            self._pending = b""

    def tick(self, now_ms):
        """Time passes: greet until answered, repeat what was not answered, blink."""
        if not self._is_greeted and self._waiting is None:
            if self._hello_at is None or now_ms - self._hello_at >= HELLO_EVERY_MS:
                self._hello_at = now_ms
                self._say(f"HELLO {NAME} {VERSION}", now_ms)
        elif self._waiting is not None and now_ms - self._waiting_since >= ANSWER_MS:
            self._give_up()
        self._shine(now_ms)

    def _press(self, now_ms):
        if self._die is None:
            self._say("PRESS", now_ms)
        else:
            value = self._die()
            self._display(value)
            self._say(f"ROLL {value}", now_ms)

    def _say(self, line, now_ms):
        self._waiting = with_checksum(line)
        self._waiting_since = now_ms
        self._tries = 1
        self._send(self._waiting)

    def _obey(self, line, now_ms):
        if line == b"OK":
            self._waiting = None
            self._is_greeted = True
        elif line == b"ERR":
            # Only ERR is repeated: the host has certainly not counted that line. Silence may hide an OK.
            if self._waiting is not None and self._tries < TRIES:
                self._tries += 1
                self._waiting_since = now_ms
                self._send(self._waiting)
            else:
                self._waiting = None
        elif line.startswith(b"LED "):
            if line[4:] in (b"on", b"off", b"blink"):
                self._mode = line[4:].decode()
                self._shine(now_ms)
        elif line.startswith(b"SHOW ") and line[5:].isdigit():
            self._display(int(line[5:]))

    def _give_up(self):
        self._waiting = None
        self._is_greeted = False

    def _shine(self, now_ms):
        lit = self._mode == "on" or (self._mode == "blink" and now_ms // BLINK_MS % 2 == 0)
        if lit != self._is_lit:
            self._is_lit = lit
            self._light(lit)
