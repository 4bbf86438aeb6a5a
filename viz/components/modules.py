"""JavaScript modules of the components: joined into one file for the page, and for a saved page without a server.

A module imports by relative paths, exports only declarations (`export const name = ...`), and imports must not
form a cycle. Joining relies on these rules. Nothing is built beforehand: the server joins them when it starts.
"""

import functools
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from viz.labs import lab_paths

# a comment that takes whole lines; a type before code on its line is none
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n", re.MULTILINE)
FOLDER = Path(__file__).parent
_IMPORT = re.compile(r"^import (?:\{\s*(\w+(?:,\s*\w+)*,?)\s*\}|\* as (\w+)) from '(\.[\w./]+)';$\n?", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_DYNAMIC = re.compile(r"import\(.*")  # apart from the others: a pattern that begins with fixed text is found fast


class Import(NamedTuple):
    """One import statement: names out of a module, or all of it under one name."""

    path: Path
    names: tuple[str, ...]
    whole: str = ""


class Module(NamedTuple):
    """One parsed file."""

    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    body: str  # without imports and the word export, on the same lines


def read_module(path: Path) -> Module:
    """Parse a module.

    Args:
        path: without links, as `Path.resolve` returns it; so are the paths of the imports.

    Raises:
        ValueError: an import or export of a form that `bundle` does not join.
    """
    source = path.read_text(encoding="utf-8")
    imports = tuple(
        Import(Path(os.path.normpath(path.parent / target)), tuple(re.findall(r"\w+", names)), whole)
        for names, whole, target in _IMPORT.findall(source)
    )
    exports = tuple(_EXPORT.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub(lambda found: "\n" * found[0].count("\n"), source)).rstrip("\n")
    other = _OTHER.search(body) or _DYNAMIC.search(body)
    if other:
        raise ValueError(f"{path.name} has an import or export that cannot be joined: {other[0]}")
    return Module(imports, exports, body)


def module_graph(*entries: Path) -> dict[Path, Module]:
    """Return every module that the entries need, each after those that it imports.

    Raises:
        ValueError: modules that import each other in a circle, or a name that a module does not export.
    """
    found: dict[Path, Module] = {}

    def visit(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            circle = [*above[above.index(path) :], path]
            raise ValueError(f"modules import each other: {' -> '.join(one.name for one in circle)}")
        if path in found:
            return
        module = read_module(path)
        for needed in module.imports:
            visit(needed.path, (*above, path))
            missing = set(needed.names) - set(found[needed.path].exports)
            if missing:
                raise ValueError(f"{path.name} imports {', '.join(sorted(missing))}, which {needed.path.name} lacks")
        found[path] = module

    for entry in entries:
        visit(entry.resolve(), ())
    return found


def bundle(entry: Path) -> str:
    """Join a module and all that it needs into one expression, whose value is an object of the entry's exports.

    Comments that take whole lines, most of them types, are left out: a saved page carries no more than it needs.
    """
    graph = module_graph(entry)
    names = _names(graph)
    code = _COMMENT.sub("", "".join(f"{line}\n" for line, _ in _joined(graph, names)))
    return f"(() => {{\n{code}return {names[entry.resolve()]};\n}})()"


class Joined(NamedTuple):
    """Modules in one file, and where its lines come from."""

    script: str  # a module that exports `mounts`: by component, the `mount` of its entry
    source_map: str  # revision 3, so that a browser's tools show the modules


def join_modules(entries: Sequence[Path]) -> Joined:
    """Join the entries of several components; modules that they share keep one state."""
    graph = module_graph(*entries)
    names = _names(graph)
    mounts = ", ".join(f"{entry.parent.name}: {names[entry.resolve()]}.mount" for entry in entries)
    return _with_map(graph, names, f"export const mounts = {{{mounts}}};")


def join_labs() -> Joined:
    """Join the bench and all labs: a module that exports `bench`, what its entry exports, and `labs`."""
    entry, labs = FOLDER / "maths" / "bench.js", lab_paths()
    graph = module_graph(entry, *labs)
    names = _names(graph)
    found = ", ".join(f"{names[path.resolve()]}.LAB" for path in labs)
    return _with_map(graph, names, f"export const bench = {names[entry.resolve()]}, labs = [{found}];")


def join_engine() -> Joined:
    """Join what computes in the browser: a module that exports `openEngine`."""
    entry = FOLDER / "shared" / "engine" / "opening.js"
    graph = module_graph(entry)
    names = _names(graph)
    return _with_map(graph, names, f"export const {{openEngine}} = {names[entry.resolve()]};")


def _with_map(graph: dict[Path, Module], names: dict[Path, str], last_line: str) -> Joined:
    """Join modules, and tell where each line comes from."""
    lines = _joined(graph, names)
    mappings, last = [], (0, 0)  # source and line
    for _, place in lines:
        if place is None:
            mappings.append("")
            continue
        source, line = place[0] - last[0], place[1] - last[1]
        mappings.append("AACA" if (source, line) == (0, 1) else f"A{_vlq(source)}{_vlq(line)}A")
        last = place
    described = {
        "version": 3,
        "sources": [path.relative_to(FOLDER.resolve().parent).as_posix() for path in graph],
        "sourcesContent": [path.read_text(encoding="utf-8") for path in graph],
        "names": [],
        "mappings": ";".join(mappings),
    }
    return Joined("\n".join([*(line for line, _ in lines), last_line]), json.dumps(described))


_Line = tuple[str, tuple[int, int] | None]  # of the result, with the number of its module and of its line there


def _names(graph: dict[Path, Module]) -> dict[Path, str]:
    """Return the name of each module's exports in the result."""
    return {path: f"module{number}" for number, path in enumerate(graph)}


def _joined(graph: dict[Path, Module], names: dict[Path, str]) -> list[_Line]:
    """Return the lines of the result."""
    lines: list[_Line] = [("'use strict';", None)]
    for source, (path, module) in enumerate(graph.items()):
        lines += [(f"const {names[path]} = (() => {{", None), *((line, None) for line in _imported(module, names))]
        lines += [(line, (source, number)) for number, line in enumerate(module.body.split("\n"))]
        lines += [(f"return {{{', '.join(module.exports)}}};", None), ("})();", None)]
    return lines


_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _vlq(number: int) -> str:
    """Write a number as source maps do: groups of five bits, the lowest bit of the first one its sign."""
    rest, written = abs(number) << 1 | (number < 0), ""
    while rest >= 32:
        written += _DIGITS[rest & 31 | 32]
        rest >>= 5
    return written + _DIGITS[rest]


def _imported(module: Module, names: dict[Path, str]) -> Iterator[str]:
    for needed in module.imports:
        given = needed.whole or f"{{{', '.join(needed.names)}}}"
        yield f"const {given} = {names[needed.path]};"


@functools.cache
def _served_file() -> Path:
    """Write the file that has all components, once for a server."""
    return _served(join_modules(sorted(FOLDER.glob("*/index.js"))), "components")


@functools.cache
def _served_labs() -> Path:
    """Write the file that has all labs, once for a server."""
    return _served(join_labs(), "labs")


@functools.cache
def _served_engine() -> Path:
    """Write the file of the engine, once for a server."""
    return _served(join_engine(), "engine")


def _served(joined: Joined, name: str) -> Path:
    """Write a file and its source map where the server finds them, under a name that tells its content."""
    folder = tempfile.TemporaryDirectory(prefix="glassformer-")
    _KEPT.append(folder)
    path = Path(folder.name).resolve() / f"{name}-{hashlib.sha256(joined.script.encode()).hexdigest()[:16]}.js"
    source_map = path.with_suffix(".js.map")
    path.write_text(f"{joined.script}\n//# sourceMappingURL={source_map.name}\n", encoding="utf-8")
    source_map.write_text(joined.source_map, encoding="utf-8")
    from gradio.utils import set_static_paths  # figures on the command line are drawn without Gradio

    set_static_paths([path, source_map])
    return path


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


def modules_path() -> str:
    """Return the address of the components' file, below Gradio's prefix of its interface."""
    return _address(_served_file())


def lab_file() -> str:
    """Return the address of the labs' file, as `modules_path` does."""
    return _address(_served_labs())


def engine_file() -> str:
    """Return the address of the engine's file, as `modules_path` does."""
    return _address(_served_engine())


def _address(path: Path) -> str:
    return f"file={quote(path.as_posix(), safe='/:')}"


def mounting(entry: Path, events: Sequence[str] = ()) -> str:
    """Write the `js_on_load` of a component whose entry, an `index.js`, exports `mount`.

    `mount` takes Gradio's objects (element, props, trigger, server, watch), `given`, constant properties that a
    preceding script may define, and `load`, which imports a module of the server. Its result is
    the value of the promise `mounted`.

    Args:
        entry: the module with `mount`.
        events: names of the events that it triggers; Gradio offers only events named in the script.
    """
    return f"// events: {json.dumps(list(events))}\n" + _MOUNT % (modules_path(), json.dumps(entry.parent.name))


# The root is that of the page's own configuration: below another path, or in the frame of a Space.
_MOUNT = """\
const {root = location.origin, api_prefix: prefix = '/gradio_api'} = window.gradio_config || {};
const load = file => import(`${root.replace(/\\/$/, '')}${prefix}/${file}`);
const mounted = load('%s').then(({mounts}) =>
  mounts[%s]({element, props, trigger, server, watch, load, given: typeof given === 'undefined' ? {} : given}));
"""
