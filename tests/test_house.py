"""The house rules, held by walking the syntax tree of every file; each rule is seen to fail on planted source.

Who may import whom (Python's own modules and those of this project, by dotted name):

* core never imports viz, app, gradio or plotly; inside of core imports go down or across, never up.
* viz/figures imports no core, gradio or torch; viz/components no core or torch; nothing in viz and app imports torch.
  The exception is core.attention_kinds, which everyone may import and which imports nothing of the project.
* no module imports app, but for the command that opens the page; nothing in core, viz and app imports glassformer,
  which imports nothing heavy when it is loaded.
* no string names a module of core or viz: they have other names in the wheel.
* what loads when the page is built (app and the tabs, followed through every import at the top of a file) never
  reaches torch.
"""

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LARGEST_FILE = 10_000_000  # bytes; larger ones need Git LFS on a Hub
FORBIDDEN = {
    "core": {"viz", "app", "gradio", "plotly", "glassformer"},
    "viz": {"app", "torch", "glassformer"},
    "viz.figures": {"core", "gradio"},
    "viz.components": {"core", "viz.tabs", "viz.saved_page"},
    "viz.wire": {"gradio", "viz.tabs", "viz.saved_page"},
    "viz.saved_page": {"gradio", "viz.tabs", "viz.notebook"},
    "viz.notebook": {"gradio", "viz.tabs"},
    "app": {"torch", "glassformer"},
}
OPEN_TO_ALL = "core.attention_kinds"  # imports nothing of the project
# A module of core imports only from its own row and from rows above it.
LAYERS = (
    {
        "attention_kinds",
        "errors",
        "extras",
        "config",
        "durable",
        "plain",
        "tuning",
        "settings",
        "jobs",
        "places",
    },
    {"model", "data"},
    {"checkpoint", "checkpoint_config", "weights_files", "decoding"},
    {"inspection", "evaluation"},
    {"translator", "library", "interchange"},
    {"training"},
    {"labs", "exercises", "service", "preflight"},
    {"cli"},
    {"__main__"},
)
TORCH_FREE = (
    "core",
    "core.errors",
    "core.config",
    "core.checkpoint_config",
    "core.weights_files",
    "core.library",
    "core.attention_kinds",
    "core.tuning.processor",
    "core.jobs.job",
    "core.jobs.queue",
    "core.jobs.work",
    "core.training.schedule",
    "core.training.run",
    "core.training.snapshots",
    "core.service",
    "core.training.runs",
    "core.preflight.conclude",
    "core.data.corpus",
    "core.data.tasks",
)
PUBLIC = ("glassformer", "glassformer.command")
MODULES = ("'core'", "'viz'")

PARTS = ("core", "viz", "glassformer")

Sources = dict[str, str]  # dotted module name -> source; a package is named without its __init__


@functools.cache
def sources() -> Sources:
    """Every Python file of the program (without tests and scripts)."""
    files = [*(path for part in PARTS for path in (ROOT / part).rglob("*.py")), *ROOT.glob("app.py")]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text(
            encoding="utf-8"
        )
        for path in files
    }


@functools.cache  # of the several hundred modules, for each of which all ways to torch are followed
def imported(module: str, source: str, *, everywhere: bool = True, package: bool = False) -> tuple[str, ...]:
    """Dotted names that a module imports: all of them, or only those that run when it is loaded itself."""
    return tuple(_imported(module, ast.parse(source), everywhere, package))


