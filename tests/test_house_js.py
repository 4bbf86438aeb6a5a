"""The house rules of the browser's modules: who imports whom, no circle, nothing exported in vain.

Names, lengths and complexity are ESLint's.

A module imports only from its own row of `LAYERS`, in the attention view of `FEATURES`, and from rows above it;
`shared` is of all components, and no component imports from another. A folder of the attention view that is not in
`FEATURES` is a panel, and no panel imports from another one.
"""

import re
from collections.abc import Collection
from pathlib import Path

import pytest

from core.inspection.lenses import lenses
from viz.components.modules import FOLDER, Import, Module, read_module
from viz.labs import lab_paths

ROOT = Path(__file__).parents[1]
LAYERS = ("shared", "model", "actions", "draw", "labs", "panels", "bench", "index")
FEATURES = (
    *("numbers", "files", "store", "server", "widgets", "second_translation", "changes"),  # of several features
    *("figure", "steps", "overview", "address", "visits", "strip"),
    *("panels", "print", "homework", "save", "bench", "index"),
)
Modules = dict[Path, Module]


def modules() -> Modules:
    """Every module of the components."""
    paths = [*sorted(FOLDER.rglob("*.js")), *lab_paths()]
    return {path.resolve(): read_module(path) for path in paths}


def component(path: Path) -> str:
    return _place(path)[0]


def _place(path: Path) -> tuple[str, ...]:
    """The component and the names below it; labs belong to the maths."""
    kind, *parts = path.relative_to(FOLDER.resolve().parent).with_suffix("").parts
    return ("maths", "labs", *parts) if kind == "labs" else tuple(parts)


def layer(path: Path) -> int:
    """The row to which a module belongs; a plain file of a component counts as drawing."""
    name, *parts = _place(path)
    if name == "shared":
        return -1
    if name == "attention_view":
        return FEATURES.index(parts[0] if parts[0] in FEATURES else "panels")
    return next((LAYERS.index(part) for part in parts if part in LAYERS), LAYERS.index("draw"))


def panel(path: Path) -> str:
    """The panel of the attention view to which a module belongs; "" for any other module."""
    name, *parts = _place(path)
    return parts[0] if name == "attention_view" and parts[0] not in FEATURES else ""


def upward_imports(all_modules: Modules) -> list[str]:
    found = []
    for path, module in all_modules.items():
        for needed in module.imports:
            foreign = component(needed.path) not in (component(path), "shared")
            other_panel = panel(path) and panel(needed.path) not in ("", panel(path))
            if foreign or other_panel or layer(needed.path) > layer(path):
                found.append(f"{path.name} imports {needed.path.name}")
    return found


