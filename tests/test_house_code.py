"""The house rules on docstrings, types and unsafe loading; each is seen to fail on planted source."""

import ast

import pytest

from tests.docstrings import first_lines
from tests.test_house import Sources, begins, imported, sources

UNSAFE_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}


def unsafe_loading(all_sources: Sources) -> list[str]:
    """Anything that could run code from a file of weights or data."""
    found = []
    for module, source in all_sources.items():
        found += [
            f"{module} imports {name}"
            for name in imported(module, source)
            if name.split(".")[0] in UNSAFE_MODULES or name in ("torch.load", "torch.serialization")
        ]
        restricted = set()  # torch's restricted reader, in the one module that reads another program's torch files
        for node in ast.walk(ast.parse(source)):
            if module == "core.interchange.torch_file" and isinstance(node, ast.Call):
                options = {word.arg: ast.unparse(word.value) for word in node.keywords}
                restricted |= {node.func} if options.get("weights_only") == "True" else set()
            unsafe = isinstance(node, ast.Attribute) and ast.unparse(node) in ("torch.load", "torch.serialization")
            if unsafe and node not in restricted:
                found.append(f"{module} uses {ast.unparse(node)}")
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle" and ast.unparse(node.value) != "False":
                found.append(f"{module} allows pickle")
    return found


def undocumented(all_sources: Sources) -> list[str]:
    """Public modules, functions, classes and methods of core without a docstring.

    A method that a documented one of the same name explains (an overridden one) needs none of its own.
    """
    found: list[str] = []
    explained: set[str] = {"forward", "backward"}
    methods: list[tuple[str, ast.FunctionDef]] = []
    for module, source in all_sources.items():
        tree = ast.parse(source)
        if not begins(module, "core"):
            continue
        if ast.get_docstring(tree) is None:
            found.append(module)
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            if ast.get_docstring(node) is None:
                found.append(f"{module}.{node.name}")
            if isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                        methods.append((f"{module}.{node.name}.{method.name}", method))
    explained |= {method.name for _, method in methods if ast.get_docstring(method) is not None}
    return found + [name for name, method in methods if method.name not in explained]


def untyped(all_sources: Sources) -> list[str]:
    """Functions with a parameter or a result without a type (self and cls need none)."""
    found = []
    for module, source in all_sources.items():
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            bare = [one.arg for one in given if one and one.annotation is None and one.arg not in ("self", "cls")]
            if bare or node.returns is None:
                found.append(f"{module}.{node.name}")
    return found


def puzzling(all_sources: Sources) -> list[str]:
    """Docstrings of core and viz whose first line is a question, or in a function not an imperative."""
    return [
        f"{line.place} {line.name}: {line.text}"
        for module, source in all_sources.items()
        for line in first_lines(source, module)
        if line.wrong
    ]


@pytest.mark.parametrize("check", [unsafe_loading, undocumented, puzzling, untyped], ids=lambda check: check.__name__)
def test_the_house_keeps_its_rules(check):
    assert check(sources()) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = 7", "core.one"),
        ('"""One."""\ndef draw(): pass', "core.one.draw"),
        ('"""One."""\nclass Beam: pass', "core.one.Beam"),
        ('"""One."""\nclass Beam:\n    """A beam."""\n    def widen(self): pass', "core.one.Beam.widen"),
    ],
)
def test_a_missing_docstring_is_found(source, found):
    assert undocumented({"core.one": source}) == [found]
    assert undocumented({"core.one": '"""One."""\ndef _draw(): pass'}) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('def draw():\n    """The picture."""', ["core.one:1 draw: The picture."]),
        ('class Card:\n    """What is known."""', ["core.one:1 Card: What is known."]),
        ('class Card:\n    """A card."""\n    @property\n    def name(self):\n        """A name."""', []),
        ('def draw():\n    """Draw a picture."""', []),
    ],
)
def test_puzzling_first_line_is_found(source, found):
    assert puzzling({"core.one": source}) == found


@pytest.mark.parametrize("source", ["def f(x) -> int: ...", "def f(x: int): ...", "def f(*x) -> int: ..."])
def test_a_missing_type_is_found(source):
    assert untyped({"core.one": source}) == ["core.one.f"]
    assert untyped({"core.one": "class A:\n    def f(self, x: int) -> int: ..."}) == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from joblib import load",
        "import torch\nweights = torch.load('a.pt', weights_only=True)",
        "from torch import load",
        "import numpy\nnumpy.load('a.npy', allow_pickle=True)",
    ],
)
def test_unsafe_loading_is_found(source):
    assert unsafe_loading({"core.checkpoint": source})
    assert not unsafe_loading({"core.checkpoint": '"""No pickle, no torch.load."""\nimport json'})


def test_only_one_module_may_use_the_restricted_reader():
    restricted = "import torch\ntorch.load(path, weights_only=True)"
    assert not unsafe_loading({"core.interchange.torch_file": restricted})
    assert unsafe_loading({"core.interchange.torch_file": restricted.replace("True", "False")})
    assert unsafe_loading({"core.checkpoint": restricted})
