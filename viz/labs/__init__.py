"""The labs of "Inside the maths", a folder each: `lab.js`, which draws it, and `words.py`, its words in each language.

`WORDS` has a text for each key: a string for all languages, or a dictionary of one for each. Keys of every lab:
`title`; `question`, one line; `formula`, LaTeX between dollars, a line each (may be missing); `intro`, a few sentences
(may be missing); `look`, what to look for; `<control>.label`, `<control>.info` (may be missing) and
`<control>.<option>`; `number.<name>`; `see.<lab>`, before a link to another lab. `question`, `formula`, `intro` and
`look` may hold LaTeX between dollars; all others are plain text.
"""

import importlib
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent


def lab_paths() -> list[Path]:
    """Return the module of each lab, by the name of its folder."""
    return sorted(FOLDER.glob("*/lab.js"))


def lab_names() -> list[str]:
    """Return the names of all labs."""
    return [path.parent.name for path in lab_paths()]


def lab_words(language: str) -> dict[str, str]:
    """Return the words of all labs in a language, those that it has: keys such as `maths.softmax.title`."""
    return {
        f"maths.{name}.{key}": text if isinstance(text, str) else text[language]
        for name in lab_names()
        for key, text in words_of(name).items()
        if isinstance(text, str) or language in text
    }


def words_of(name: str) -> Mapping[str, str | Mapping[str, str]]:
    """Return the words of a lab, as its module has them."""
    return importlib.import_module(f"{__name__}.{name}.words").WORDS
