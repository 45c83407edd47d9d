"""QR codes: the way in, and the wireless network, as squares."""

from __future__ import annotations

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

Squares = tuple[tuple[bool, ...], ...]


def squares(text: str) -> Squares:
    """Returns the code of a text row by row, without its quiet margin; True is dark."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    size = code.getModuleCount()
    return tuple(tuple(bool(code.isDark(row, column)) for column in range(size)) for row in range(size))


def as_text(text: str) -> str:
    """Draws the code for a terminal, light on dark turned to dark on light, two rows a line."""
    rows = squares(text)
    size = len(rows) + 4
    blank = (False,) * size
    padded = [blank, blank, *((False, False, *row, False, False) for row in rows), blank, blank, blank]
    marks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(padded[0::2], padded[1::2], strict=False)
    return "\n".join(
        "".join(marks[upper, lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs
    )


def join_address(address: str, port: int, token: str) -> str:
    """Writes what the code of an invitation holds: the token stands where no server and no log sees it."""
    return f"http://{address}:{port}/#t={token}"


def wireless(name: str, password: str) -> str:
    """Writes what the code of a wireless network holds."""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in '\\;,":' else char for char in text)
