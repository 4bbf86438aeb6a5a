"""Declaration of a lab of "Inside the maths": controls, figures, and values from the loaded checkpoint.

A lab is one module of this package with a constant `LAB`, its numbers in `core/labs`, its figures in `viz/figures` and
its words under `maths.<name>.` in the texts. The tab finds it and builds the controls from the declaration.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypedDict

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from viz.tabs.wording import Wording, error_toast
from viz.texts import Texts

if TYPE_CHECKING:
    from core.inspection.code import CodeListing


class CheckpointValues(TypedDict, total=False):
    """Values of the loaded checkpoint; missing ones are those of the paper's base model."""

    d_model: int
    d_k: int
    warmup_steps: int
    rate_factor: float
    last_step: int  # steps of its training
    pairs: list[tuple[str, str]]  # two sentences of its languages with translations, blank until translated


class Setting(NamedTuple):
    """Context of a lab: its texts and the checkpoint's tokenizer."""

    texts: Texts
    tokenize: Callable[[str], list[str]] | None = None  # text -> tokens with the end symbol; None: no model

    def text(self, key: str, **values: object) -> str:
        """Return the words of a key."""
        return self.texts(key, **values)

    def words(self, labels: type[Any], prefix: str) -> Any:
        """Return a figure's labels: one text `<prefix>.<field>` for each field of a NamedTuple of words."""
        return labels(**{field: self.text(f"{prefix}.{field}") for field in labels._fields})

    def refusal(self, key: str, **values: object) -> gr.Error:
        """Return an error with the words of a key, to be raised."""
        return error_toast(self.text(key, **values))

    def reported(self, error: CoreError) -> gr.Error:
        """Return an error of the core with the page's words for it, to be raised."""
        return error_toast(self.texts.error(error))


class Control(Protocol):
    """One control of a lab, with the words `<key>.label` and `<key>.info`."""

    @property
    def name(self) -> str:
        """Name of the value that `Lab.draw` takes."""
        ...

    def build(self, wording: Wording, key: str, value: Any) -> Component:
        """Return the component."""
        ...

    def read(self, value: object, key: str, setting: Setting) -> Any:
        """Return the checked value.

        Raises:
            gr.Error: a value that is not allowed; the message names the control and what is allowed.
        """
        ...


class Figure(NamedTuple):
    """One figure of a lab, with the words `maths.<lab>.<caption>`."""

    name: str
    min_height: int  # pixels
    caption: str = "caption"
    in_row: bool = False  # share a row with the other figures on wide screens


@dataclass(frozen=True)
class Lab:
    """One idea of the paper with controls and figures.

    Attributes:
        name: of its module, its words (`maths.<name>.`), its elements (`maths-<name>-`) and its link (`?lab=<name>`).
        order: position among the labs; they follow the paper's sections.
        controls: in the order of the page.
        figures: in the order of the page.
        bind: from a checkpoint's values and the words to the value of each control, by name.
        compute: from each control's checked value, by name, to the numbers of the figures; a module of `core.labs` with
            the lab's name declares which of its functions are shown as code.
        draw: from the setting, these numbers and each control's checked value, by name, to each packed figure, by name.
    """

    name: str
    order: float
    controls: tuple[Control, ...]
    figures: tuple[Figure, ...]
    bind: Callable[[CheckpointValues, Texts], dict[str, Any]]
    compute: Callable[..., Any]
    draw: Callable[..., dict[str, str]]

    @property
    def key(self) -> str:
        """Prefix of its words."""
        return f"maths.{self.name}"

    def read(self, values: Mapping[str, object], setting: Setting) -> dict[str, Any]:
        """Return each control's checked value, by name.

        Raises:
            gr.Error: see `Control.read`; also if the checkpoint cannot be read.
        """
        try:
            return {one.name: one.read(values[one.name], f"{self.key}.{one.name}", setting) for one in self.controls}
        except CoreError as error:
            raise setting.reported(error) from error

    def figures_of(self, values: Mapping[str, object], setting: Setting) -> dict[str, str]:
        """Return each figure, packed, for the controls' unchecked values.

        Raises:
            gr.Error: a value that is not allowed or cannot be computed.
        """
        checked = self.read(values, setting)
        try:
            return self.draw(setting, self.compute(**checked), **checked)
        except CoreError as error:
            raise setting.reported(error) from error

    def code_of(self, values: Mapping[str, object], setting: Setting) -> "list[CodeListing]":
        """Return the lines of the core that compute the numbers, for the controls' unchecked values.

        Raises:
            gr.Error: a value that is not allowed or cannot be computed.
        """
        from core.labs.code import traced_lab

        checked = self.read(values, setting)
        try:
            return traced_lab(self.name, lambda: self.compute(**checked), checked)
        except CoreError as error:
            raise setting.reported(error) from error


