"""Guards between the network and the page: what one request, and all requests of one address, may cost."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_BODY = 1 << 20  # bytes of a request that is not an upload: read as JSON it takes thirty times the memory
UPLOADED_AT_ONCE = 4  # files of the largest size in one request
_MULTIPART = 1 << 16  # bytes of an upload around its files
_UPLOAD = "/gradio_api/upload"


class Bodies:
    """ASGI middleware that refuses too large requests before they are read, and so before a login is checked."""

    def __init__(self, app: Application, file_bytes: int) -> None:
        """Guard an application.

        Args:
            app: the page.
            file_bytes: of the largest file to upload.
        """
        self._app, self._upload = app, UPLOADED_AT_ONCE * file_bytes + _MULTIPART

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 413."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        limit = self._upload if path_of(scope) == _UPLOAD else MAX_BODY
        words = f"The request is too large: at most {limit / (1 << 20):,.1f} MB are read."
        stated = header(scope, b"content-length") or ""
        if stated.isdecimal() and int(stated[:20]) > limit:
            return await refuse(send, 413, words)
        read = 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:  # without a stated length
                raise HTTPException(413, words)
            return message

        return await self._app(scope, limited, send)


def path_of(scope: Message) -> str:
    """Return the path of a request as the page's routes have it, without a slash at the end."""
    return str(scope["path"]).removeprefix(scope.get("root_path", "")).rstrip("/")


def header(scope: Message, name: bytes) -> str | None:
    """Return a header of a request; None without it."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name), None)


async def refuse(send: Send, status: int, words: str) -> None:
    """Answer with a status and a sentence."""
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})
