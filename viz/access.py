"""Access to the page: its visitors and their rights."""

import ipaddress
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from core.errors import CoreError
from viz.guards import Application, Message, Receive, Send, header, refuse

_SPACE_DOMAIN, _SPACE_PARENT = ".hf.space", "https://huggingface.co"  # the page itself, and the page that frames it
_SHARE_DOMAIN = ".gradio.live"
# Of a Space, whose proxies are in private networks and append the visitor's address; uvicorn reads this variable.
TRUSTED_PROXIES = ("FORWARDED_ALLOW_IPS", "127.0.0.1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16")


@dataclass(frozen=True)
class Access:
    """Settings of serving the page."""

    host: str | None = None  # address to listen on; None: loopback
    share: bool = False  # through Gradio's tunnel
    on_space: bool = False
    trusts_visitors: bool = False  # every visitor has the rights of the owner
    logins: tuple[tuple[str, str], ...] = ()  # name and password; empty: without login
    names: tuple[str, ...] = ()  # further host names of this page, such as a proxy's

    @property
    def public(self) -> bool:
        """True if others than the users of this computer can reach the page."""
        return self.share or self.on_space or not _is_loopback(self.host)

    @property
    def limited(self) -> bool:
        """True if visitors have the limits of a Space, and runs belong to the browser that started them."""
        return self.public and not self.trusts_visitors

    def allows_host(self, host: str) -> bool:
        """Return whether a request's Host header may name this page.

        A page of another site can make its own name point to this server (DNS rebinding), but not an IP address.
        """
        name = _host_name(host)
        if name is None:
            return False
        own = {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local", *self.names}
        if name in own or name.endswith(".localhost") or _is_address(name):
            return True
        space = os.environ.get("SPACE_HOST", "").lower()  # documented for every Space
        own_space = name == space if space else name.endswith(_SPACE_DOMAIN)
        return (self.on_space and own_space) or (self.share and name.endswith(_SHARE_DOMAIN))

    def allows_origin(self, origin: str, host: str) -> bool:
        """Return whether a request may come from a page of this origin.

        Args:
            origin: Origin header of the request.
            host: its Host header.
        """
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False  # "null" too: sandboxed frames and files
        if parts.netloc.lower() == host.lower():
            return True
        if self.on_space and origin == _SPACE_PARENT:
            return True
        return _host_name(parts.netloc) in self.names


class SameSite:
    """ASGI middleware that refuses requests under a foreign host name and from foreign pages."""

    def __init__(self, app: Application, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 403."""
        if scope["type"] in ("http", "websocket"):
            host, origin = header(scope, b"host") or "", header(scope, b"origin")
            if not self._access.allows_host(host):
                return await refuse(
                    send, 403, "This address does not belong to the page: open it under its own host name."
                )
            # Reading, too: Gradio lets pages of other ports of this computer see the answers.
            if origin is not None and not self._access.allows_origin(origin, host):
                return await refuse(send, 403, "Requests from pages of other sites are refused.")
        return await self._app(scope, receive, send)


def read_logins(value: str) -> tuple[tuple[str, str], ...]:
    """Read names and passwords.

    Args:
        value: USER:PASSWORD, or a file with one such pair per line.

    Raises:
        CoreError: a pair without a colon, without a name or without a password; no pair.
    """
    path = Path(value)
    lines = [line.strip() for line in path.read_text("utf-8").splitlines()] if path.is_file() else [value]
    logins = tuple(_login(line) for line in lines if line)
    if not logins:
        raise CoreError("access.no_login", "{value} is empty: give USER:PASSWORD, one per line", value=value)
    return logins


def start_line(access: Access) -> str:
    """Return a sentence about who can reach the page and what they may do."""
    if not access.public:
        return "Only this computer can reach the page."
    reach = "Everyone with the link" if access.share or access.on_space else "Everyone in this network"
    login = ", after logging in," if access.logins else ""
    if access.trusts_visitors:
        return f"{reach}{login} can reach the page and may do what you may: start, stop and delete every run."
    return (
        f"{reach}{login} can reach the page, with the limits of a Space; each browser can change only its own runs. "
        "Remove the limits with --trust-visitors."
    )


def listening_address(on_space: bool) -> str | None:
    """Return the address of Gradio's variable, else all addresses on a Space, else None: loopback."""
    return os.environ.get("GRADIO_SERVER_NAME") or ("0.0.0.0" if on_space else None)


def _login(line: str) -> tuple[str, str]:
    name, colon, password = line.partition(":")
    if not colon or not name or not password:
        raise CoreError("access.login", "a login must be USER:PASSWORD, with neither part empty")
    return name, password


def _host_name(host: str) -> str | None:
    """Return the name in a Host header without its port, lower case; None if it is not one."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(host: str | None) -> bool:
    if host is None or host == "localhost":
        return True
    return _is_address(host.strip("[]")) and ipaddress.ip_address(host.strip("[]")).is_loopback
