"""The page around all tabs; every fault is answered with a message, for any input of a client."""

import logging
from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.block_function import BlockFunction
from gradio.context import Context, LocalContext
from gradio.state_holder import StateHolder
from starlette.exceptions import HTTPException

from viz.fair_queue import LONG_NAME, SESSION_NAME, FairQueue
from viz.tabs.language import request_texts

QUEUE = {"max_size": 512, "default_concurrency_limit": 2, "api_open": False}  # not open: no call goes past the queue
# Seconds between checks of an idle queue for calls, and for gr.Progress, which this page does not use. With Gradio's
# 0.001 and 0.01 an idle server takes 4.5 % of a core.
CALL_REST, PROGRESS_REST = 0.02, 1.0

_log = logging.getLogger(__name__)


class Page(gr.Blocks):
    """Blocks that answer every fault with a message.

    Gradio answers a fault with an empty error (unless `show_error` publishes the text of each, with the server's paths)
    and prints a traceback even for invalid input. Here, values that no component of the page sends are refused with one
    sentence, and a fault of the server is logged and answered with another.
    """

    def queue(self, *given: Any, **settings: Any) -> "Page":
        """Make the queue of calls; a new page has one with the settings of `QUEUE`.

        Gradio makes a queue with its own settings in each new page; replacing it takes a fifth of a second.
        """
        super().queue(*given, **QUEUE | settings)
        self._queue = FairQueue(self._queue)
        self._queue.sleep_when_free = CALL_REST  # without a setting
        self._queue.progress_update_sleep_when_free = PROGRESS_REST
        return self

    @property
    def state_holder(self) -> StateHolder:
        """Return the state that the server keeps for each session."""
        return self._state_holder

    @state_holder.setter
    def state_holder(self, holder: StateHolder) -> None:
        # A session keeps a description of every component for deep links, which this page does not use: a megabyte and
        # 50 ms for each visit and each call of the endpoint. With an empty list it keeps none, and Gradio describes a
        # component when it first changes.
        holder.blocks = SimpleNamespace(default_config=self.default_config, blocks={})  # type: ignore[assignment]
        holder.session_data = _Sessions()
        self._state_holder = holder

    async def process_api(self, *given: Any, request: Any = None, **options: Any) -> dict[str, Any]:
        """Answer a request in its visitor's language.

        Raises:
            gr.Error: the request's values are nested too deeply.
        """
        LocalContext.request.set(request[0] if isinstance(request, list) else request)
        try:
            options["inputs"] = whole_characters(options.get("inputs"))
            if (event := options.get("event_data")) is not None:
                event._data = whole_characters(event._data, nul="?")  # no path may have it
        except RecursionError:
            raise gr.Error(request_texts()("page.bad_values"), print_exception=False) from None
        return await super().process_api(*given, request=request, **options)

    async def preprocess_data(self, block_fn: BlockFunction, inputs: list[Any], *rest: Any, **options: Any) -> Any:
        """Return the preprocessed values of a client.

        Raises:
            gr.Error: the components cannot send these values.
        """
        try:
            if any(_is_odd_text(block, value) for block, value in zip(block_fn.inputs, inputs, strict=False)):
                raise TypeError("text must be a string")
            return await super().preprocess_data(block_fn, inputs, *rest, **options)
        except Exception as error:  # each component has its own; Gradio's words are English and repeat the value
            _log.info("%s refused its values: %s: %s", block_fn.name, type(error).__name__, str(error)[:200])
            raise gr.Error(request_texts()("page.bad_values"), print_exception=False) from None

    async def call_function(self, block_fn: BlockFunction, *rest: Any, **options: Any) -> Any:
        """Return the result of an event's handler.

        Raises:
            gr.Error: the handler's own; the handler does not exist; or a fault, which is logged.
        """
        if block_fn.fn is None:
            raise gr.Error(
                request_texts()("page.bad_values"), print_exception=False
            )  # this event belongs to the browser
        try:
            return await super().call_function(block_fn, *rest, **options)
        except gr.Error as error:
            if not error.print_exception:  # the handler's own
                raise
            raise gr.Error(request_texts()("page.bad_values"), print_exception=False) from None
        except Exception:
            _log.exception("%s failed", block_fn.name)
            raise gr.Error(request_texts()("page.fault"), print_exception=False) from None


class _Sessions(OrderedDict[str, Any]):
    """Sessions by name; their number is bounded, so their names are, too."""

    def __setitem__(self, name: str, session: Any) -> None:
        if len(name) > SESSION_NAME:
            raise HTTPException(400, LONG_NAME)
        super().__setitem__(name, session)


def _is_odd_text(block: object, value: object) -> bool:
    """Return whether a textbox received a value that is not text; Gradio would convert it, for example to "['a']"."""
    return isinstance(block, gr.Textbox) and not isinstance(value, str | None)


def whole_characters(value: Any, *, nul: str = "\0") -> Any:
    """Return a JSON value with "?" for each half of a surrogate pair, which an answer could not repeat.

    Args:
        value: of strings, numbers, lists and objects.
        nul: takes the place of U+0000.
    """
    if isinstance(value, str):
        value = value.replace("\0", nul)
        return value if value.isascii() else value.encode("utf-8", errors="replace").decode("utf-8")
    if isinstance(value, list):
        return [whole_characters(item, nul=nul) for item in value]
    if isinstance(value, dict):
        return {whole_characters(name, nul=nul): whole_characters(item, nul=nul) for name, item in value.items()}
    return value


def event_field(event: gr.EventData, name: str) -> Any:
    """Return a value that a browser sent with an event; None without one. Any client can send anything."""
    data = event._data
    return data.get(name) if isinstance(data, dict) else None


def current_page() -> gr.Blocks:
    """Return the page that is being built.

    Raises:
        RuntimeError: called outside of `gr.Blocks`.
    """
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    return page
