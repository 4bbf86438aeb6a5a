"""The labs of "Inside the maths", a folder each: `lab.js`, which draws it, and `words.py`, its words in each language.

Keys of every lab's `WORDS` (`viz.texts.beside` says what they hold):
`title`; `question`, one line; `formula`, LaTeX between dollars, a line each (may be missing); `intro`, a few sentences
(may be missing); `look`, what to look for; `<control>.label`, `<control>.info` (may be missing) and
`<control>.<option>`; `number.<name>`; `see.<lab>`, before a link to another lab. `question`, `formula`, `intro` and
`look` may hold LaTeX between dollars; all others are plain text.
"""

from pathlib import Path

FOLDER = Path(__file__).parent


def lab_paths() -> list[Path]:
    """Return the module of each lab, by the name of its folder."""
    return sorted(FOLDER.glob("*/lab.js"))


def lab_names() -> list[str]:
    """Return the names of all labs."""
    return [path.parent.name for path in lab_paths()]
