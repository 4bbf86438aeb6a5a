"""A page that draws widgets as a notebook does, without one."""

import base64
from pathlib import Path
from typing import Any

from ipywidgets import DOMWidget

from viz.notebook.kernel_widget import KernelWidget

_SCRIPT = Path(__file__).with_name("cells.js")
PAGE = '<!doctype html><meta charset="utf-8"><body data-jp-theme-light="true" style="width: 900px">'


class Cells:
    """Cells of a page, each with a widget."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.widgets: list[Any] = []
        self._coming: dict[str, Any] = {}  # what the browser itself has changed
        page.set_content(PAGE)
        page.expose_function("changed", self._changed)
        page.expose_function("asked", self._asked)
        page.add_script_tag(content=_SCRIPT.read_text(encoding="utf-8"))

    def draw(self, widget: KernelWidget, *, shadow: bool = False) -> Any:
        """Show a widget in the next cell; returns the locator of its view.

        Args:
            widget: of a cell.
            shadow: in a shadow root of its own, as marimo does.
        """
        number = len(self.widgets)
        self.widgets.append(widget)
        hosts = DOMWidget.class_trait_names(sync=True)
        names = [name for name in widget.trait_names(sync=True) if name not in hosts and not name.startswith("_")]
        state = {name: getattr(widget, name) for name in names}
        self.page.evaluate("given => draw(...given)", [widget._esm, widget._css, state, shadow])
        widget.observe(lambda change: self._set(number, {change.name: change.new}), list(state))
        view = self.page.locator(".gf-page > div").nth(number)
        if "steps" in state:
            self.page.locator(".gf-page > div").nth(number).and_(self.page.locator("[data-drawn]")).wait_for()
        return view

    def _set(self, number: int, values: dict[str, Any]) -> None:
        if values.items() - self._coming.items():
            self.page.evaluate("([number, values]) => models[number].take(values)", [number, values])

    def _changed(self, number: int, values: dict[str, Any]) -> None:
        self._coming = values
        with self.widgets[number].hold_trait_notifications():
            for name, value in values.items():
                setattr(self.widgets[number], name, value)
        self._coming = {}

    def _asked(self, number: int, content: dict[str, Any]) -> list[dict[str, Any]]:
        widget, sent = self.widgets[number], []

        def send(content: Any, buffers: Any = None) -> None:
            sent.append({"message": content, "buffers": [base64.b64encode(part).decode() for part in buffers or ()]})

        widget.send = send
        widget._handle_custom_msg(content, [])
        return sent
