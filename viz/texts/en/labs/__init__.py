"""The words of each lab of "Inside the maths": a module named like the lab, with the dictionary `WORDS`.

Keys of every lab: `title`; `question`, one line; `formula`, LaTeX between dollars, a line each (may be missing);
`intro`, a few sentences (may be missing); `look`, what to look for; `<control>.label`, `<control>.info` (may be
missing) and `<control>.<option>`; `number.<name>`; `see.<lab>`, before a link to another lab. `question`, `formula`,
`intro` and `look` may hold LaTeX between dollars; all others are plain text.
"""

import importlib
import pkgutil

LABS: dict[str, str] = {
    f"maths.{module.name}.{key}": words
    for module in pkgutil.iter_modules(__path__)
    for key, words in importlib.import_module(f"{__name__}.{module.name}").WORDS.items()
}
