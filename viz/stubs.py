"""Import Gradio without the stub files that it writes.

Whenever a component is defined, Gradio parses its source and compares the file of types beside it (`textbox.pyi`, for
editors) with a newly drawn one. That takes nearly half of its import, and its packages come with these files; beside a
component of ours it would write a new one.
"""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_WRITER, _FUNCTION = "gradio.component_meta", "create_or_modify_pyi"


def skip_stubs() -> None:
    """Let Gradio leave its stub files as they are, from now on; its import is shorter if it comes afterwards."""
    if _WRITER in sys.modules:
        _take_out(sys.modules[_WRITER])
    elif not any(isinstance(finder, _WithoutStubs) for finder in sys.meta_path):
        sys.meta_path.insert(0, _WithoutStubs())


def _take_out(module: ModuleType) -> None:
    if hasattr(module, _FUNCTION):
        setattr(module, _FUNCTION, lambda *_: None)


class _WithoutStubs(MetaPathFinder):
    """Finds one module of Gradio, once, and takes the function that writes stub files out of it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != _WRITER:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_without(module: ModuleType) -> None:
                execute(module)
                _take_out(module)

            spec.loader.exec_module = execute_without
        return spec
