"""The tab "Inside the maths": formulas of the paper with figures that controls move at once.

One file an idea. Nothing is drawn before the tab is opened, and torch is loaded by the first drawing at the
earliest.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from viz.tabs.maths import masks, positional, schedule, softmax
from viz.tabs.maths.fields import CheckpointValues, Section, aloud, gently, told
from viz.tabs.maths.masks import untranslated
from viz.tabs.wording import Wording

__all__ = ["CheckpointValues", "MathsTab", "build", "on_checkpoint", "on_sentence", "untranslated"]


class MathsTab(NamedTuple):
    """What the app needs of the tab."""

    sections: tuple[Section, ...]  # positional, masks, schedule, softmax
    labelled: list[Any]  # components with words, the outputs of `relabel`
    relabel: Callable[[str], list[dict[str, Any]]]  # language -> one update for each of `labelled`
    sentence: tuple[Component, Component]  # outputs of `on_sentence`: the first sentence and its translation
    second: tuple[Component, Component]  # the second sentence and its translation
    bound: Any  # the event after which the controls hold another checkpoint's values


def build(
    checkpoint_values: Callable[[str], CheckpointValues],
    tokenize: Callable[[str, str], list[str]],
    checkpoint: Component,
    tab: gr.Tab,
    language: Component | None = None,
    *,
    first_language: str = "en",
) -> MathsTab:
    """Lay the tab out and register its handlers; call it inside `tab`.

    Args:
        checkpoint_values: a checkpoint's name -> its values; must not load torch.
        tokenize: (checkpoint, text) -> surface tokens with the end symbol; called only by handlers.
        checkpoint: the picker; its value is a checkpoint's name or None.
        tab: the tab around; its first opening draws the figures.
        language: the switch, whose value is a language's code; a constant `first_language` without it.
        first_language: language of the words as built.
    """
    language = language or gr.State(first_language)
    wording = Wording(first_language)
    name = checkpoint.value if isinstance(checkpoint.value, str) else None
    values = _first_values(checkpoint_values, name)
    opened = gr.State(False)
    with gr.Tabs(elem_id="maths-sections"):
        sections = (
            positional.build(wording, values, language),
            masks.build(wording, values, checkpoint, tokenize, language),
            schedule.build(wording, values, language),
            softmax.build(wording, values, language),
        )
    for section in sections:
        _listen(section)
        tab.select(section.draw, section.inputs, section.figures, **_ALOUD)
    tab.select(_opened, None, opened, **_AT_ONCE)
    controls = [control for section in sections for control in section.controls]
    defaults = tuple(section.defaults for section in sections)
    bind = functools.partial(on_checkpoint, checkpoint_values, defaults)
    changed = checkpoint.change(bind, [checkpoint, language], controls, **_ALOUD)
    for section in sections:
        redraw = functools.partial(_draw_if_opened, section.draw)
        changed.success(redraw, [opened, *section.inputs], section.figures, **_ALOUD)
        if not isinstance(language, gr.State):
            language.change(redraw, [opened, *section.inputs], section.figures, **_ALOUD)
    source, target, *second = sections[1].controls[1:5]
    return MathsTab(sections, wording.components, wording.updates, (source, target), (second[0], second[1]), changed)


def on_checkpoint(
    checkpoint_values: Callable[[str], CheckpointValues],
    defaults: tuple[Callable[[CheckpointValues, str], tuple[Any, ...]], ...],
    checkpoint: str | None,
    language: str,
) -> list[Any]:
    """Every control's value for a checkpoint, section by section; the paper's base model without one.

    Raises:
        gr.Error: the checkpoint cannot be read.
    """
    try:
        values = checkpoint_values(checkpoint) if checkpoint else CheckpointValues()
    except CoreError as error:
        raise told(error, language) from error
    return [value for section in defaults for value in section(values, language)]


def on_sentence(source: str, translation: str) -> tuple[str, str]:
    """The sentence at hand and its translation, for the masks; for `MathsTab.sentence`."""
    return source, translation


# Raw values, which the handlers check: gradio's own bounds would speak English and know no empty box.
_ALOUD: dict[str, Any] = {"preprocess": False, "show_progress": "hidden", "api_visibility": "private"}
# Past the queue a figure follows a moving slider; but gradio shows no error of such a handler.
_AT_ONCE: dict[str, Any] = {**_ALOUD, "queue": False, "trigger_mode": "always_last"}


def _listen(section: Section) -> None:
    """Draw while a control moves, skipping what cannot be drawn; refuse it aloud once the control is let go."""
    for control in section.controls:
        control.change(gently(section.draw), section.inputs, section.figures, **_AT_ONCE)
        events = ("change",) if isinstance(control, gr.Dropdown) else ("release", "submit", "blur")
        for event in events:
            if hasattr(control, event):
                getattr(control, event)(aloud(section.read), section.inputs, None, **_ALOUD)


def _first_values(checkpoint_values: Callable[[str], CheckpointValues], name: str | None) -> CheckpointValues:
    """Of the checkpoint that the page opens with; one that cannot be read must not keep the page from opening."""
    try:
        return checkpoint_values(name) if name else CheckpointValues()
    except CoreError:
        return CheckpointValues()


def _opened() -> bool:
    return True


def _draw_if_opened(draw: Callable[..., Any], opened: bool, *values: Any) -> Any:
    """Draw again only where something has been drawn: a page whose tab was never opened stays light."""
    return draw(*values) if opened else gr.skip()
