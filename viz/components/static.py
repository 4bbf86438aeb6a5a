"""A component from the static files beside its Python: `<folder>.html`, `<folder>.css` and the module `index.js`."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from viz.components.modules import mounting


def component_from(
    folder: Path,
    value: str | None,
    *,
    given: Mapping[str, Any] | None = None,
    events: Sequence[str] = (),
    elem_id: str | None = None,
    **options: Any,
) -> gr.HTML:
    """Make the component of a folder, its template and style named like the folder itself.

    Args:
        folder: where the files are.
        value: what is shown first, one string; None for nothing yet.
        given: properties beside the value, for the module its `given`. An update brings others as `props`, so
            it reads `props.name ?? given.name`: of its `props` a gr.HTML whose tab was never opened keeps only what the
            last update named, and `gr.skip()` is an update that names nothing.
        events: names of the events that the module triggers.
        elem_id: id in the page.
        **options: of gr.HTML.
    """

    def text(kind: str) -> str:
        return (folder / f"{folder.name}.{kind}").read_text(encoding="utf-8")

    script = mounting(folder / "index.js", events)
    return gr.HTML(
        value,
        html_template=text("html"),
        css_template=text("css"),
        js_on_load=script if given is None else f"const given = {json.dumps(dict(given))};\n{script}",
        apply_default_css=False,
        elem_id=elem_id,
        **options,
    )
