"""The style of a widget: the page's and the saved page's, held below the widget's own element."""

import functools
from pathlib import Path

from viz.saved_page.standalone import FOLDER as SAVED_PAGE
from viz.saved_page.standalone import page_variables
from viz.theme import page_css

_ROOT = ".gf-notebook"


@functools.cache
def widget_style(name: str, view: str) -> str:
    """Return the style sheet of a widget, next to which those of others may be in the same notebook.

    Args:
        name: class of the element that the view is in.
        view: the style sheet of what it shows.
    """
    element = f":is(.{name}, #{name})"  # as strong as the id that a view has in a page
    variables = page_variables(page_css(), "&").replace(".dark &", "&.dark")
    sheets = [Path(__file__).with_name("widget.css"), SAVED_PAGE / "standalone.css", SAVED_PAGE / "live.css"]
    around = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return f"{_ROOT} {{\n{variables}\n{around}\n{element} {{\n{view}\n}}\n}}"
