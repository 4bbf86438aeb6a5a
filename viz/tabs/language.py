"""The language of a visitor: the one in the address (`?lang=zh`), or the one that the browser remembers."""

from typing import Any

import gradio as gr
from gradio.context import LocalContext

from viz.tabs.wording import Wording
from viz.texts import CATALOGUES, Texts, texts_in

PARAMETER = "lang"  # in the address, and the name of the cookie

# Only the request of a page's load has the address; the cookie brings its language to all later ones.
REMEMBER = f"""() => {{
    const code = new URL(location.href).searchParams.get('{PARAMETER}');
    if (/^[A-Za-z-]{{2,20}}$/.test(code || '')) document.cookie = `{PARAMETER}=${{code}}; path=/; SameSite=Lax`;
}}"""


def follow_language(page: gr.Blocks, wording: Wording) -> None:
    """Give each new page the texts of its visitor's language; only texts change, so this may also be done later.

    Does nothing if there is only one language.
    """
    page.load(None, None, None, js=REMEMBER)
    if len(CATALOGUES) > 1:
        options: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
        switched = page.load(lambda: wording.updates(request_texts()), None, wording.components, **options)
        for one in wording.redraws:
            switched.then(one.handler, one.inputs, one.outputs, **options)


def request_texts() -> Texts:
    """Return the words of the current request's visitor; the first language if none is named.

    Call it in the handler of an event or in a server function of a component, and pass on what it returns.
    """
    request = LocalContext.request.get(None)
    asked = (_named(request, "query_params"), _named(request, "cookies"))
    return texts_in(next((code for code in asked if code), next(iter(CATALOGUES))))


def _named(request: object, part: str) -> str:
    """Return the language that a part of a request names; "" if it does not name one."""
    values = getattr(request, part, None)  # a mapping, or Gradio's object that only resembles one
    return str(values.get(PARAMETER) or "") if values is not None else ""
