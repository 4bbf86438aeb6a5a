"""The tab "Inside the maths": labs over the loaded model; nothing is loaded or computed before it is seen."""

from collections.abc import Callable
from typing import Any

from core.service import Service
from viz.components.maths import SECTION, maths, texts_json
from viz.tabs.language import request_texts
from viz.tabs.maths.answers import FORMS, all_words
from viz.tabs.maths.standalone import lab_page
from viz.tabs.translate.server import server_functions
from viz.tabs.translate.visits import for_visitors
from viz.tabs.wording import Wording
from viz.texts import Texts
from viz.wire.answers import Json


def build(service: Service, wording: Wording) -> None:
    """Lay the tab out.

    Args:
        service: answers what labs ask about the translation that the first tab shows.
        wording: has the words.
    """
    functions = [with_words(one) if one.__name__ == "lab_bench" else one for one in server_functions(service, FORMS)]
    server = [for_visitors(function, service.turnstile) for function in (*functions, lab_page)]
    wording.add(
        maths(texts=around(wording.texts), server=server, elem_id="maths"),
        lambda texts: {"texts": texts_json(around(texts))},
    )


def around(texts: Texts) -> dict[str, str]:
    """Return the words around the labs, and those of listings."""
    own = {key: words for key, words in texts.section(SECTION).items() if key.count(".") == 1 or ".group." in key}
    return own | {
        f"{SECTION}listing.{key.removeprefix('code.')}": words for key, words in texts.section("code.").items()
    }


def with_words(answer: Callable[[Any], Json]) -> Callable[[Any], Json]:
    """Make the first answer to a bench also bring the words of all labs, in the visitor's language."""

    def lab_bench(data: Any) -> Json:
        reply = answer(data)
        return reply if "problem" in reply else {"facts": reply, "texts": all_words(request_texts())}

    return lab_bench
