"""Functions of the browser for Gradio's events, read from modules."""

import re

import pytest

from tests.test_house import ROOT
from viz.tabs.browser import _functions, browser_functions

PAGES = ("standalone.js", "report.js")  # scripts of whole pages
MODULES = [path for path in (ROOT / "viz" / "tabs").rglob("*.js") if path.name not in PAGES]


def test_functions_are_expressions_without_export_and_semicolon(tmp_path):
    module = "// Head.\n\nexport const one = a => a;\n\n/** Do. */\nexport const two = async () => {\n  go();\n};\n"
    (tmp_path / "a.js").write_text(module, encoding="utf-8")
    assert browser_functions(tmp_path / "a.py", "two", "one") == ("async () => {\n  go();\n}", "a => a")
    with pytest.raises(KeyError, match="three"):
        browser_functions(tmp_path / "a.py", "three")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_each_function_stands_alone(path):
    """Gradio evaluates each by itself: what stands beside it in the module does not exist there."""
    module = path.read_text(encoding="utf-8")
    found = _functions(module)
    assert list(found) == re.findall(r"^export const (\w+)", module, re.MULTILINE) != []
    assert re.findall(r"^(?:import|const|let|function|class) .*", module, re.MULTILINE) == []
    for name, source in found.items():
        assert [other for other in found if other != name and re.search(rf"\b{other}\b(?!['-])", source)] == []
