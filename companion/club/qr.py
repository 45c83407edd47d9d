"""QR codes to be read from a screen: as dark and light modules, as a drawing, as text."""

from __future__ import annotations

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

QUIET = 4
"""How many light modules a reader needs around a code."""
MOST_BYTES = 900
"""What a camera still reads from a screen at arm's length."""


def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Returns the modules of a QR code, row by row; True is dark."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    return tuple(
        tuple(bool(code.isDark(row, column)) for column in range(code.getModuleCount()))
        for row in range(code.getModuleCount())
    )


def qr_svg(text: str) -> str:
    """Draws a QR code."""
    modules = qr_modules(text)
    side = len(modules) + 2 * QUIET
    dark = "".join(
        f"M{x + QUIET},{y + QUIET}h1v1h-1z"
        for y, row in enumerate(modules)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0,0h{side}v{side}h-{side}z"/><path fill="#000" d="{dark}"/></svg>'
    )


def qr_text(text: str) -> str:
    """Draws a QR code for a terminal, two rows of modules a line."""
    light = (False,) * (len(qr_modules(text)) + 2 * QUIET)
    rows = [light] * QUIET
    rows += [((False,) * QUIET + row + (False,) * QUIET) for row in qr_modules(text)]
    rows += [light] * (QUIET + len(rows) % 2)
    blocks = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    return "\n".join(
        "".join(blocks[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )
