"""The server functions that the explorer calls from the browser: each takes and returns one JSON object.

A refusal or a fault is answered as {problem: text}, because the browser would receive nothing for an exception.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

from core.service import Service, ask
from viz.tabs.language import request_texts
from viz.tabs.translate.traces import Traces, answering_both
from viz.wire.answers import FORMS, Json, answered


def server_functions(
    service: Service, forms: Mapping[str, Callable[[Any], Json]] = FORMS, traces: Traces | None = None
) -> list[Callable[[Json], Json]]:
    """Return one function for each of some questions of the service, under its name.

    Args:
        service: answers.
        forms: by the name of the question, what makes JSON values of its answer.
        traces: those that visitors opened; some questions can be asked of them, too.
    """
    return [answering(name, _answer_to(service, traces, name, form)) for name, form in forms.items()]


def _answer_to(
    service: Service, traces: Traces | None, name: str, form: Callable[[Any], Json]
) -> Callable[[Json], Json]:
    answer = functools.partial(_answer, service, name, form)
    return answer if traces is None else answering_both(traces, service, name, answer)


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
