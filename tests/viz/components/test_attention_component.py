"""The attention view's files: a constant template, text that is only ever text, and words that the catalogue has."""

import json
import re
from pathlib import Path

import viz.components.attention_view as attention_view_package
from viz.cli import drawing
from viz.components.attention_view.component import ENTRY, texts_json
from viz.components.modules import module_graph
from viz.texts.en import TEXTS
from viz.texts.en.attention import ATTENTION

FOLDER = Path(attention_view_package.__file__).parent
MODULES = module_graph(ENTRY, drawing.ENTRY)
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)


def test_template_and_style_hold_no_placeholders() -> None:
    for path in (FOLDER / "attention_view.html", *FOLDER.rglob("*.css"), *(FOLDER.parent / "shared").glob("*.css")):
        assert not re.search(r"\$\{|\{\{|`|\\", path.read_text(encoding="utf-8")), path.name


def test_modules_write_text_only_and_all_are_used() -> None:
    shared = set((FOLDER.parent / "shared").glob("*.js"))
    others = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.rglob("*.js") if path not in shared)
    assert set(FOLDER.rglob("*.js")) == set(MODULES) - shared
    assert {path.name for path in shared - set(MODULES) if f"/shared/{path.name}'" not in others} == set()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", SOURCE)


def test_component_words_have_texts() -> None:
    source = SOURCE + (FOLDER / "attention_view.html").read_text(encoding="utf-8")
    asked = set(re.findall(r"say(?:Tokens)?\((?:view\.)?texts, '([a-z_.]+)'", source))
    asked |= set(re.findall(r'data-(?:text|label)="([a-z_.]+)"', source))
    for key in re.findall(r"sayCount\(texts, '([a-z_.]+)'", source):
        asked |= {f"{key}.one", f"{key}.many"}
    assert len(asked) > 30
    assert {key if key.startswith("code.") else f"attention.{key}" for key in asked} <= set(TEXTS)
    assert json.loads(texts_json(ATTENTION))["save.open"] == ATTENTION["attention.save.open"]
