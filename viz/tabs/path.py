"""The path above the tabs, and Test yourself above the labs: exercises about the sentence at hand."""

from collections.abc import Callable, Mapping
from typing import Any

from core.exercises.chapters import CHAPTERS
from core.service import Service
from viz.components.exercises import exercises
from viz.components.exercises import texts_json as exercises_json
from viz.components.path import path, texts_json
from viz.tabs.language import request_texts
from viz.tabs.translate.server import server_functions
from viz.tabs.translate.visits import for_visitors
from viz.tabs.wording import Wording
from viz.texts import Texts
from viz.texts.formulas import with_mathml
from viz.wire.answers import FORMS, Json

_ASKED = ("exercises", "head_importance", "variant")  # of the path


def _going(fields: str) -> str:
    return f"() => {{ document.dispatchEvent(new CustomEvent('go-to', {{detail: {fields}}})); }}"


# For a button: the address continues where the reader was, or begins with the first chapter.
OPEN = _going("{path: 'hour', chapter: ''}")
TEST = _going("{tab: 'maths', lab: '', set: '', test: 'all'}")


def build(service: Service, wording: Wording) -> None:
    """Place the path; call this before the tabs are laid out.

    Args:
        service: answers what a chapter asks about the translation that the first tab shows.
        wording: has the words.
    """
    wording.add(
        path(texts=_path_words(wording.texts), server=_functions(service, *_ASKED)),
        lambda texts: {"texts": texts_json(_path_words(texts))},
    )


def build_test(service: Service, wording: Wording) -> None:
    """Place Test yourself."""
    wording.add(
        exercises(texts=_test_words(wording.texts), chapters=CHAPTERS, server=_functions(service, "exercises")),
        lambda texts: {"texts": exercises_json(_test_words(texts))},
    )


def _functions(service: Service, *names: str) -> list[Callable[..., Any]]:
    found = server_functions(service, {name: FORMS[name] for name in names})
    with_words = [_with_words(one) if one.__name__ == "exercises" else one for one in found]
    return [for_visitors(function, service.turnstile) for function in with_words]


def _with_words(answer: Callable[[Any], Json]) -> Callable[[Any], Json]:
    """Make an answer with exercises also bring their words, in the visitor's language."""

    def exercises(data: Any) -> Json:
        reply = answer(data)
        if "problem" in reply:
            return reply
        words = request_texts().section(f"exercises.{data['chapter']}.")
        return {**reply, "texts": {_short(key): with_mathml(text) for key, text in words.items()}}

    return exercises


def _short(key: str) -> str:
    return key.partition(".")[2]


def _form_words(texts: Texts) -> dict[str, str]:
    """Return the words around every exercise, and the names of heads."""
    own = {
        _short(key): words for key, words in texts.section("exercises.").items() if key.split(".")[1] not in CHAPTERS
    }
    return own | {_short(key): words for key, words in texts.section("attention.head.name", "attention.kind.").items()}


def _path_words(texts: Texts) -> Mapping[str, str]:
    return _form_words(texts) | {_short(key): words for key, words in texts.section("path.").items()}


def _test_words(texts: Texts) -> Mapping[str, str]:
    titles = {f"title.{chapter}": texts(f"path.{chapter}.title") for chapter in CHAPTERS}
    return _form_words(texts) | titles
