"""
Requests that look like a browser's, for servers that refuse plain ones; the extra `stealth`.

libcurl is given the addresses that the guard has checked, and looks none up itself. It follows no
redirect, keeps no cookie and no connection, and asks no proxy that the environment names.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import trio

from headwater.actors.domain.address import Address
from headwater.actors.messages.faults import Unreachable, WebFault
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Answer, Headers, Request, malformed

if TYPE_CHECKING:
    from curl_cffi import Curl

SECONDS = 20.0  # for one answer, as the specification says
CODINGS = "gzip, deflate, br, zstd"
MOST_AT_ONCE = 8  # each takes a thread
LONGEST_HEAD = 65_536  # bytes
_NAME_FAILED, _CONNECT_FAILED, _TOO_SLOW = 6, 7, 28  # curl's own codes
_TLS = frozenset({35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 83, 90, 91})
_ABORT = 0xFFFFFFFF  # instead of how much was taken
_STOPPED = 23  # by us: enough was read, or nobody waits


def is_installed() -> bool:
    """Whether the extra is there; nothing of it is loaded."""
    return importlib.util.find_spec("curl_cffi") is not None


class Stealth:
    """Sends as the client does, and dresses as a browser."""

    def __init__(self, client: Client, *, trusted: str = "") -> None:
        self._client = client
        self._trusted = trusted  # a file of certificates instead of the library's own
        self._threads = trio.CapacityLimiter(MOST_AT_ONCE)

    async def send(self, request: Request) -> Answer:
        """One exchange, no redirects; the body decoded and within its limit."""
        addresses = await self._client.resolve(request.url, request.hop)
        transfer = _Transfer(request, addresses, self._trusted)
        try:
            return await trio.to_thread.run_sync(
                transfer.run, limiter=self._threads, abandon_on_cancel=True
            )
        finally:
            transfer.stop()


class _Transfer:
    """One request on a thread, which ends soon after nobody waits for it any more."""

    def __init__(self, request: Request, addresses: Sequence[Address], trusted: str) -> None:
        self._request = request
        self._addresses = addresses
        self._trusted = trusted
        self._lines: list[bytes] = []
        self._body = bytearray()
        self._cut = False
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Read no more."""
        self._stopped.set()

    def run(self) -> Answer:
        """The answer, or a fault."""
        from curl_cffi import Curl, CurlError, CurlInfo

        curl = Curl()
        try:
            self._prepare(curl)
            curl.perform()
        except CurlError as error:
            if not (error.code == _STOPPED and self._cut):
                raise _fault(int(error.code), self._request.url.host) from error
        finally:
            status = cast("int", curl.getinfo(CurlInfo.RESPONSE_CODE))  # of this one, a number
            curl.close()
        return Answer(status, self._headers(), bytes(self._body), truncated=self._cut)

    def _prepare(self, curl: Curl) -> None:
        from curl_cffi import CurlHttpVersion, CurlOpt
        from curl_cffi.requests.impersonate import DEFAULT_CHROME

        url = self._request.url
        pinned = ",".join(f"[{one}]" if one.version == 6 else str(one) for one in self._addresses)
        curl.impersonate(DEFAULT_CHROME)  # the newest that the library knows
        options = {
            CurlOpt.URL: url.href.partition("#")[0],
            CurlOpt.RESOLVE: [f"{url.host}:{url.port}:{pinned}", f"*:{url.port}:{pinned}"],
            CurlOpt.PROTOCOLS_STR: "http,https",
            CurlOpt.FOLLOWLOCATION: 0,
            CurlOpt.HTTP_VERSION: CurlHttpVersion.V2TLS,
            CurlOpt.PROXY: "",
            CurlOpt.NOPROXY: "*",
            CurlOpt.NETRC: 0,
            CurlOpt.ACCEPT_ENCODING: CODINGS,
            CurlOpt.TIMEOUT_MS: int(SECONDS * 1000),
            CurlOpt.CONNECTTIMEOUT_MS: int(SECONDS * 500),
            CurlOpt.WRITEFUNCTION: self._take,
            CurlOpt.HEADERFUNCTION: self._note,
        }
        if self._trusted:
            options[CurlOpt.CAINFO] = self._trusted
        for option, value in options.items():
            curl.setopt(option, value)

    def _take(self, piece: bytes) -> int:
        room = self._request.limit - len(self._body)
        self._body += piece[:room]
        self._cut = len(piece) > room
        return _ABORT if self._cut or self._stopped.is_set() else len(piece)

    def _note(self, line: bytes) -> int:
        if line.startswith(b"HTTP/"):
            self._lines.clear()  # what came before was not the answer yet
        self._lines.append(line)
        too_long = sum(map(len, self._lines)) > LONGEST_HEAD
        return _ABORT if too_long or self._stopped.is_set() else len(line)

    def _headers(self) -> Headers:
        """Those of the answer; its body has been decoded."""
        pairs = (line.decode("latin-1").partition(":") for line in self._lines[1:])
        named = ((name.strip().lower(), value.strip()) for name, colon, value in pairs if colon)
        return tuple(
            pair for pair in named if pair[0] not in ("content-encoding", "content-length")
        )


def _fault(code: int, host: str) -> WebFault:
    if code == _STOPPED:
        return malformed("headers without end")
    if code in (_NAME_FAILED, _CONNECT_FAILED):
        return Unreachable(f"Network error: {host} accepts no connection", reason="connect")
    if code == _TOO_SLOW:
        return Unreachable(f"no complete answer in {SECONDS:g} s", reason="timeout")
    if code in _TLS:
        return Unreachable(f"TLS error on {host}: the handshake failed", reason="tls")
    return Unreachable(f"Network error: {host} broke off (curl {code})", reason="lost")
