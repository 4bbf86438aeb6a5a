"""The tab "Inside the maths": the labs of `viz.labs`, whose controls update their figures at once.

Nothing is drawn before the tab is opened, and torch is loaded by the first drawing at the earliest.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from viz.components.listings import listing_words, listings, pack_listings
from viz.labs import CheckpointValues, Lab, Setting, labs
from viz.tabs.code import listings_json
from viz.tabs.language import request_texts
from viz.tabs.page import event_field
from viz.tabs.wording import Wording, error_toast
from viz.texts import Texts

# Gradio's own checks report in English only and ignore empty boxes, so handlers check raw values.
_REPORTED: dict[str, Any] = {"preprocess": False, "show_progress": "hidden", "api_visibility": "private"}
# Without the queue a figure follows a moving slider, but Gradio shows no error of such a handler.
_AT_ONCE: dict[str, Any] = {**_REPORTED, "queue": False, "trigger_mode": "always_last"}

SECTION = "maths-"  # before a lab's name: the id of its section, as `Wording.tab` makes it of the key `maths.<name>`
Values = Mapping[Any, Any]  # component -> its value, as Gradio hands them to a handler with a set of inputs


class BuiltLab(NamedTuple):
    """One lab on the page."""

    lab: Lab
    tab: gr.Tab
    controls: dict[str, Component]  # by name
    figures: dict[str, gr.HTML]  # by name
    code: gr.HTML  # the lines that computed the figures
    code_open: gr.State  # whether a visitor has them open


class MathsTab(NamedTuple):
    """Components of the tab that the app needs."""

    labs: dict[str, BuiltLab]  # by name
    sections: gr.Tabs  # one tab for each lab, whose id is the lab's name
    bound: Any  # the event after which the controls have the values of another checkpoint

    def control(self, lab: str, name: str) -> Component:
        """Return one control of one lab."""
        return self.labs[lab].controls[name]


class _Page(NamedTuple):
    """Components that every handler of the tab takes in addition to a lab's controls."""

    checkpoint: Component
    opened: gr.State  # whether the tab has been opened
    values: Callable[[str], CheckpointValues]
    tokenize: Callable[[str, str], list[str]]

    def setting(self, given: Values) -> Setting:
        """Return the context of a lab from the values passed to a handler."""
        name = given[self.checkpoint]
        return Setting(request_texts(), (lambda sentence: self.tokenize(name, sentence)) if name else None)


def build(
    checkpoint_values: Callable[[str], CheckpointValues],
    tokenize: Callable[[str, str], list[str]],
    checkpoint: Component,
    tab: gr.Tab,
    wording: Wording,
) -> MathsTab:
    """Lay the tab out and register its handlers; call it inside `tab`.

    Args:
        checkpoint_values: from a checkpoint's name to its values; must not load torch.
        tokenize: from (checkpoint, text) to surface tokens with the end symbol; called only by handlers.
        checkpoint: the picker; its value is a checkpoint's name or None.
        tab: the enclosing tab; opening it draws the figures.
        wording: has the words.
    """
    name = checkpoint.value if isinstance(checkpoint.value, str) else None
    values = _first_values(checkpoint_values, name)
    page = _Page(checkpoint, gr.State(False), checkpoint_values, tokenize)
    with gr.Tabs(elem_id="maths-sections") as sections:
        built = {lab.name: _place(lab, lab.bind(values, wording.texts), wording) for lab in labs()}
    handlers = {name: _Handlers(one, page) for name, one in built.items()}
    for name, one in built.items():
        _listen(one, handlers[name], tab)
    tab.select(lambda: True, None, page.opened, **_AT_ONCE)
    bound = _bind(built, handlers, page)
    return MathsTab(built, sections, bound)


def control_values(
    checkpoint_values: Callable[[str], CheckpointValues], checkpoint: str | None, texts: Texts
) -> dict[str, dict[str, Any]]:
    """Return each lab's control values for a checkpoint, by lab and control; the paper's base model without one.

    Raises:
        gr.Error: the checkpoint cannot be read.
    """
    try:
        values = checkpoint_values(checkpoint) if checkpoint else CheckpointValues()
    except CoreError as error:
        raise error_toast(texts.error(error)) from error
    return {lab.name: lab.bind(values, texts) for lab in labs()}


def _place(lab: Lab, values: Mapping[str, Any], wording: Wording) -> BuiltLab:
    """Lay out one lab: words and controls on the left, figures on the right."""
    with wording.tab(lab.key) as tab, gr.Row(elem_classes=["gf-maths-section"]):
        with gr.Column(scale=4, min_width=280, elem_classes=["gf-maths-controls"]):
            wording.intro(lab.key)
            controls = {one.name: one.build(wording, f"{lab.key}.{one.name}", values[one.name]) for one in lab.controls}
        with gr.Column(scale=8, min_width=320, elem_classes=["gf-maths-figures"]):
            figures = _place_figures(lab, wording)
            code = wording.add(listings(wording.texts, elem_id=f"maths-{lab.name}-code"), listing_words)
            code_open = gr.State(False)
    return BuiltLab(lab, tab, controls, figures, code, code_open)


def _place_figures(lab: Lab, wording: Wording) -> dict[str, gr.HTML]:
    def placed(name: str, caption: str, min_height: int) -> gr.HTML:
        key = f"{lab.key}.{caption}".removesuffix(".caption")
        return wording.figure(key, f"maths-{lab.name}-{name}", min_height=min_height)

    alone = {one.name: placed(one.name, one.caption, one.min_height) for one in lab.figures if not one.in_row}
    in_row = [one for one in lab.figures if one.in_row]
    if in_row:
        with gr.Row():
            for one in in_row:
                with gr.Column(min_width=320):  # wraps below the other on narrow screens
                    alone[one.name] = placed(one.name, one.caption, one.min_height)
    return {one.name: alone[one.name] for one in lab.figures}


