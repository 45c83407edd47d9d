"""The club night in a browser: the board, the organiser's page for whoever has the key, the way in."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from secrets import compare_digest
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.club.carrier.messages import MESSAGE_BYTES, Rows, unpack
from companion.club.host.export import as_csv, as_json, as_pdf
from companion.club.host.host import Host
from companion.club.ticket import BROKER_PORT, join_url, write_code
from companion.commands.spoken import reason
from companion.core.blocks import Json
from companion.core.decoding import DECODING_ERRORS
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.qr import qr_svg
from companion.i18n import LANGUAGES, words

BODY_BYTES = 1 << 16
LOOK_EVERY_S = 0.25
MOST_WATCHERS = 64
WRONG_CODES_A_MINUTE = 20
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Web:
    """Answers browsers and tables that join; `address` is how they reach this machine."""

    def __init__(
        self,
        host: Host,
        address: str,
        port: int,
        broker: tuple[str, int] | None = None,
        *,
        owns_broker: bool = True,
    ) -> None:
        self.host, self.address, self.port = host, address, port
        self.owns_broker = owns_broker
        self.broker = broker or (address, BROKER_PORT)
        self._watchers = 0
        self._wrong: deque[float] = deque(maxlen=WRONG_CODES_A_MINUTE)
        self.app = Starlette(
            routes=[
                Route("/", self._page("board.html")),
                Route("/organiser", self._page("organiser.html")),
                Route("/board.json", self._board),
                Route("/events", self._events),
                Route("/join/{secret}", self._join, methods=["POST"]),
                Route("/join/{secret}", self._invited, methods=["GET"]),
                Route("/join.svg", self._qr),
                Route("/act", self._act, methods=["POST"]),
                Route("/stick/{table}", self._stick, methods=["POST"]),
                Route("/export.{kind}", self._export),
            ]
        )

    @property
    def code(self) -> str:
        """Returns what somebody types to join."""
        return write_code(self.address, self.host.settings.secret)

    @property
    def invitation(self) -> str:
        """Returns what the QR code says."""
        return join_url(self.address, self.port, self.host.settings.secret)

    @property
    def organiser_url(self) -> str:
        """Returns the organiser's page; what follows # never travels."""
        return f"http://{self.address}:{self.port}/organiser#{self.host.settings.key}"

    def shown(self, language: str) -> Json:
        """Returns the board in words."""
        board = _spoken(self.host.board(), language)
        assert isinstance(board, dict)
        return {**board, "code": self.code, "version": self.host.version}

    def _page(self, name: str) -> Callable[[Request], Any]:
        text = (files("companion.club.host") / "pages" / name).read_text(encoding="utf-8")
        used = sorted(set(re.findall(r"\bwords\.(\w+)", text)))

        async def answer(request: Request) -> Response:
            language = _language(request)
            said = {key: words(say(f"club.page.{key}"), language) for key in used}
            parts = {"words": said, "board": self.shown(language), "language": language}
            return HTMLResponse(_filled(text, parts), headers=HEADERS)

        return answer

    async def _board(self, request: Request) -> Response:
        return JSONResponse(self.shown(_language(request)), headers=HEADERS)

    async def _events(self, request: Request) -> Response:
        if self._watchers >= MOST_WATCHERS:
            return JSONResponse({"said": words(say("club.too_many_boards"), _language(request))}, 503)
        return StreamingResponse(
            self._watch(_language(request)), media_type="text/event-stream", headers=HEADERS
        )

    async def _watch(self, language: str) -> AsyncIterator[str]:
        """Sends the board whenever it changes, and a sign of life in between."""
        self._watchers += 1
        try:
            told, spoke_at = 0, 0.0
            while True:
                if told != self.host.version:
                    told = self.host.version
                    yield f"data: {msgspec.json.encode(self.shown(language)).decode()}\n\n"
                    spoke_at = time.monotonic()
                elif time.monotonic() - spoke_at > 2:
                    yield ": here\n\n"
                    spoke_at = time.monotonic()
                await asyncio.sleep(LOOK_EVERY_S)
        finally:
            self._watchers -= 1

    async def _qr(self, request: Request) -> Response:
        return Response(qr_svg(self.invitation), media_type="image/svg+xml", headers=HEADERS)

    async def _invited(self, request: Request) -> Response:
        """Tells a phone that scanned the code what it is for."""
        return HTMLResponse(
            f"<meta charset=utf-8><p style='font:1.3em sans-serif;margin:2em'>"
            f"{words(say('club.page.for_tables'), _language(request))}</p>",
            headers=HEADERS,
        )

    async def _join(self, request: Request) -> Response:
        language = _language(request)
        recent = [moment for moment in self._wrong if time.monotonic() - moment < 60]
        if len(recent) >= WRONG_CODES_A_MINUTE:
            return JSONResponse({"said": words(say("club.too_many_codes"), language)}, 429)
        form = await _form(request)
        try:
            machine = form.get("machine") if form is not None else None
            seat = await asyncio.to_thread(self.host.admit, request.path_params["secret"], str(machine or ""))
        except Refusal as refusal:
            self._wrong.append(time.monotonic())
            return JSONResponse({"said": reason(refusal, language)}, 403)
        settings = self.host.settings
        account = {
            "host": self.broker[0],
            "port": self.broker[1],
            "user": seat.user,
            "password": seat.password,
        }
        return JSONResponse(
            {
                "event": settings.event,
                "title": settings.title,
                "table": seat.number,
                "account": account,
                "url": f"http://{self.address}:{self.port}/",
            },
            headers=HEADERS,
        )

    async def _act(self, request: Request) -> Response:
        """Carries out what an organiser asks for, who shows the key with each request."""
        form = await _form(request) if self._is_organiser(request) else None
        return await self._carried_out(request, form is not None, lambda: self.host.act(form or {}))

    async def _stick(self, request: Request) -> Response:
        """Takes a night in that an organiser brings on a stick."""
        body = await _body(request, MESSAGE_BYTES) if self._is_organiser(request) else None
        number: str = request.path_params["table"]
        # Numbers of more digits are none of a table, and Python does not even read the longest.
        table = int(number) if re.fullmatch("[0-9]{1,4}", number) else 0
        return await self._carried_out(
            request, body is not None, lambda: self.host.take_stick(table, unpack(body or b"", Rows, "stick"))
        )

    def _is_organiser(self, request: Request) -> bool:
        key = request.headers.get("x-club-key", "")
        return compare_digest(key.encode(), self.host.settings.key.encode())

    async def _carried_out(self, request: Request, is_read: bool, acts: Callable[[], None]) -> Response:
        language = _language(request)
        if not self._is_organiser(request):
            return JSONResponse({"said": words(say("club.page.key_needed"), language)}, 403)
        if not is_read:
            return JSONResponse({"said": words(say("club.unknown_command"), language)}, 400)
        try:
            await asyncio.to_thread(acts)
        except Refusal as refusal:
            return JSONResponse({"said": reason(refusal, language)}, 409)
        return JSONResponse({"said": "", **self.shown(language)})

    async def _export(self, request: Request) -> Response:
        with self.host.lock:
            tournament = self.host.tournament
            entries = self.host.night.entries()
        language = _language(request)
        match request.path_params["kind"]:
            case "csv":
                body, kind = as_csv(tournament, language), "text/csv; charset=utf-8"
            case "json":
                body, kind = as_json(tournament, self.host.collector.heads(), entries), "application/json"
            case "pdf":
                body, kind = as_pdf(tournament, language), "application/pdf"
            case _:
                return JSONResponse({}, 404)
        return Response(body, media_type=kind, headers=HEADERS)


