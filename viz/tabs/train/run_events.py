"""Which control of the runs does what, and when they are drawn anew."""

import functools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.context import Context

from core.library import model_of_run
from viz.tabs.train import owner
from viz.tabs.train import run_handlers as handlers
from viz.tabs.train.controls import ALOUD, AT_ONCE
from viz.tabs.train.follow import Viewing
from viz.tabs.train.form import Limits
from viz.tabs.train.run_handlers import Followed

_REMEMBERED, _SAVE_TEXT = (
    (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8") for name in ("remembered", "save_text")
)


def wire_run(
    runs: Path,
    limits: Limits,
    shown: Followed,
    measure: gr.Radio,
    opened: gr.State,
    visitor: gr.Textbox,
    moved: gr.Textbox,
    tab: gr.Tab,
    language: Component | gr.State,
) -> None:
    """Register what the controls of the runs do; call it inside of gr.Blocks."""
    page = Context.root_block
    if page is None:
        raise RuntimeError("the tab is built inside of gr.Blocks")
    at_hand, everything = [shown.viewing, measure, language], list(shown)
    look, looking = functools.partial(handlers.on_tick, runs), [*at_hand, shown.look, opened]
    stored, packed = (gr.Textbox(visible="hidden", elem_id=f"train-{name}") for name in ("stored", "saved"))
    page.load(
        functools.partial(handlers.on_load, runs),
        [stored, language],
        [shown.viewing, shown.listing, shown.state, shown.timer, shown.look],
        js=_REMEMBERED,
        **AT_ONCE,
    ).then(look, looking, everything, **AT_ONCE)  # the tab may have been opened before this was known
    if limits.owned:
        page.load(None, None, visitor, js=owner.REMEMBER)
    opening = functools.partial(handlers.on_open, runs)
    tab.select(opening, [*at_hand, shown.look], [opened, *everything], **AT_ONCE)
    if not isinstance(language, gr.State):
        language.change(opening, [*at_hand, shown.look], [opened, *everything], **AT_ONCE)
    shown.timer.tick(look, looking, everything, trigger_mode="once", **AT_ONCE)
    measure.input(functools.partial(handlers.on_measure, runs), at_hand, shown.measured, **AT_ONCE)
    for button, handler in ((shown.stop, handlers.on_stop), (shown.go_on, handlers.on_go_on)):
        button.click(functools.partial(handler, runs, limits=limits), [*at_hand, visitor], everything, **ALOUD)
    shown.save.click(functools.partial(handlers.on_save, runs), [shown.viewing, language], packed, **ALOUD).success(
        None, packed, None, js=_SAVE_TEXT
    )
    _wire_list(runs, limits, shown.listing, at_hand, visitor, moved, everything)


def _wire_list(
    runs: Path,
    limits: Limits,
    listing: Any,
    at_hand: list[Any],
    visitor: gr.Textbox,
    moved: gr.Textbox,
    everything: list[Any],
) -> None:
    """What the list of runs asks for; any client can send anything."""

    def chosen(handler: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        def choose(viewing: Viewing, measure: Any, language: str, event: gr.EventData) -> list[Any]:
            return handler(runs, viewing, measure, language, getattr(event, "name", None))

        return choose

    # Gradio hands an event to a parameter that is annotated so; it does not see through functools.partial.
    def rename(viewing: Viewing, measure: Any, language: str, visitor: Any, event: gr.EventData) -> list[Any]:
        name, to = getattr(event, "name", None), getattr(event, "to", None)
        updates = handlers.on_rename(runs, viewing, measure, language, visitor, name, to, limits=limits)
        return [*updates, f"{model_of_run(name)} {model_of_run(to)} {time.time_ns()}"]

    def delete(viewing: Viewing, measure: Any, language: str, visitor: Any, event: gr.EventData) -> list[Any]:
        name = getattr(event, "name", None)
        updates = handlers.on_delete(runs, viewing, measure, language, visitor, name, limits=limits)
        return [*updates, f"{model_of_run(name)} - {time.time_ns()}"]

    listing.run_follow(chosen(handlers.on_follow), at_hand, everything, **AT_ONCE)
    listing.run_compare(chosen(handlers.on_compare), at_hand, everything, **AT_ONCE)
    listing.run_rename(rename, [*at_hand, visitor], [*everything, moved], **ALOUD)
    listing.run_delete(delete, [*at_hand, visitor], [*everything, moved], **ALOUD)
