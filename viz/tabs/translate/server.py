"""The server functions that the explorer calls from the browser: each takes and returns one JSON object.

A refusal or a fault is answered as {problem: text}, because the browser would receive nothing for an exception.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

from core.service import Service, ask
from viz.tabs.language import request_texts
from viz.wire.answers import FORMS, Json, answered


def server_functions(
    service: Service, forms: Mapping[str, Callable[[Any], Json]] = FORMS
) -> list[Callable[[Json], Json]]:
    """Return one function for each of some questions of the service, under its name.

    Args:
        service: answers.
        forms: by the name of the question, what makes JSON values of its answer.
    """
    return [answering(name, functools.partial(_answer, service, name, form)) for name, form in forms.items()]


def _answer(service: Service, name: str, form: Callable[[Any], Json], data: Json) -> Json:
    return form(ask(service, name, data))


def answering(name: str, compute: Callable[[Any], Json]) -> Callable[[Json], Json]:
    """Return a server function.

    Args:
        name: by which the browser calls it.
        compute: makes its answer; refusals and faults are answered as well.
    """

    def answer(data: Any) -> Json:
        return answered(name, lambda: compute(data), request_texts)

    answer.__name__ = name
    return answer
