"""The server functions that the explorer calls from the browser: each takes and returns one JSON object.

A refusal is answered as {problem: text}; a fault of the server is logged and answered in the same way, because the
browser would receive nothing for an exception.
"""

import functools
import logging
from collections.abc import Callable, Mapping
from typing import Any

from core.errors import CoreError
from core.service import Service, ask
from viz.tabs.language import request_texts
from viz.wire.answers import FORMS, Json

_log = logging.getLogger(__name__)


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
        try:
            return compute(data)
        except CoreError as error:
            return {"problem": request_texts().error(error)}
        except Exception:
            _log.exception("%s could not be answered", name)
            return {"problem": request_texts()("translate.failed")}

    answer.__name__ = name
    return answer