@dataclass(frozen=True)
class Slider:
    """A number between bounds; whole if its step is."""

    name: str
    minimum: float
    maximum: float
    step: float = 1
    even: bool = False

    def build(self, wording: Wording, key: str, value: Any) -> Component:
        """Return the slider."""
        return wording.control(gr.Slider, key, minimum=self.minimum, maximum=self.maximum, step=self.step, value=value)

    def read(self, value: object, key: str, setting: Setting) -> float:
        """Return the number, an int where the step is whole; one beyond a bound is moved to it, as on the page."""
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12:
            value = self.within(value)
        if isinstance(self.step, int):
            return whole_number(value, key, int(self.minimum), int(self.maximum), setting, even=self.even)
        return number(value, key, self.minimum, self.maximum, setting)

    def within(self, value: float) -> float:
        """Return a checkpoint's value, moved into the bounds."""
        return min(max(value, self.minimum), self.maximum)


@dataclass(frozen=True)
class Choice:
    """A choice of a few values, with the words `<key>.<choice>`."""

    name: str
    choices: tuple[str, ...]

    def build(self, wording: Wording, key: str, value: Any) -> Component:
        """Return the radio buttons."""

        def words(texts: Texts) -> dict[str, Any]:
            labels = {part: texts(f"{key}.{part}") for part in ("label", "info")}
            return {**labels, "choices": [(texts(f"{key}.{choice}"), choice) for choice in self.choices]}

        elem_id = key.replace(".", "-").replace("_", "-")
        return wording.add(gr.Radio(**words(wording.texts), value=value, elem_id=elem_id), words)

    def read(self, value: object, key: str, setting: Setting) -> str:
        """Return the choice."""
        if value not in self.choices:
            raise setting.refusal("maths.error.choice", name=setting.text(f"{key}.label"), value=value)
        return str(value)


@dataclass(frozen=True)
class Entry:
    """A text that the lab parses; with choices, a list that also accepts other texts."""

    name: str
    parse: Callable[[object, Setting], Any]
    choices: tuple[str, ...] = ()
    several: bool = False
    lines: int = 1

    def build(self, wording: Wording, key: str, value: Any) -> Component:
        """Return the text box or the list."""
        if not self.choices:
            return wording.control(gr.Textbox, key, value=value, max_lines=self.lines, max_length=1000)
        multiselect = {"multiselect": True} if self.several else {}
        choices = list(self.choices)
        return wording.control(gr.Dropdown, key, choices=choices, value=value, allow_custom_value=True, **multiselect)

    def read(self, value: object, key: str, setting: Setting) -> Any:
        """Return the value that the lab parses from the text."""
        return self.parse(value, setting)


@dataclass(frozen=True)
class Toggle:
    """On or off."""

    name: str

    def build(self, wording: Wording, key: str, value: Any) -> Component:
        """Return the checkbox."""
        return wording.control(gr.Checkbox, key, value=value)

    def read(self, value: object, key: str, setting: Setting) -> bool:
        """Return whether it is on."""
        return bool(value)


def number(value: object, key: str, minimum: float, maximum: float, setting: Setting) -> float:
    """Return a finite number within bounds.

    Raises:
        gr.Error: anything else; the message names the control `key`.
    """
    name = setting.text(f"{key}.label")
    try:
        checked = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        checked = math.nan
    if value is None or value == "":
        raise setting.refusal("maths.error.missing", name=name)
    if isinstance(value, bool) or not math.isfinite(checked):
        raise setting.refusal("maths.error.number", name=name, value=value)
    if not minimum <= checked <= maximum:
        bounds = {"minimum": f"{minimum:,g}", "maximum": f"{maximum:,g}"}
        raise setting.refusal("maths.error.range", name=name, value=f"{checked:,.6g}", **bounds)
    return checked


def whole_number(value: object, key: str, minimum: int, maximum: int, setting: Setting, *, even: bool = False) -> int:
    """Return a whole number within bounds, an even one if required.

    Raises:
        gr.Error: anything else; the message names the control `key`.
    """
    checked = number(value, key, minimum, maximum, setting)
    name = setting.text(f"{key}.label")
    if checked != int(checked):
        raise setting.refusal("maths.error.whole", name=name, value=f"{checked:,.6g}")
    if even and checked % 2:
        raise setting.refusal("maths.error.even", name=name, value=f"{checked:,.0f}")
    return int(checked)
