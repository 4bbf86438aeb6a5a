"""Guards between the network and the page: what one request, and all requests of one address, may cost."""

import functools
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from cachetools import TTLCache
from starlette.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

BODIES_AT_ONCE = 8 << 20  # bytes of all requests of one address that are under way, without uploads
MAX_BODY = 1 << 20  # bytes of a request that is not an upload: read as JSON it takes thirty times the memory
UPLOADED_AT_ONCE = 4  # files of the largest size in one request
_MULTIPART = 1 << 16  # bytes of an upload around its files
_UPLOAD = "/gradio_api/upload"


class Bodies:
    """ASGI middleware that bounds requests before they are read, and so before a login is checked."""

    def __init__(self, app: Application, file_bytes: int, limited: bool = False) -> None:
        """Guard an application.

        Args:
            app: the page.
            file_bytes: of the largest file to upload.
            limited: bound what is uploaded in a day, too.
        """
        self._quota = UploadQuota(file_bytes) if limited else None
        self._app, self._upload = app, UPLOADED_AT_ONCE * file_bytes + _MULTIPART
        self._under_way: Counter[str] = Counter()  # bytes by address

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 413, 429 or 503."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        uploads = path_of(scope) == _UPLOAD
        limit = self._upload if uploads else MAX_BODY
        words = f"The request is too large: at most {limit / (1 << 20):,.1f} MB are read."
        stated = header(scope, b"content-length") or ""
        if stated.isdecimal() and int(stated[:20]) > limit:
            return await refuse(send, 413, words)
        address, read = address_of(scope), 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            size = len(message.get("body", b""))
            read += size
            if uploads and self._quota is not None:
                self._quota.add(address, message.get("body", b""))
            self._under_way[address] += 0 if uploads else size
            if read > limit:  # without a stated length
                raise HTTPException(413, words)
            if self._under_way[address] > BODIES_AT_ONCE:
                raise HTTPException(503, "Too many requests of your address are being answered; wait for them.")
            return message

        try:
            await self._app(scope, limited, send)
        finally:
            self._under_way[address] -= 0 if uploads else read
            if not self._under_way[address]:
                del self._under_way[address]


@functools.lru_cache(1000)
def network_of(host: str | None) -> str:
    """Return the address that a client's requests count for: of IPv6 its /64 network, all of which one line has."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return (host or "")[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def path_of(scope: Message) -> str:
    """Return the path of a request as the page's routes have it, without a slash at the end."""
    return str(scope["path"]).removeprefix(scope.get("root_path", "")).rstrip("/")


def address_of(scope: Message) -> str:
    """Return the address that a request counts for."""
    return network_of((scope.get("client") or ("",))[0])


def header(scope: Message, name: bytes) -> str | None:
    """Return a header of a request; None without it."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name), None)


async def refuse(send: Send, status: int, words: str) -> None:
    """Answer with a status and a sentence."""
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})


OF_ADDRESS, OF_ALL = 64, 512  # files of the largest size in a day: a class may share an address
_DAY = 86_400.0
_FILE = b"filename="  # in the head of each file of a request
_FILE_COST = 1 << 16  # bytes that a file counts for at least
_ADDRESSES = 10_000  # remembered


class UploadQuota:
    """Counts the bytes that addresses have uploaded since their first upload of a day."""

    def __init__(self, file_bytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Set the quota.

        Args:
            file_bytes: of the largest file.
            clock: seconds.
        """
        self._file_bytes = file_bytes
        self._sums: TTLCache[str, list[int]] = TTLCache(_ADDRESSES, _DAY, clock)
        self._all: TTLCache[str, list[int]] = TTLCache(1, _DAY, clock)

    def add(self, address: str, body: bytes) -> None:
        """Count a part of an upload.

        Raises:
            HTTPException: the quota of the address, or of all addresses together, is used up.
        """
        own, whole = self._sums.setdefault(address, [0]), self._all.setdefault("", [0])
        size = len(body) + _FILE_COST * body.count(_FILE)
        if own[0] + size > OF_ADDRESS * self._file_bytes:
            raise HTTPException(429, "Your address has uploaded too much today; use the files that are already here.")
        if whole[0] + size > OF_ALL * self._file_bytes:
            raise HTTPException(429, "The visitors of this page have uploaded too much today; come back tomorrow.")
        own[0] += size
        whole[0] += size
