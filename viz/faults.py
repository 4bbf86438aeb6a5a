"""The last handler of a request: whatever fails is answered with one sentence and logged in few words."""

import logging

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from viz.guards import Application, Message, Receive, Send, refuse

_UNREADABLE = (ValueError, RecursionError, LookupError, TypeError)  # what a request's values cause in Gradio

_log = logging.getLogger(__name__)


class Faults:
    """ASGI middleware that answers what Gradio and FastAPI let through, in place of a traceback for each request."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on; answer 400 for an unreadable one and 500 for a fault."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if any(ord(character) < 32 for character in scope["path"]):  # they would write lines into the log
            return await refuse(send, 400, "The address of the request has a control character.")
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except ClientDisconnect:
            _log.debug("%s: the client has gone", scope["path"])
        except _UNREADABLE as error:
            _log.warning("%s: %s: %s", scope["path"], type(error).__name__, " ".join(str(error).split())[:200])
            if not begun:
                await refuse(send, 400, "The request could not be read.")
        except Exception as error:
            if begun and isinstance(error.__cause__, HTTPException):  # refused after the answer had begun
                return _log.debug("%s: %s", scope["path"], error.__cause__.detail)
            _log.exception("%s failed", scope["path"])
            if not begun:
                await refuse(send, 500, "Something went wrong on our side. Try again; details are in the log.")
