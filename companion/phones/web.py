"""The web side: one page, its words, the way in and the line. The only room that knows the web framework."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from time import monotonic

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.decoding import DECODING_ERRORS
from companion.core.message import say
from companion.i18n import LANGUAGES, words
from companion.phones.book import digest_of
from companion.phones.forms import LONGEST_MESSAGE, Enter
from companion.phones.hub import Client, Hostile, Hub, complaint
from companion.phones.line import TableLine
from companion.phones.page_words import PAGE_WORDS
from companion.phones.sprites import sprites
from companion.phones.telling import language_of, rules_told

COOKIE = "companion"
COOKIE_BYTES = 16
MOST_LINES = 40
"""Browsers at the line at once: twenty phones, each with a spare one while it reconnects."""
MOST_LINES_EACH = 3
MOST_A_SECOND = 10
MOST_IN_A_BURST = 20
ENTRIES_A_MINUTE = 30
"""How often one address may try to come in; the PIN's own tries are far fewer."""
MOST_ADDRESSES = 64
"""Addresses that are remembered; the one that came first is forgotten first."""

FILES = {
    "page.js": "text/javascript",
    "page.css": "text/css",
    "board.js": "text/javascript",
    "tv.js": "text/javascript",
}

HEADERS = [
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
     b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]  # fmt: skip


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser brings to come in."""

    token: str = ""
    pin: str = ""


class Pace:
    """Lets so many messages through: a burst, then so many a second."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._a_second, self._burst, self._clock = a_second, burst, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Tells whether one more may pass now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Turns away whoever calls this machine by another name, or comes from another page."""

    def __init__(self, app: ASGIApp, hosts: Callable[[], frozenset[str]]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request pass that names this machine and comes from its own page."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        is_ours = len(hosts) == 1 and hosts[0] in self._hosts()
        needs_origin = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if needs_origin or origins:
            is_ours = is_ours and origins == [f"http://{hosts[0]}"]
        if is_ours:
            await self._app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)
        elif scope["type"] == "http":
            await PlainTextResponse("Not here.", 403)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})


def _with_headers(send: Send) -> Send:
    async def sending(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *HEADERS]  # type: ignore[misc]
        await send(message)

    return sending  # type: ignore[return-value]


@cache
def _file(name: str) -> str:
    return files("companion.phones.page").joinpath(name).read_text("utf-8")


