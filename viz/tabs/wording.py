"""Words of the components on the page, kept so that a language switch finds each of them."""

import functools
import html
from collections.abc import Callable
from typing import Any

import gradio as gr

from viz import theme
from viz.components.figure import WORDS, plotly_figure
from viz.texts import text

LATEX = [
    {"left": "$$", "right": "$$", "display": True},
    {"left": "$", "right": "$", "display": False},
]


class Wording:
    """Words of the components that stand on the page, so that a language switch finds each of them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.components: list[Any] = []
        self._settings: list[Callable[[str], dict[str, Any]]] = []

    def add(self, component: Any, settings: Callable[[str], dict[str, Any]]) -> Any:
        """Remember a component and the function that gives its words in a language."""
        self.components.append(component)
        self._settings.append(settings)
        return component

    def updates(self, language: str) -> list[dict[str, Any]]:
        """One update for each of `components`, in order."""
        return [gr.update(**settings(language)) for settings in self._settings]

    def control(self, kind: type[Any], key: str, **options: Any) -> Any:
        """A control whose label and hint are `<key>.label` and `<key>.info`."""
        words = functools.partial(_control_words, key)
        elem_id = key.replace(".", "-").replace("_", "-")
        return self.add(kind(**words(self.language), elem_id=elem_id, **options), words)

    def tab(self, key: str) -> gr.Tab:
        """A sub-tab named `<key>.tab`."""
        words = functools.partial(_tab_words, key)
        elem_id = key.replace(".", "-")
        return self.add(gr.Tab(**words(self.language), id=elem_id, elem_id=f"{elem_id}-tab"), words)

    def intro(self, key: str) -> gr.Markdown:
        """Formula, section of the paper and meaning: `<key>.intro`."""
        words = functools.partial(_intro_words, key)
        markdown = gr.Markdown(
            **words(self.language), latex_delimiters=LATEX, elem_classes=["gf-maths-intro"], container=False
        )
        return self.add(markdown, words)

    def figure(
        self, key: str, elem_id: str, *, min_height: int, empty: str = "maths.waiting", **options: Any
    ) -> gr.HTML:
        """A figure with the caption `<key>.caption`, and the words `empty` where there is nothing to draw."""
        words = functools.partial(_figure_words, key, empty=empty)
        component = plotly_figure(
            **words(self.language), dark=theme.DARK, min_height=min_height, elem_id=elem_id, **options
        )
        return self.add(component, words)


def _control_words(key: str, language: str) -> dict[str, Any]:
    return {"label": text(f"{key}.label", language), "info": text(f"{key}.info", language)}


def _tab_words(key: str, language: str) -> dict[str, Any]:
    return {"label": text(f"{key}.tab", language)}


def _intro_words(key: str, language: str) -> dict[str, Any]:
    return {"value": text(f"{key}.intro", language)}


def _figure_words(key: str, language: str, *, empty: str = "maths.waiting") -> dict[str, Any]:
    words: dict[str, str] = {word: text(f"figure.{word}", language) for word in WORDS}
    words["empty"] = text(empty, language)  # most figures are on their way from the moment they are seen
    return {"caption": text(f"{key}.caption", language), "words": words}


def error_toast(words: str, **options: Any) -> gr.Error:
    """An error for the page: Gradio draws its words as markup, and what a person typed may stand in them.

    Args:
        words: the sentence, as text.
        **options: of gr.Error.
    """
    return gr.Error(html.escape(words, quote=False), print_exception=False, **options)
