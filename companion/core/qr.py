"""QR codes to be read from a screen: as dark and light modules, as a drawing, as text."""

from __future__ import annotations

from itertools import zip_longest

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

QUIET = 4
"""How many light modules a reader needs around a code."""
MOST_BYTES = 900
"""What a camera still reads from a screen at arm's length."""

Modules = tuple[tuple[bool, ...], ...]


def qr_modules(text: str) -> Modules:
    """Returns a QR code with its quiet margin, row by row; True is dark."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    count = code.getModuleCount()
    quiet = (False,) * QUIET
    blank = ((False,) * (count + 2 * QUIET),) * QUIET
    dark = (tuple(bool(code.isDark(row, column)) for column in range(count)) for row in range(count))
    return (*blank, *((*quiet, *row, *quiet) for row in dark), *blank)


def qr_svg(text: str) -> str:
    """Draws a QR code."""
    modules = qr_modules(text)
    side = len(modules)
    dark = "".join(
        f"M{x},{y}h1v1h-1z" for y, row in enumerate(modules) for x, is_dark in enumerate(row) if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0,0h{side}v{side}h-{side}z"/><path fill="#000" d="{dark}"/></svg>'
    )


def qr_text(text: str) -> str:
    """Draws a QR code for a terminal, two rows of modules a line."""
    rows = qr_modules(text)
    blocks = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=rows[0])
    return "\n".join(
        "".join(blocks[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in pairs
    )
