"""Build hook of the wheel.

Beneath `glassformer/`, the modules of the checkout import each other by their new names; large tables are compressed.
"""

import ast
import lzma
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "glassformer"
MOVED = ("core", "viz", "app")  # top-level modules of the checkout
TABLES = Path("core/data/corpora/phrases")
LARGE = 1_000_000  # bytes; `exclude` in pyproject.toml names the tables above


class WheelHook(BuildHookInterface):
    """Puts copies of modules and tables into the wheel; an editable installation uses the checkout as it is."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write a copy of each module whose imports change and of each large table, which take their places."""
        self._copies = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        selected = self.build_config.builder.recurse_selected_project_files()
        modules = {file.path: file.distribution_path for file in selected if file.path.endswith(".py")}
        modules[str(Path(self.root, "app.py"))] = f"{PACKAGE}/app.py"
        for number, (path, place) in enumerate(modules.items()):
            source = Path(path).read_bytes()
            if (rewritten := rewrite_imports(source)) != source:
                copy = Path(self._copies.name, f"{number}.py")
                copy.write_bytes(rewritten)
                build_data["force_include"][str(copy)] = place
        for table in Path(self.root, TABLES).glob("*.tsv"):
            if table.stat().st_size > LARGE:
                copy = Path(self._copies.name, f"{table.name}.xz")
                copy.write_bytes(lzma.compress(table.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
                build_data["force_include"][str(copy)] = f"{PACKAGE}/{(TABLES / copy.name).as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copies."""
        self._copies.cleanup()


def rewrite_imports(source: bytes) -> bytes:
    """Return a module whose imports of `MOVED` begin with the package; nothing else changes, no line moves.

    Args:
        source: Python, in UTF-8.

    Raises:
        ValueError: `import core.x` binds the name `core`, which would change what the code means: `from core import x`.

    Examples:
        >>> rewrite_imports(b"import corelib, viz.theme as theme\\nfrom core import errors  # core\\n")
        b'import corelib, glassformer.viz.theme as theme\\nfrom glassformer.core import errors  # core\\n'
    """
    lines = source.splitlines(keepends=True)
    for place in sorted(_imports(ast.parse(source)), reverse=True):  # from the end: no other place moves
        line = lines[place.line - 1]
        if not line[place.column :].startswith(place.module.encode()):
            raise ValueError(f"line {place.line} does not import {place.module} where its syntax tree says so")
        lines[place.line - 1] = line[: place.column] + f"{PACKAGE}.".encode() + line[place.column :]
    return b"".join(lines)


class _Place(NamedTuple):
    line: int  # from 1
    column: int  # of the module's name, in bytes
    module: str


def _imports(tree: ast.Module) -> Iterator[_Place]:
    """Yield where the name of a moved module is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _is_moved(node.module or ""):
            begin = node.col_offset + len(b"from ")  # the formatter leaves one blank
            yield _Place(node.lineno, begin, node.module or "")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if _is_moved(alias.name) and alias.asname is None:
                    raise ValueError(f"line {node.lineno}: write `from ... import`, not `import {alias.name}`")
                if _is_moved(alias.name):
                    yield _Place(alias.lineno, alias.col_offset, alias.name)


def _is_moved(module: str) -> bool:
    return module.split(".")[0] in MOVED
