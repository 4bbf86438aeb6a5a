"""The tab "Inside the maths": labs over the loaded model; nothing is loaded or computed before it is seen."""

from collections.abc import Callable
from typing import Any

from core.service import Service
from viz.components.maths import maths, texts_json
from viz.saved_page.labs import saved_labs
from viz.tabs.language import request_texts
from viz.tabs.translate.server import server_functions
from viz.tabs.translate.visits import for_visitors
from viz.tabs.wording import Wording
from viz.wire.answers import Json
from viz.wire.labs import FORMS, all_words, around, searched_words


def build(service: Service, wording: Wording) -> None:
    """Lay the tab out.

    Args:
        service: answers what labs ask about the translation that the first tab shows.
        wording: has the words.
    """
    functions = [with_words(one) if one.__name__ == "lab_bench" else one for one in server_functions(service, FORMS)]
    server = [for_visitors(function, service.turnstile) for function in (*functions, lab_page, lab_words)]
    wording.add(
        maths(texts=around(wording.texts), server=server, elem_id="maths"),
        lambda texts: {"texts": texts_json(around(texts))},
    )


def lab_page(_: Any) -> dict[str, str]:
    """Return the empty page; its element `held` takes the values, words and answers as JSON."""
    return {"page": saved_labs(request_texts())}


def lab_words(_: Any) -> dict[str, dict[str, str]]:
    """Return the words of each lab in all languages, which a search reads."""
    return {"words": searched_words()}


def with_words(answer: Callable[[Any], Json]) -> Callable[[Any], Json]:
    """Make the first answer to a bench also bring the words of all labs, in the visitor's language."""

    def lab_bench(data: Any) -> Json:
        reply = answer(data)
        return reply if "problem" in reply else {"facts": reply, "texts": all_words(request_texts())}

    return lab_bench
