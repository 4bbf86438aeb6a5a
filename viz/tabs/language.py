"""The language of a visitor: that of the address (`?lang=zh`), else the one remembered, else the browser's."""

import functools
import re
from collections.abc import Iterator
from typing import Any

import gradio as gr
from gradio.context import LocalContext

from viz.components.language import PARAMETER, UPDATES, language_switch, pack_words
from viz.tabs.wording import Wording
from viz.texts import CATALOGUES, Texts, texts_in

_RANGE = re.compile(r"\s*([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")
_MOST_RANGES = 20  # of a header that any client can send


def switch(wording: Wording) -> gr.HTML:
    """Place the switch of the language; `follow_language` makes it work once everything else is laid out."""
    names = {code: texts_in(code)("page.language.name") for code in CATALOGUES}

    def page_words(data: Any) -> list[dict[str, Any]]:
        """Return the words of the whole page: what the components with texts change, in their order."""
        return wording.updates(texts_in(data.get("code") if isinstance(data, dict) else None))

    words = _switch_words(wording.texts)["words"]
    made = language_switch(names, words=words, server=[page_words], elem_id="language")
    return wording.add(made, _switch_words)


def follow_language(language: gr.HTML, wording: Wording) -> None:
    """Give the page the words of the chosen language; nothing but words is made anew.

    Gradio marks every component of the page as waiting, and again as ready, for each event that the server answers. So
    the browser distributes the words, which it has asked for once, and one event redraws what has numbers in it.

    Args:
        language: the switch, which also says at the beginning which language a visitor wants.
        wording: has the words of the whole page.
    """
    private: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    switched = language.language_chosen(None, None, wording.components, js=UPDATES, **private)
    inputs = {component for one in wording.redraws for component in one.inputs}
    outputs = dict.fromkeys(component for one in wording.redraws for component in one.outputs)

    def redraw(sent: dict[Any, Any]) -> dict[Any, Any]:
        return wording.redrawn(sent)

    def describe(*values: Any) -> list[Any]:
        return [one.describe(value) for one, value in zip(wording.followed, values, strict=True)]

    redrawn = switched.then(redraw, inputs, [*outputs], **private)
    # A page may begin with another model than the one whose name was sent with the request above.
    sources, described = ([getattr(one, part) for one in wording.followed] for part in ("source", "output"))
    redrawn.then(describe, sources, described, **private)


def request_texts() -> Texts:
    """Return the words of the current request's visitor; the first language if none is named.

    Call it in the handler of an event or in a server function of a component, and pass on what it returns.
    """
    request = LocalContext.request.get(None)
    return texts_in(next(_asked(request), next(iter(CATALOGUES))))


def _asked(request: object) -> Iterator[str]:
    """Yield what a request names, the most wanted first: each is the code of a language that there is."""
    named = [_named(request, "query_params", PARAMETER), _named(request, "cookies", PARAMETER)]
    for code in [*named, *accepted_languages(_named(request, "headers", "accept-language"))]:
        for name in (code, code.lower().partition("-")[0]):
            if name in CATALOGUES:
                yield name


@functools.lru_cache(maxsize=256)
def accepted_languages(header: str) -> tuple[str, ...]:
    """Return the languages that a browser accepts, the most wanted first.

    Examples:
        >>> accepted_languages("en;q=0.5, zh-CN, zh;q=0.9")
        ('zh-CN', 'zh', 'en')
        >>> accepted_languages("nonsense;;, *")
        ()
    """
    found = [_RANGE.fullmatch(part) for part in header[:1000].split(",")[:_MOST_RANGES]]
    weighed = [(float(match[2] or 1), match[1]) for match in found if match]
    return tuple(code for weight, code in sorted(weighed, key=lambda one: -one[0]) if weight > 0)


def _named(request: object, part: str, name: str) -> str:
    """Return what a part of a request has by this name; "" without it."""
    values = getattr(request, part, None)  # a mapping, or Gradio's object that only resembles one
    return str(values.get(name) or "") if values is not None else ""


def _switch_words(texts: Texts) -> dict[str, str]:
    return {"words": pack_words(language=texts.language, title=texts("page.title"), label=texts("page.language"))}
