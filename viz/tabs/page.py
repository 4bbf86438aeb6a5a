"""The page around all tabs: no fault leaves it without words, whatever a client sends."""

import logging
from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.block_function import BlockFunction
from gradio.context import Context, LocalContext
from gradio.state_holder import StateHolder

from viz.tabs.language import request_texts

_log = logging.getLogger(__name__)


class Page(gr.Blocks):
    """Blocks that answer every request in words.

    Gradio answers a fault with an error that has no words (unless `show_error` publishes the text of each, with the
    server's paths) and prints a traceback also for what a client sent wrong. Here values that no component of the page
    sends are refused with one sentence, and a fault of our own is logged and answered with another.
    """

    @property
    def state_holder(self) -> StateHolder:
        """Return what the server remembers of each session."""
        return self._state_holder

    @state_holder.setter
    def state_holder(self, holder: StateHolder) -> None:
        # A session keeps a description of every component, for deep links, which this page has none of: a megabyte and
        # 50 ms for each visit and each call of the endpoint. Without components to describe it keeps none, and Gradio
        # describes one when it first changes.
        holder.blocks = SimpleNamespace(default_config=self.default_config, blocks={})  # type: ignore[assignment]
        self._state_holder = holder

    async def process_api(self, *given: Any, request: Any = None, **options: Any) -> dict[str, Any]:
        """Answer a request; its visitor's language is known from the first step on."""
        LocalContext.request.set(request[0] if isinstance(request, list) else request)
        return await super().process_api(*given, request=request, **options)

    async def preprocess_data(self, block_fn: BlockFunction, inputs: list[Any], *rest: Any, **options: Any) -> Any:
        """Return what the components make of the values that a client sent.

        Raises:
            gr.Error: the values are not what these components send.
        """
        try:
            if any(_is_odd_text(block, value) for block, value in zip(block_fn.inputs, inputs, strict=False)):
                raise TypeError("text must be a string")
            return await super().preprocess_data(block_fn, inputs, *rest, **options)
        except gr.Error as error:
            error.print_exception = False
            raise
        except Exception as error:  # each component has its own
            _log.info("%s refused its values: %s: %s", block_fn.name, type(error).__name__, str(error)[:200])
            raise gr.Error(request_texts()("page.bad_values"), print_exception=False) from None

    async def call_function(self, block_fn: BlockFunction, *rest: Any, **options: Any) -> Any:
        """Return what the handler of an event returns.

        Raises:
            gr.Error: the handler's own; there is no handler; or a fault, which is logged.
        """
        if block_fn.fn is None:
            raise gr.Error(
                request_texts()("page.bad_values"), print_exception=False
            )  # this event belongs to the browser
        try:
            return await super().call_function(block_fn, *rest, **options)
        except gr.Error:
            raise
        except Exception:
            _log.exception("%s failed", block_fn.name)
            raise gr.Error(request_texts()("page.fault"), print_exception=False) from None


def _is_odd_text(block: object, value: object) -> bool:
    """Return whether a box of text was sent anything else; Gradio would make text of it, such as "['a']"."""
    return isinstance(block, gr.Textbox) and not isinstance(value, str | None)


def event_field(event: gr.EventData, name: str) -> Any:
    """Return a value that a browser sent with an event; None if there is none. Any client can send anything."""
    data = event._data
    return data.get(name) if isinstance(data, dict) else None


def current_page() -> gr.Blocks:
    """Return the page that is being built.

    Raises:
        RuntimeError: it is called outside of `gr.Blocks`.
    """
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    return page
