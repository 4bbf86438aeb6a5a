"""Words that lie beside what they name: `words.py` in the folder of a lab, a panel or a component, all languages.

`WORDS` has a text for each key: a string for all languages, or a dictionary of one for each.
"""

from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_VIZ = Path(__file__).parents[1]


def lab_words(language: str) -> dict[str, str]:
    """Return the words of all labs that a language has; keys such as `maths.softmax.title`."""
    labs = sorted((_VIZ / "labs").glob("*/words.py"))
    return {f"maths.{path.parent.name}.{key}": text for path in labs for key, text in _words(path, language)}


def panel_words(language: str) -> dict[str, str]:
    """Return the words of the attention view's panels that a language has; keys such as `attention.tree.title`."""
    return {f"attention.{key}": text for path in _panels() for key, text in _words(path, language)}


def sentence_words(language: str) -> dict[str, str]:
    """Return the words of the table of sentences that a language has; keys such as `sentences.order.worst`."""
    path = _VIZ / "components" / "evaluation" / "words.py"
    return {f"sentences.{key}": text for key, text in _words(path, language)}


def study_words(language: str) -> dict[str, str]:
    """Return the words of the glossary that a language has; keys such as `study.gloss.softmax`."""
    path = _VIZ / "components" / "study" / "words.py"
    return {f"study.{key}": text for key, text in _words(path, language)}


def exercise_words(language: str) -> dict[str, str]:
    """Return the words of all exercises that a language has; keys such as `exercises.attention.most_attended`."""
    components = _VIZ / "components"
    chapters = sorted((components / "exercises" / "words").glob("*.py"))
    found = {f"exercises.{path.stem}.{key}": text for path in chapters for key, text in _words(path, language)}
    around = components / "shared" / "exercises" / "words.py"
    return found | {f"exercises.{key}": text for key, text in _words(around, language)}


def path_words(language: str) -> dict[str, str]:
    """Return the words of the path that a language has; keys such as `path.cross.title` and `path.next`."""
    folder = _VIZ / "components" / "path"
    chapters = sorted((folder / "chapters").glob("*.py"))
    found = {f"path.{path.stem}.{key}": text for path in chapters for key, text in _words(path, language)}
    return found | {f"path.{key}": text for key, text in _words(folder / "words.py", language)}


def panel_names() -> list[str]:
    """Return the names of the attention view's panels: each has a folder with its words, among them its title."""
    return [path.parent.name for path in _panels() if f"bench.{path.parent.name}" in dict(_words(path, "en"))]


def _panels() -> list[Path]:
    return sorted((_VIZ / "components" / "attention_view").glob("*/words.py"))


def _words(path: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield the keys and texts of a file; it is loaded by its path, so that the component around it is not."""
    spec = spec_from_file_location(f"words.{path.parent.name}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for key, text in module.WORDS.items():
        if isinstance(text, str):
            yield key, text
        elif language in text:
            yield key, text[language]