def _imported(module: str, tree: ast.AST, everywhere: bool, package: bool) -> Iterator[str]:
    for node in ast.walk(tree) if everywhere else _at_load(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            above = parts[: len(parts) - node.level + (1 if package else 0)] if node.level else []
            base = ".".join(above + ([node.module] if node.module else []))
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _at_load(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes that run when a module is loaded: no function bodies, nothing under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _at_load(node)


def without_type_imports(source: str) -> str:
    """The source without what stands under `if TYPE_CHECKING`."""

    class Cut(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST:
            return ast.Pass() if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Cut().visit(ast.parse(source))))


def begins(name: str, module: str) -> bool:
    return name == module or name.startswith(module + ".")


def forbidden_imports(all_sources: Sources) -> list[str]:
    return [
        f"{module} imports {name}"
        for module, source in all_sources.items()
        for owner, forbidden in FORBIDDEN.items()
        if begins(module, owner)
        for name in imported(module, source)
        if any(begins(name, one) for one in forbidden) and not begins(name, OPEN_TO_ALL)
    ]


def layer(module: str) -> int | None:
    """The row of LAYERS to which a module of core belongs; None for the package itself."""
    parts = module.split(".")
    return next((row for row, names in enumerate(LAYERS) if len(parts) > 1 and parts[1] in names), None)


def upward_imports(all_sources: Sources) -> list[str]:
    found = []
    for module, source in all_sources.items():
        if not module.startswith("core."):
            continue
        own = layer(module)
        if own is None:
            found.append(f"{module} is in no layer")
            continue
        for name in imported(module, source):
            other = layer(name) if begins(name, "core") else None
            if other is not None and other > own:
                found.append(f"{module} imports {name}")
    return found


def sideways_imports(all_sources: Sources) -> list[str]:
    """Pairs of folders of the Train tab that import each other."""
    tab = "viz.tabs.train."
    folders = {module: module.removeprefix(tab).split(".")[0] for module in all_sources if module.count(".") > 3}
    pairs = {
        (folders[module], folders[name])
        for module in folders
        if module.startswith(tab)
        for name in imported(module, all_sources[module])
        if name in folders and name.startswith(tab) and folders[name] != folders[module]
    }
    return [
        f"{one} and {other} import each other" for one, other in sorted(pairs) if one < other and (other, one) in pairs
    ]


def path_to_torch(start: str, all_sources: Sources) -> list[str]:
    """How loading one module leads to torch: a chain of modules, empty where it does not."""
    packages = {name.rpartition(".")[0] for name in all_sources}
    came_from: dict[str, str] = {start: ""}
    waiting = [start]
    while waiting:
        module = waiting.pop()
        if begins(module, "torch"):
            chain = [module]
            while came_from[chain[-1]]:
                chain.append(came_from[chain[-1]])
            return chain[::-1]
        parents = [module.rpartition(".")[0]] if "." in module else []  # a parent package is loaded first
        names = imported(module, all_sources[module], everywhere=False, package=module in packages)
        for name in [*parents, *names]:
            if (name in all_sources or begins(name, "torch")) and name not in came_from:
                came_from[name] = module
                waiting.append(name)
    return []


def fixed_module_names(all_sources: Sources) -> list[str]:
    """Names of modules in strings: in the wheel core and viz have others, which `__name__` and `__package__` know."""
    found = []
    for module, source in all_sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and re.fullmatch(r"(core|viz)\.[\w.]*", str(node.value)):
                found.append(f"{module} names {node.value!r}")
            words = [ast.unparse(word) for word in node.elts] if isinstance(node, ast.List | ast.Tuple) else []
            found += [f"{module} runs {name}" for flag, name in pairwise(words) if flag == "'-m'" and name in MODULES]
    return found


def large_files(sizes: dict[str, int]) -> list[str]:
    return [f"{name} has {size:,} bytes" for name, size in sizes.items() if size > LARGEST_FILE]


def kept_files() -> list[Path]:
    """What git tracks or would track."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listing.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


RULES = (forbidden_imports, upward_imports, sideways_imports, fixed_module_names)
CHECKS = {check.__name__: check for check in RULES}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_house_keeps_its_rules(check):
    everything = sources()
    assert {"core.config", "core.model.attention", "viz.theme"} <= everything.keys()  # not an empty truth
    assert check(everything) == []


@pytest.mark.parametrize("name", ["app", *TORCH_FREE, *PUBLIC, *sorted(one for one in sources() if begins(one, "viz"))])
def test_loading_leads_to_no_torch(name):
    everything = sources()
    if name not in everything:
        pytest.skip(f"{name} is not there")
    assert path_to_torch(name, everything) == []


def test_light_modules_do_not_load_torch():
    present = [*(name for name in TORCH_FREE if name in sources()), "viz.cli.figure", "viz.saved_page.exports", *PUBLIC]
    heavy = ("torch", "gradio", "plotly", "pandas")
    script = f"import {', '.join(present)}, sys; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_no_file_is_too_large_for_a_plain_repository():
    assert large_files({str(path.relative_to(ROOT)): path.stat().st_size for path in kept_files()}) == []


# Each rule, seen to fail


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("core.model.attention", "import gradio as gr", "core.model.attention imports gradio"),
        ("core.labs.softmax", "from viz.figures import softmax", "core.labs.softmax imports viz.figures"),
        ("core.run", "def f():\n    import plotly.express", "core.run imports plotly.express"),
        ("core.run", "from app import build", "core.run imports app"),
        ("viz.figures.masks", "from core import config", "viz.figures.masks imports core"),
        ("viz.figures.masks", "from torch import nn", "viz.figures.masks imports torch"),
        ("viz.figures.masks", "import gradio.themes", "viz.figures.masks imports gradio.themes"),
        ("viz.components.tree", "from core.errors import CoreError", "viz.components.tree imports core.errors"),
        ("viz.tabs.train", "def f():\n    import torch", "viz.tabs.train imports torch"),
        ("viz.tabs.train", "import app", "viz.tabs.train imports app"),
        ("app", "import torch", "app imports torch"),
        ("core.run", "from glassformer import load", "core.run imports glassformer"),
        ("viz.tabs.train", "import glassformer.model", "viz.tabs.train imports glassformer.model"),
    ],
)
def test_a_forbidden_import_is_found(module, source, found):
    assert found in forbidden_imports({module: source})


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.model.attention", "import torch, graduation, vizier"),
        ("viz.figures.masks", "import numpy\nimport plotly.graph_objects as go\nfrom viz.theme import INK"),
        ("viz.components.tree", "import gradio as gr"),
        ("viz.tabs.train", "def f():\n    from core.translator import Translator"),
    ],
)
def test_an_allowed_import_is_not_found(module, source):
    assert forbidden_imports({module: source}) == []


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("core.config", "from core.model import masks", "core.config imports core.model"),
        ("core.model.probe", "from core.decoding.search import Beam", "core.model.probe imports core.decoding.search"),
        ("core.evaluation.scores", "def f():\n    from core import labs", "core.evaluation.scores imports core.labs"),
        ("core.training.trainer", "from .. import service", "core.training.trainer imports core.service"),
        ("core.library", "from core.training.run import Run", "core.library imports core.training.run"),
        ("core.jobs.queue", "from core.training.run import Run", "core.jobs.queue imports core.training.run"),
        ("core.helpers", "", "core.helpers is in no layer"),
    ],
)
def test_an_import_that_goes_up_is_found(module, source, found):
    assert found in upward_imports({module: source})
    assert upward_imports({"core.labs.softmax": "from core.model.attention import MultiHeadAttention"}) == []


def test_folders_that_import_each_other_are_found():
    tab = "viz.tabs.train"
    form, runs = f"from {tab}.runs.panel import show", f"from {tab}.form import panel"
    both = {f"{tab}.form.panel": form, f"{tab}.runs.panel": runs}
    assert sideways_imports(both) == ["form and runs import each other"]
    assert sideways_imports({**both, f"{tab}.runs.panel": ""}) == []


@pytest.mark.parametrize(
    "source", ['command = [python, "-m", "core"]', 'import_module(f"core.labs.{name}")', 'find_spec("viz.theme")']
)
def test_fixed_name_of_a_module_is_found(source):
    assert fixed_module_names({"core.one": source})
    assert not fixed_module_names({"core.one": '"""See core.two."""\nfolders = ["core", "corex"]'})


def test_a_hidden_way_to_torch_is_found():
    planted = {
        "app": "from viz.tabs import train",
        "viz": "",
        "viz.tabs": "",
        "viz.tabs.train": "from core.light import number",
        "core": "from . import model",
        "core.light": "number = 7",
        "core.model": "try:\n    import torch.nn\nexcept ImportError:\n    pass",
    }
    assert path_to_torch("app", planted)[-3:] == ["core", "core.model", "torch.nn"]
    planted["core"] = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch\ndef f():\n    import torch"
    )
    assert path_to_torch("app", planted) == []


def test_a_large_file_is_found():
    assert large_files({"a.safetensors": 10_000_001, "b.safetensors": 10_000_000}) == [
        "a.safetensors has 10,000,001 bytes"
    ]