def circles(all_modules: Modules) -> list[str]:
    """Modules that import each other, each circle once."""
    found, done = [], set()

    def visit(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            found.append(" -> ".join(one.name for one in (*above[above.index(path) :], path)))
        elif path not in done:
            for needed in all_modules[path].imports:
                visit(needed.path, (*above, path))
            done.add(path)

    for path in all_modules:
        visit(path, ())
    return found


def missing_exports(all_modules: Modules) -> list[str]:
    return [
        f"{path.name} imports {name} from {needed.path.name}"
        for path, module in all_modules.items()
        for needed in module.imports
        for name in needed.names
        if name not in all_modules[needed.path].exports
    ]


def unused_exports(all_modules: Modules) -> list[str]:
    """Exported names that are not imported anywhere, including tests, saved pages and the notebook."""
    pages = [path for folder in ("saved_page", "notebook") for path in (ROOT / "viz" / folder).glob("*.js")]
    outside = [*(ROOT / "tests").rglob("*.js"), *pages]
    tests = "".join(path.read_text(encoding="utf-8") for path in outside)
    asked = {
        (needed.path, name) for module in all_modules.values() for needed in module.imports for name in needed.names
    }
    whole = {needed.path for module in all_modules.values() for needed in module.imports if needed.whole}
    return [
        f"{path.name} exports {name}"
        for path, module in all_modules.items()
        for name in module.exports
        if (path, name) not in asked
        and path not in whole
        and path.name not in ("index.js", "bench.js")  # entries
        and name != "LAB"
        and not re.search(rf"\b{name}\b", tests)
    ]


def lens_names(all_modules: Modules, names: Collection[str]) -> list[str]:
    """Strings that are the name of a lens; the payload declares the lenses, only the weights are part of it."""
    name = re.compile(rf"(['\"`])({'|'.join(names)})\1")
    return [
        f"{path.name} names the lens {found[2]}"
        for path, module in all_modules.items()
        for found in name.finditer(module.body)
        if (path.name, found[2]) != ("lenses.js", "weights")
    ]


CHECKS = {check.__name__: check for check in (upward_imports, circles, missing_exports, unused_exports)}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_modules_keep_the_rules(check):
    everything = modules()
    assert len(everything) > 50  # not an empty truth
    assert check(everything) == []


def test_modules_do_not_name_lenses():
    views = {path: module for path, module in modules().items() if component(path) != "maths"}  # its words are its own
    assert lens_names(views, lenses()) == []


# Each rule, seen to fail


def module(*imports: tuple[str, str], exports: tuple[str, ...] = (), body: str = "") -> Module:
    return Module(tuple(Import(path(target), (name,)) for target, name in imports), exports, body)


def test_smooth_scrolling_asks_whether_motion_is_wanted():
    """Each place that scrolls smoothly asks first; scripts of handlers in Python, too."""
    sources = [source for kind in ("*.js", "*.py") for source in (ROOT / "viz").rglob(kind)]
    lines = [line for source in sources for line in source.read_text(encoding="utf-8").splitlines()]
    smooth = [line for line in lines if "'smooth'" in line and "behavior" in line.lower()]
    assert len(smooth) >= 2
    assert [line for line in smooth if "prefers-reduced-motion" not in line] == []


def path(name: str) -> Path:
    return (FOLDER / name).resolve()


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("attention_view/numbers/sheet.js", "shared/numbers.js", True),
        ("attention_view/numbers/sheet.js", "attention_view/store/store.js", False),
        ("attention_view/store/store.js", "attention_view/figure/lines.js", False),
        ("attention_view/figure/lines.js", "attention_view/lab/lab.js", False),
        ("attention_view/lab/lab.js", "attention_view/figure/lines.js", True),
        ("attention_view/lab/lab.js", "attention_view/lab/grid.js", True),
        ("attention_view/lab/lab.js", "attention_view/tree/tree.js", False),
        ("maths/model/linear.js", "maths/draw/chart.js", False),
        ("../labs/softmax/lab.js", "maths/model/linear.js", True),
        ("maths/model/linear.js", "../labs/softmax/lab.js", False),
        ("shared/scene.js", "time_travel/history.js", False),
        ("time_travel/picture.js", "attention_view/numbers/sheet.js", False),
    ],
)
def test_an_upward_import_is_found(importer, imported, allowed):
    found = upward_imports({path(importer): module((imported, "a")), path(imported): module(exports=("a",))})
    assert (found == []) == allowed


def test_named_lens_is_found():
    planted = {path("draw/a.js"): module(body="if (lens === 'alti' || part('lens')) go('weights.x')")}
    assert lens_names(planted, ["weights", "alti"]) == ["a.js names the lens alti"]


def test_a_circle_is_found():
    a, b = "shared/a.js", "shared/b.js"
    assert circles({path(a): module((b, "x")), path(b): module((a, "y"))}) == ["a.js -> b.js -> a.js"]


def test_a_missing_export_is_found():
    a, b = "shared/a.js", "shared/b.js"
    assert missing_exports({path(a): module((b, "x")), path(b): module()}) == ["a.js imports x from b.js"]


def test_an_unused_export_is_found():
    assert unused_exports({path("shared/a.js"): module(exports=("notAsked",))}) == ["a.js exports notAsked"]
