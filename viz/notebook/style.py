"""The style of the widget: the page's and the saved page's, held below the widget's own element."""

from pathlib import Path

from viz.components.attention_view.component import style as view_style
from viz.saved_page.standalone import FOLDER as SAVED_PAGE
from viz.saved_page.standalone import page_variables
from viz.theme import page_css

_ROOT = ".gf-notebook"
_VIEW = ":is(.gf-explorer, #gf-explorer)"  # as strong as the id that the view has in a page


def style() -> str:
    """Return the style sheet of all widgets of a notebook."""
    variables = page_variables(page_css(), "&").replace(".dark &", "&.dark")
    sheets = [Path(__file__).with_name("widget.css"), SAVED_PAGE / "standalone.css", SAVED_PAGE / "live.css"]
    around = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return f"{_ROOT} {{\n{variables}\n{around}\n{_VIEW} {{\n{view_style()}\n}}\n}}"
