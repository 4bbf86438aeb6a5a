"""The page's public functions: those of `core.service.tools`, for `gradio_client`, for HTTP and for agents (MCP)."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import gradio as gr
from gradio.events import api

from core.errors import CoreError
from core.service import Service
from core.service.tools import NAMES, Tools
from viz.tabs.language import request_texts
from viz.tabs.translate.visits import AT_TURNSTILE, visit
from viz.tabs.wording import Wording


def add_endpoint(service: Service, wording: Wording) -> None:
    """Add every function under its own name to the page that is being laid out, and a button that describes them."""
    described = wording.text(gr.Button, "page.api", elem_id="use-api", size="sm", variant="secondary")
    described.click(None, None, None, js="() => document.querySelector('footer .show-api')?.click()")
    tools = Tools(service)
    for name in NAMES:
        api(_for_visitors(getattr(tools, name)), api_name=name, **AT_TURNSTILE)


def require_mcp() -> None:
    """Refuse to offer the functions to agents without the package that this takes: Gradio would start without them.

    Raises:
        CoreError: the package is missing.
    """
    if find_spec("mcp") is None:
        raise CoreError("app.mcp", "--mcp needs the package mcp: pip install {needed}", needed='"gradio[mcp]"')


def _for_visitors(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function know its visitor, and its errors words of the page.

    Gradio reads names, types and defaults from the signature; the words for agents from the docstring.
    """
    signature = inspect.signature(function, eval_str=True)

    @functools.wraps(function)
    def answer(request: gr.Request, *given: Any) -> dict[str, Any]:
        try:
            with visit(request):
                return function(*given)
        except CoreError as error:
            raise gr.Error(request_texts().error(error), print_exception=False) from error

    del answer.__wrapped__  # type: ignore[attr-defined]  # Gradio would look there for the types
    first = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=gr.Request)
    parameters = [first, *signature.parameters.values()]
    answer.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=dict[str, Any]
    )
    answer.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": dict[str, Any]}
    return answer