class _Handlers:
    """The handlers of one lab; each takes and returns values by component."""

    def __init__(self, built: BuiltLab, page: _Page) -> None:
        self._built, self._page = built, page
        self.drawn = [*built.figures.values(), built.code]
        self.inputs: set[Any] = {page.checkpoint, page.opened, built.code_open, *built.controls.values()}

    def draw(self, given: Values) -> dict[Any, Any]:
        """Return every figure, packed, and the code if it is open; report a value that cannot be drawn."""
        figures = self._built.lab.figures_of(self._raw(given), self._page.setting(given))
        drawn: dict[Any, Any] = {self._built.figures[name]: packed for name, packed in figures.items()}
        return drawn | {self._built.code: self._code(given, bool(given[self._built.code_open]))}

    def fold(self, given: Values, event: gr.EventData) -> dict[Any, Any]:
        """Keep whether the code is open, and return it if it is."""
        is_open = event_field(event, "open") is True
        return {self._built.code_open: is_open, self._built.code: self._code(given, is_open)}

    def draw_if_valid(self, given: Values) -> dict[Any, Any]:
        """Draw for a value that is still being typed; keep the figures if it cannot be drawn yet."""
        try:
            return self.draw(given)
        except gr.Error:
            return self._unchanged(given)

    def draw_if_opened(self, given: Values) -> dict[Any, Any]:
        """Redraw only figures that have been drawn, so that an unopened tab costs nothing."""
        return self.draw(given) if given[self._page.opened] else self._unchanged(given)

    def report(self, given: Values) -> None:
        """Report a value that cannot be drawn, and draw nothing."""
        self._built.lab.read(self._raw(given), self._page.setting(given))

    def _code(self, given: Values, is_open: bool) -> dict[str, Any]:
        """Return an update of the code: its words, and the lines that compute the figures if it is open."""
        setting = self._page.setting(given)
        value = pack_listings(listings_json(self._built.lab.code_of(self._raw(given), setting))) if is_open else None
        return gr.update(**listing_words(setting.texts), value=value)

    def correct(self, name: str, given: Values) -> Any:
        """Take what cannot be read out of a list, and say why; anything else is left as it is.

        Args:
            name: of the control, whose values are a list.
            given: values by component.
        """
        value, setting = given[self._built.controls[name]], self._page.setting(given)
        key = f"{self._built.lab.key}.{name}"
        control = next(one for one in self._built.lab.controls if one.name == name)
        kept: list[object] = []
        for item in value if isinstance(value, list) else []:
            try:
                control.read([*kept, item], key, setting)
                kept.append(item)
            except gr.Error as error:
                gr.Warning(error.message)
        return kept if isinstance(value, list) and len(kept) < len(value) else gr.skip()

    def _raw(self, given: Values) -> dict[str, object]:
        return {name: given[control] for name, control in self._built.controls.items()}

    def _unchanged(self, given: Values) -> dict[Any, Any]:
        words = gr.update(**listing_words(self._page.setting(given).texts))  # an unopened component would lose them
        return {figure: gr.skip() for figure in self._built.figures.values()} | {self._built.code: words}


def _listen(built: BuiltLab, handlers: _Handlers, tab: gr.Tab) -> None:
    """Draw when the tab is opened and while a control moves; report a bad value once the control is released."""
    _on(built.code, "fold", handlers.fold, handlers.inputs, [built.code_open, built.code], **_REPORTED)
    tab.select(handlers.draw, handlers.inputs, handlers.drawn, **_REPORTED)
    for name, control in built.controls.items():
        _on(control, "change", handlers.draw_if_valid, handlers.inputs, handlers.drawn, **_AT_ONCE)
        if isinstance(control, gr.Dropdown) and control.multiselect:
            _on(control, "change", functools.partial(handlers.correct, name), handlers.inputs, control, **_REPORTED)
            continue
        for event in ("change",) if isinstance(control, gr.Dropdown) else ("release", "submit", "blur"):
            if hasattr(control, event):
                _on(control, event, handlers.report, handlers.inputs, None, **_REPORTED)


def _bind(built: Mapping[str, BuiltLab], handlers: Mapping[str, _Handlers], page: _Page) -> Any:
    """Set the controls to a new checkpoint's values, then redraw the drawn figures; return the first event."""
    controls = {(lab, name): control for lab, one in built.items() for name, control in one.controls.items()}

    def bind(given: Values) -> dict[Any, Any]:
        values = control_values(page.values, given[page.checkpoint], request_texts())
        return {control: values[lab][name] for (lab, name), control in controls.items()}

    bound = _on(page.checkpoint, "change", bind, {page.checkpoint}, [*controls.values()], **_REPORTED)
    for one in handlers.values():
        bound.success(one.draw_if_opened, one.inputs, one.drawn, **_REPORTED)
    return bound


def _on(component: Any, event: str, *arguments: Any, **options: Any) -> Any:
    """Register a handler for an event that not every component has."""
    return getattr(component, event)(*arguments, **options)


def _first_values(checkpoint_values: Callable[[str], CheckpointValues], name: str | None) -> CheckpointValues:
    """Return the values of the checkpoint that the page opens with; an unreadable one must not prevent its opening."""
    try:
        return checkpoint_values(name) if name else CheckpointValues()
    except CoreError:
        return CheckpointValues()
