"""A page that fetches nothing from other hosts, whatever the text of a model card or a translation asks for."""

from viz.guards import Application, Message, Receive, Send

_OWN = "'self' data: blob:"
POLICY = f"img-src {_OWN}; media-src {_OWN}; font-src {_OWN}; frame-src {_OWN}; object-src 'none'"


class OwnContent:
    """ASGI middleware that makes browsers refuse pictures, sound, fonts and frames of other hosts."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on; add the policy to its answer."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = (b"content-security-policy", POLICY.encode())
                message = {**message, "headers": [*message.get("headers", ()), policy]}
            await send(message)

        await self._app(scope, receive, with_policy)
