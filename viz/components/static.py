"""A component from the static files beside its Python: `<folder>.html`, `<folder>.css` and `<folder>.js`."""

from pathlib import Path
from typing import Any

import gradio as gr


def component_from(folder: Path, value: str | None, *, elem_id: str | None = None, **options: Any) -> gr.HTML:
    """The component of a folder, its files named like the folder itself.

    Args:
        folder: where the files are.
        value: what is shown first, one string; None for nothing yet.
        elem_id: id in the page.
        **options: of gr.HTML; `js_on_load` takes the place of the script.
    """

    def text(kind: str) -> str:
        return (folder / f"{folder.name}.{kind}").read_text(encoding="utf-8")

    return gr.HTML(
        value,
        html_template=text("html"),
        css_template=text("css"),
        js_on_load=options.pop("js_on_load", None) or text("js"),
        apply_default_css=False,
        elem_id=elem_id,
        **options,
    )
