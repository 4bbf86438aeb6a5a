"""JavaScript modules of the components: served to the page as they are, joined for a file without a server.

A module imports by relative paths, exports only declarations (`export const name = ...`), and imports must not
form a cycle. `bundle` relies on these rules.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from gradio.utils import set_static_paths

FOLDER = Path(__file__).parent
_IMPORT = re.compile(r"^import (?:\{\s*(\w+(?:,\s*\w+)*,?)\s*\}|\* as (\w+)) from '(\.[\w./]+)';$\n?", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)


class Import(NamedTuple):
    """One import statement: names out of a module, or all of it under one name."""

    path: Path
    names: tuple[str, ...]
    whole: str = ""


class Module(NamedTuple):
    """One parsed file."""

    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    body: str  # without imports and the word export


def read_module(path: Path) -> Module:
    """Parse a module.

    Raises:
        ValueError: an import or export of a form that `bundle` does not join.
    """
    source = path.read_text(encoding="utf-8")
    imports = tuple(
        Import((path.parent / target).resolve(), tuple(re.findall(r"\w+", names)), whole)
        for names, whole, target in _IMPORT.findall(source)
    )
    exports = tuple(_EXPORT.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub("", source)).strip("\n")
    other = _OTHER.search(body)
    if other:
        raise ValueError(f"{path.name} has an import or export that cannot be joined: {other[0]}")
    return Module(imports, exports, body)


def module_graph(entry: Path) -> dict[Path, Module]:
    """Return every module that an entry needs, each after those that it imports.

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

    visit(entry.resolve(), ())
    return found


def bundle(entry: Path) -> str:
    """Join a module and all that it needs into one expression, whose value is an object of the entry's exports."""
    modules = module_graph(entry)
    names = {path: f"module{number}" for number, path in enumerate(modules)}
    parts = ["(() => {", "'use strict';"]
    for path, module in modules.items():
        parts += [f"const {names[path]} = (() => {{", *_imported(module, names), module.body]
        parts += [f"return {{{', '.join(module.exports)}}};", "})();"]
    return "\n".join([*parts, f"return {names[entry.resolve()]};", "})()"])


def _imported(module: Module, names: dict[Path, str]) -> Iterator[str]:
    for needed in module.imports:
        given = needed.whole or f"{{{', '.join(needed.names)}}}"
        yield f"const {given} = {names[needed.path]};"


_served: set[Path] = set()  # the modules that the server may send; Gradio's own list is slow to search


def mounting(entry: Path, events: Sequence[str] = ()) -> str:
    """Write the `js_on_load` of a component whose entry exports `mount`; lets the server send its modules.

    `mount` takes Gradio's objects (element, props, trigger, server, watch) and `given`, constant properties that a
    preceding script may define. Its result is the value of the promise `mounted`.

    Args:
        entry: the module with `mount`.
        events: names of the events that it triggers; Gradio offers only events named in the script.
    """
    paths = list(module_graph(entry))
    unknown: list[str | Path] = [path for path in paths if path not in _served]
    if unknown:
        set_static_paths(unknown)
        _served.update(paths)
    files = [path.relative_to(FOLDER.resolve()).as_posix() for path in paths]
    return f"// events: {json.dumps(list(events))}\n" + _MOUNT % (
        quote(FOLDER.resolve().as_posix(), safe="/:"),
        json.dumps(files),
        json.dumps(files[-1]),
    )


# The root is that of the page's own configuration: below another path, or in the frame of a Space. The server does not
# say how long its files may be cached, so that a browser could mix modules of two versions: each is requested again
# first, once per page for all components, and later imports find it in the browser's cache.
_MOUNT = """\
const {root = location.origin, api_prefix: prefix = '/gradio_api'} = window.gradio_config || {};
const modules = `${root.replace(/\\/$/, '')}${prefix}/file=%s/`;
const asked = window.glassformerModules ??= new Map();
const freshened = url => asked.get(url) ?? asked.set(url, fetch(url, {cache: 'no-cache'})).get(url);
const fresh = Promise.allSettled(%s.map(file => freshened(modules + file)));
const mounted = fresh.then(() => import(modules + %s))
  .then(({mount}) => mount({element, props, trigger, server, watch, given: typeof given === 'undefined' ? {} : given}));
"""
