"""A component from the static files of its folder: `<folder>.html`, `<folder>.css` and the module `index.js`.

Gradio is loaded when a component is made: saved pages and notebooks take the same files without it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.components.modules import mounting

if TYPE_CHECKING:
    import gradio as gr

_SHARED = Path(__file__).parent / "shared"


def shared_style(name: str) -> str:
    """Return a style sheet that several components use, by its name in `shared`."""
    return (_SHARED / f"{name}.css").read_text(encoding="utf-8")


def component_from(
    folder: Path,
    value: str | None,
    *,
    given: Mapping[str, Any] | None = None,
    events: Sequence[str] = (),
    styles: Sequence[str] = (),
    elem_id: str | None = None,
    **options: Any,
) -> gr.HTML:
    """Make the component of a folder, its template and style named like the folder itself.

    Args:
        folder: where the files are.
        value: initial value, one string; None for an empty component.
        given: further properties, passed to the module as `given`. Updates arrive as `props`, so the module
            reads `props.name ?? given.name`: a gr.HTML whose tab was never opened keeps only the `props` that the
            last update named, and `gr.skip()` is an update that names none.
        events: names of the events that the module triggers.
        styles: names of style sheets in `shared` that the component needs in addition to its own.
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    import gradio as gr

    def text(kind: str) -> str:
        return (folder / f"{folder.name}.{kind}").read_text(encoding="utf-8")

    script = mounting(folder / "index.js", events)
    return gr.HTML(
        value,
        html_template=text("html"),
        css_template="\n".join([*(shared_style(name) for name in styles), text("css")]),
        js_on_load=script if given is None else f"const given = {json.dumps(dict(given))};\n{script}",
        apply_default_css=False,
        elem_id=elem_id,
        **options,
    )
