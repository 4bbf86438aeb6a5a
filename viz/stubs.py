"""Import Gradio without the stub files that it writes.

While Gradio is imported, it parses the source of every component and compares the file of types beside it
(`textbox.pyi`, for editors) with a newly drawn one. That takes nearly half of its import, and its packages come with
these files.
"""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_WRITER, _FUNCTION = "gradio.component_meta", "create_or_modify_pyi"


def skip_stubs() -> None:
    """Let Gradio leave its stub files as they are; call it before Gradio is imported."""
    if _WRITER not in sys.modules:
        sys.meta_path.insert(0, _WithoutStubs())


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
                if hasattr(module, _FUNCTION):
                    setattr(module, _FUNCTION, lambda *_: None)

            spec.loader.exec_module = execute_without
        return spec