class Web:
    """The routes, over one hub and one line to the table."""

    def __init__(self, line: TableLine, hub: Hub, hosts: Callable[[], frozenset[str]]) -> None:
        self._line = line
        self._hub = hub
        self._entries: dict[str, Pace] = {}
        routes = [
            Route("/", self._page),
            Route("/me", self._me),
            Route("/icons.svg", self._icons),
            Route("/words/{language}", self._words),
            Route("/rules/{language}", self._rules),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/evening/{token}", self._keepsake),
            Route("/{name}", self._asset),
            WebSocketRoute("/line", self._talk),
        ]
        self.app = Guard(Starlette(routes=routes), hosts)

    # The page.

    async def _page(self, request: Request) -> Response:
        language = language_of(request.headers.get("accept-language", ""))
        title = words(say("phones.page.title"), language)
        page = _file("page.html").replace("{language}", language).replace("{title}", title)
        return Response(page, media_type="text/html")

    async def _asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FILES:
            return PlainTextResponse("Nothing here.", 404)
        return Response(_file(name), media_type=FILES[name])

    async def _icons(self, request: Request) -> Response:
        return Response(sprites(), media_type="image/svg+xml")

    async def _words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return PlainTextResponse("Nothing here.", 404)
        return JSONResponse(
            {key.removeprefix("phones.page."): words(say(key), language) for key in PAGE_WORDS}
        )

    async def _rules(self, request: Request) -> Response:
        night, language = self._line.night, language_of(request.path_params["language"])
        phone = self._hub.phone(digest_of(request.cookies.get(COOKIE, "")))
        if night is None or phone is None or phone.role is None:
            return PlainTextResponse("Nothing here.", 404)
        return JSONResponse(rules_told(night.game, night.game.clauses, language))

    async def _keepsake(self, request: Request) -> Response:
        """Gives the evening on paper to whoever knows its token."""
        kept, token = self._line.keepsake, request.path_params["token"]
        if kept is None or not secrets.compare_digest(kept.token.encode(), token.encode()):
            return PlainTextResponse("Nothing here.", 404)
        named = {"content-disposition": 'attachment; filename="evening.pdf"'}
        return Response(kept.pdf, media_type="application/pdf", headers=named)

    # The way in.

    async def _me(self, request: Request) -> Response:
        """Says whether this browser came in already; while the table is away nobody knows."""
        if not self._line.is_told:
            return JSONResponse({"known": None}, 503)
        return JSONResponse({"known": self._hub.phone(_digest(request)) is not None})

    async def _enter(self, request: Request) -> Response:
        """Takes a token or a PIN, and gives the browser a cookie in its place."""
        language = language_of(request.headers.get("accept-language", ""))
        if self._hub.phone(_digest(request)) is not None:
            return JSONResponse({"ok": True})
        entry = await _read(request)
        if entry is None or not (entry.token or entry.pin):
            return JSONResponse({"ok": False}, 400)
        if not self._pace_of(request).take():
            return JSONResponse({"ok": False, "message": words(say("phones.busy"), language)}, 429)
        cookie = secrets.token_urlsafe(COOKIE_BYTES)
        answer = await self._line.ask(Enter, phone=digest_of(cookie), token=entry.token, pin=entry.pin)
        if not answer.ok:
            said = words(answer.message, language) if answer.message is not None else ""
            return JSONResponse({"ok": False, "message": said}, 403)
        response = JSONResponse({"ok": True})
        response.set_cookie(COOKIE, cookie, max_age=86_400, httponly=True, samesite="strict")
        return response

    def _pace_of(self, request: Request) -> Pace:
        """Returns how fast an address may try: whoever knocks all the time shuts nobody else out."""
        address = request.client.host if request.client is not None else ""
        if address not in self._entries:
            if len(self._entries) >= MOST_ADDRESSES:
                del self._entries[next(iter(self._entries))]
            self._entries[address] = Pace(ENTRIES_A_MINUTE / 60, ENTRIES_A_MINUTE)
        return self._entries[address]

    # The line.

    async def _talk(self, socket: WebSocket) -> None:
        digest = _digest(socket)
        is_known = not self._line.is_told or self._hub.phone(digest) is not None
        has_room = len(self._hub) < MOST_LINES and self._hub.count(digest) < MOST_LINES_EACH
        if not is_known or not has_room or COOKIE not in socket.cookies:
            await socket.close(4401 if has_room else 4429)
            return
        await socket.accept()

        async def send(body: bytes) -> None:
            await socket.send_text(body.decode())

        client = Client(digest, send, language_of(socket.headers.get("accept-language", "")))
        telling = asyncio.create_task(self._hub.serve(client))
        hearing = asyncio.create_task(self._hear(client, socket))
        try:
            await asyncio.wait((telling, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, hearing):
                task.cancel()
            await asyncio.gather(telling, hearing, return_exceptions=True)
            with suppress(Exception):
                await socket.close(4400)

    async def _hear(self, client: Client, socket: WebSocket) -> None:
        pace = Pace(MOST_A_SECOND, MOST_IN_A_BURST)
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                body = message.get("text") or message.get("bytes") or b""
                try:
                    if not pace.take() or len(body) > LONGEST_MESSAGE:
                        raise Hostile
                    await self._hub.hear(client, body)
                except Hostile:
                    await client.send(complaint(client.language))
                    return


async def _read(request: Request) -> Entry | None:
    """Reads a small body; None where it is none of ours."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_MESSAGE:
            return None
    try:
        return msgspec.json.decode(body, type=Entry)
    except (*DECODING_ERRORS, UnicodeError):
        return None


def _digest(connection: HTTPConnection) -> str:
    return digest_of(connection.cookies.get(COOKIE, ""))
