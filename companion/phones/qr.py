"""What the QR codes for phones hold: the way in, and the wireless network."""

from __future__ import annotations


def join_address(address: str, port: int, token: str) -> str:
    """Writes what the code of an invitation holds: the token stands where no server and no log sees it."""
    return f"http://{address}:{port}/#t={token}"


def evening_address(address: str, port: int, token: str) -> str:
    """Writes what the code of an evening to be carried away holds."""
    return f"http://{address}:{port}/evening/{token}"


def wireless(name: str, password: str) -> str:
    """Writes what the code of a wireless network holds."""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in '\\;,":' else char for char in text)