async def _form(request: Request) -> Json | None:
    """Reads a small JSON object; None for anything else."""
    body = await _body(request, BODY_BYTES)
    try:
        return msgspec.json.decode(body or b"", type=dict[str, Any])
    except (*DECODING_ERRORS, RecursionError):
        return None


async def _body(request: Request, most: int) -> bytes | None:
    """Reads what was sent; None where it is longer than it may be, or where the sender left."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                return None
    except ClientDisconnect:
        return None
    return body


def _filled(page: str, parts: Json) -> str:
    """Puts data into a page; nothing in it can end the script that it stands in."""
    for name, value in parts.items():
        data = (
            value if isinstance(value, str) else msgspec.json.encode(value).decode().replace("<", "\\u003c")
        )
        page = page.replace("{{" + name + "}}", data)
    return page


def _language(request: Request) -> str:
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2]
    return asked if asked in LANGUAGES else "en"


def _spoken(value: Any, language: str) -> Any:
    """Turns every message inside plain data into words."""
    if isinstance(value, list):
        return [_spoken(each, language) for each in value]
    if isinstance(value, dict):
        if value and value.keys() <= {"key", "params", "texts"} and value.keys() & {"key", "texts"}:
            return words(msgspec.convert(value, Message), language)
        return {key: _spoken(each, language) for key, each in value.items()}
    return value
