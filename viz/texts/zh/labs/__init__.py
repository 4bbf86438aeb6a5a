"""The words of each lab of "Inside the maths", in Chinese: see `viz.texts.en.labs`."""

import importlib
import pkgutil

LABS: dict[str, str] = {
    f"maths.{module.name}.{key}": words
    for module in pkgutil.iter_modules(__path__)
    for key, words in importlib.import_module(f"{__name__}.{module.name}").WORDS.items()
}
