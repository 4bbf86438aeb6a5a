"""Functions of the browser that Gradio calls on an event, read from the module beside the Python that uses them."""

from pathlib import Path

_START = "export const "


def browser_functions(beside: str | Path, *names: str) -> tuple[str, ...]:
    """Return the functions of these names as JavaScript expressions, for Gradio's `js=`.

    Each is run alone: it may not use another function of its module.

    Args:
        beside: the module, or the Python file of the same name.
        names: of exported functions.

    Raises:
        KeyError: the module exports no function of that name.
    """
    found = _functions(Path(beside).with_suffix(".js").read_text(encoding="utf-8"))
    return tuple(found[name] for name in names)


def _functions(module: str) -> dict[str, str]:
    """Return the exported functions of a module by name; each ends at a line that is not indented and ends in `;`."""
    found: dict[str, str] = {}
    name, lines = "", list[str]()
    for line in module.splitlines():
        if line.startswith(_START):
            name, _, line = line.removeprefix(_START).partition(" = ")
        if name:
            lines.append(line)
            if line.endswith(";") and not line.startswith(" "):
                found[name] = "\n".join(lines).removesuffix(";")
                name, lines = "", []
    return found
