"""Texts of the components on the page, recorded so that a change of the language can update all of them."""

import functools
import html
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import gradio as gr

from viz import theme
from viz.components.figure import WORDS, plotly_figure
from viz.texts import Texts

Changes = Mapping[Any, Any]  # by component


class Redraw(NamedTuple):
    """A handler whose values contain texts."""

    handler: Callable[[Changes], Changes | Iterator[Changes]]
    inputs: set[Any]
    outputs: list[Any]


class Followed(NamedTuple):
    """A component that describes the value of another one."""

    describe: Callable[[Any], Any]
    source: Any
    output: Any


class Wording:
    """Texts of the components on the page, so that a change of the language can update all of them.

    Attributes:
        texts: the words with which the page is built.
        components: those with texts.
        redraws: handlers to call after a change, for texts that contain values: a sentence with numbers in it.
        followed: descriptions to make anew once more after it, as their source may change while it is answered.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.components: list[Any] = []
        self.redraws: list[Redraw] = []
        self.followed: list[Followed] = []
        self._settings: list[Callable[[Texts], dict[str, Any]]] = []

    def add(self, component: Any, settings: Callable[[Texts], dict[str, Any]]) -> Any:
        """Record a component and the function that returns its texts, as properties."""
        self.components.append(component)
        self._settings.append(settings)
        return component

    def redraw(self, handler: Callable[..., Any], inputs: Iterable[Any], outputs: Iterable[Any]) -> None:
        """Record a handler whose values contain texts.

        Args:
            handler: takes the values of its inputs, by component, and returns updates by component, or yields them.
            inputs: the components.
            outputs: the components.
        """
        self.redraws.append(Redraw(handler, {*inputs}, [*outputs]))

    def follow(self, describe: Callable[[Any], Any], source: Any, output: Any) -> None:
        """Describe the value of a component when it changes and when the language does.

        Args:
            describe: takes the value of `source` and returns that of `output`, in the language of the request.
            source: the component, a picker.
            output: the component that describes it.
        """
        hidden: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
        source.change(describe, source, output, **hidden)
        self.redraw(lambda sent: {output: describe(sent[source])}, [source], [output])
        self.followed.append(Followed(describe, source, output))

    def redrawn(self, sent: Changes) -> dict[Any, Any]:
        """Return what all recorded handlers change; of one that yields several times, the last state."""
        found: dict[Any, Any] = {}
        for one in self.redraws:
            changes = one.handler({component: sent[component] for component in one.inputs})
            for changed in [changes] if isinstance(changes, Mapping) else changes:
                found |= changed
        return found

    def updates(self, texts: Texts) -> list[dict[str, Any]]:
        """Return the texts of each of `components`, in order, as the browser's part of Gradio takes them."""
        settings = zip(self.components, self._settings, strict=True)
        return [_update(component, words(texts)) for component, words in settings]

    def text(self, kind: type[Any], key: str, prop: str = "value", **options: Any) -> Any:
        """Return a component of which one property is the text of `key`."""
        words = functools.partial(_one_text, key, prop)
        return self.add(kind(**words(self.texts), **options), words)

    def labelled(self, kind: type[Any], key: str, **options: Any) -> Any:
        """Return a component of which the label is the text of `key`."""
        return self.text(kind, key, "label", **options)

    def control(self, kind: type[Any], key: str, **options: Any) -> Any:
        """Return a control whose label and hint are `<key>.label` and `<key>.info`."""
        words = functools.partial(_control_words, key)
        elem_id = key.replace(".", "-").replace("_", "-")
        return self.add(kind(**words(self.texts), elem_id=elem_id, **options), words)

    def figure(self, key: str, elem_id: str, *, min_height: int, empty: str, **options: Any) -> gr.HTML:
        """Place a figure with the caption `<key>.caption` and the words `empty` for no data."""
        words = functools.partial(figure_words, key, empty=empty)
        component = plotly_figure(
            **words(self.texts), dark=theme.DARK, min_height=min_height, elem_id=elem_id, **options
        )
        return self.add(component, words)


def _update(component: Any, changed: dict[str, Any]) -> dict[str, Any]:
    if isinstance(component, gr.HTML):  # its own properties are one of Gradio's
        return {"props": changed, "__type__": "update"}
    if "value" in changed:
        return {**changed, "value": component.postprocess(changed["value"]), "__type__": "update"}
    return {**changed, "__type__": "update"}


def _one_text(key: str, prop: str, texts: Texts) -> dict[str, Any]:
    return {prop: texts(key)}


def _control_words(key: str, texts: Texts) -> dict[str, Any]:
    return {"label": texts(f"{key}.label"), "info": texts(f"{key}.info")}


def figure_words(key: str, texts: Texts, *, empty: str) -> dict[str, Any]:
    """Return the caption of a figure and the words around it, as properties of the component."""
    words: dict[str, str] = {word: texts(f"figure.{word}") for word in WORDS}
    words["empty"] = texts(empty)  # most figures are being computed when they first appear
    return {"caption": texts(f"{key}.caption"), "words": words}


def error_toast(words: str, **options: Any) -> gr.Error:
    """Return an error for the page, escaped: Gradio draws its words as markup.

    Args:
        words: the sentence, as text.
        **options: of gr.Error.
    """
    return gr.Error(html.escape(words, quote=False), print_exception=False, **options)
