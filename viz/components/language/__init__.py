"""The switch of the page's language: one button for each, of which the present one is pressed.

`index.js` finds out which language a visitor wants (address, cookie, browser) and remembers it. Where the page has
another one, it asks the server for the words, once for each language, and triggers `language_chosen`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.static import component_from

_FOLDER = Path(__file__).parent
EVENTS = ("language_chosen",)
UPDATES = "() => document.querySelector('#language').updates"  # of the components with words, as a script of the event
PARAMETER = "lang"  # in the address, and the name of the cookie


def language_switch(
    names: Mapping[str, str], *, words: str, server: Sequence[Callable[..., Any]], elem_id: str
) -> gr.HTML:
    """Place the switch; it shows nothing where there is only one language.

    Args:
        names: language code -> what its button shows.
        words: as `pack_words` gives them.
        server: the server function `page_words`, which takes {code}.
        elem_id: id in the page.
    """
    given = {"names": dict(names), "words": words, "parameter": PARAMETER}
    options: dict[str, Any] = {"elem_id": elem_id, "server_functions": list(server), "padding": False}
    return component_from(_FOLDER, "", given=given, events=EVENTS, **options)


def pack_words(*, language: str, title: str, label: str) -> str:
    """Pack the language of the page, its title and the label of the switch: one JSON string."""
    return json.dumps({"language": language, "title": title, "label": label})
