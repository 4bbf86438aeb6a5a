"""Logins of a shared page: guesses are slowed down and logged, and a logout ends one session."""

import logging
import math
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from cachetools import LRUCache

from viz.guards import Application, Message, Receive, Send, address_of, header, path_of, refuse

ATTEMPTS = 10  # failures of one address before it has to wait: a class may share an address
SECONDS = 6.0  # until one more attempt is allowed
_ADDRESSES = 10_000  # remembered
_OPEN, _SECURE = b"access-token-unsecure-", b"access-token-"  # Gradio's cookies of one session

_log = logging.getLogger(__name__)


class Logins:
    """ASGI middleware for the addresses of Gradio that begin and end a session."""

    def __init__(self, app: Application, clock: Callable[[], float] = time.monotonic) -> None:
        self._app, self._clock = app, clock
        self._free: LRUCache[str, float] = LRUCache(_ADDRESSES)  # when all attempts of an address are free again

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 403 or 429."""
        path = path_of(scope) if scope["type"] == "http" else ""
        if path == "/login" and scope["method"] == "POST":
            return await self._login(scope, receive, send)
        if path == "/logout":
            if _is_foreign(scope):
                return await refuse(send, 403, "Requests from pages of other sites are refused.")
            scope = _of_one_session(scope)
        return await self._app(scope, receive, send)

    async def _login(self, scope: Message, receive: Receive, send: Send) -> None:
        address, now = address_of(scope), self._clock()
        busy = max(self._free.get(address, now), now) + SECONDS
        wait = busy - now - ATTEMPTS * SECONDS
        if wait > 0:
            return await refuse(
                send, 429, f"Too many failed logins from your address; try again in {math.ceil(wait)} seconds."
            )
        self._free[address] = busy  # at once: others of this address may be under way

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] == 400:
                    _log.warning("failed login from %s", address)
                else:
                    self._free[address] = self._free.get(address, busy) - SECONDS
            await send(message)

        await self._app(scope, receive, watched)


def _is_foreign(scope: Message) -> bool:
    """Return whether a page of another site has sent a request, as far as the browser says so."""
    if (header(scope, b"sec-fetch-site") or "none") not in ("none", "same-origin"):
        return True
    referer = header(scope, b"referer")
    try:
        return referer is not None and urlsplit(referer).netloc.lower() != (header(scope, b"host") or "").lower()
    except ValueError:
        return True


def _of_one_session(scope: Message) -> Message:
    """Return a logout of this session alone; Gradio's own ends all sessions of the login, which a class shares.

    Gradio looks for the session in the cookie of secure connections only.
    """
    headers = [
        (name, value + b"; " + value.replace(_OPEN, _SECURE)) if name.lower() == b"cookie" else (name, value)
        for name, value in scope["headers"]
    ]
    return {**scope, "query_string": b"all_session=false", "headers": headers}
