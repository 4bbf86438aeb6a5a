"""The tab "The machine": Figure 1 of the paper with the numbers of the sentence at hand."""

from collections.abc import Callable
from typing import Any

from core.service import Service
from viz.components.machine import machine, texts_json
from viz.tabs.translate.server import server_functions
from viz.tabs.translate.visits import for_visitors
from viz.tabs.wording import Wording
from viz.wire.machine import FORMS


def build(service: Service, wording: Wording, save_from: Callable[[Any], None]) -> None:
    """Lay the tab out; nothing is computed before it is seen.

    Args:
        service: answers what is asked about the translation that the first tab shows.
        wording: has the words.
        save_from: answers the component's `save_request` with a file.
    """
    view = machine(
        texts=wording.texts.section("machine.", "code."),
        server=[for_visitors(function, service.turnstile) for function in server_functions(service, FORMS)],
        elem_id="machine",
    )
    save_from(view)
    wording.add(view, lambda texts: {"texts": texts_json(texts.section("machine.", "code."))})
