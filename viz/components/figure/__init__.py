"""One figure on the page: Plotly.react in a gr.HTML, with the plotly.js of the plotly package.

The modules draw, follow size and theme, keep the zoom and save SVG, PNG and CSV in the browser. Nothing is
fetched from elsewhere, and plotly.js itself is fetched once, when the first figure has something to draw.
"""

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import gradio as gr
from gradio.utils import is_static_file

from viz.components.static import component_from
from viz.theme import PAGE_COLOURS

if TYPE_CHECKING:
    import plotly.graph_objects as go

_FOLDER = Path(__file__).parent
WORDS = ("empty", "loading", "failed", "reset", "save", "series", "look_for")


def plotly_figure(
    value: str | None = None,
    *,
    words: Mapping[str, str],
    dark: Mapping[str, str],
    caption: str = "",
    min_height: int = 320,
    elem_id: str | None = None,
    **options: Any,
) -> gr.HTML:
    """Place a figure; a handler updates it by returning `pack(figure)`, or gr.HTML(words=..., caption=...) for texts.

    Args:
        value: a figure as `pack` gives it; None shows `words["empty"]`.
        words: every word of the component, by the names in `WORDS`.
        dark: colour of the figure -> colour on a dark page; a key may be the start of a colour.
        caption: content of the figure and what to look for; also its description for screen readers.
        min_height: pixels reserved before the first figure is drawn.
        elem_id: id in the page.
        **options: of gr.HTML, such as `min_width` or `scale`.

    Raises:
        ValueError: a missing word.
    """
    missing = [word for word in WORDS if word not in words]
    if missing:
        raise ValueError(f"words lacks {', '.join(missing)}; needed are {', '.join(WORDS)}")
    given = {
        "words": {word: words[word] for word in WORDS},
        "dark": dict(dark),
        "caption": caption,
        "space": min_height,
        "plotly": serve_plotly(),
        "light": {name: PAGE_COLOURS[name][0] for name in ("ink", "soft", "rule", "panel")},
    }
    return component_from(_FOLDER, value, given=given, elem_id=elem_id, **options)


@overload
def pack(figure: None, *, caption: str | None = None) -> None: ...


@overload
def pack(figure: "go.Figure", *, caption: str | None = None) -> str: ...


def pack(figure: "go.Figure | None", *, caption: str | None = None) -> str | None:
    """Pack a figure for the component: one JSON string, arrays in base64; None for the empty state.

    Args:
        figure: its `layout.meta`, if any, is a mapping: `name` of downloads, `narrow` layout, and `click`, an
            `event` of the document whose detail is the one of `details` at the place of the clicked point.
        caption: what to look for in this figure; replaces the caption of the component.
    """
    if figure is None:
        return None
    if caption is not None:
        meta: dict[str, Any] = getattr(figure.layout, "meta", None) or {}
        figure.update_layout(meta={**meta, "caption": caption})
    return str(figure.to_json())


def unpack(value: str) -> dict[str, Any]:
    """Return the figure of a packed value as plain dictionaries, arrays still in base64."""
    return json.loads(value)


def serve_plotly() -> str:
    """Let the local server serve plotly.js and nothing else; return its path.

    Finds the package without importing it, which would cost the page's start.
    """
    package = importlib.util.find_spec("plotly")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("plotly is not installed")
    script = Path(package.submodule_search_locations[0], "package_data", "plotly.min.js").resolve()
    if not is_static_file(script):
        gr.set_static_paths([script])
    return f"file={script.as_posix()}?{script.stat().st_mtime_ns:x}"  # a new version gets a new address
