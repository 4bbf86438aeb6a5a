"""The script in which a text is written, the languages that are written in it, and the language of a text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from core.data.columns import language_of

READ_PAIRS = 500  # to find the scripts of a text
MOST_LETTERS = 20_000  # read to find the script of a text
_CLEAR_SHARE = 0.5  # of the letters that a text's script must have
_KANA_SHARE = 0.1  # of the characters of a Japanese text; a Chinese one has none
_RANGES = (  # of the letters of each script: first, last
    ("Latin", 0x41, 0x24F),
    ("Cyrillic", 0x400, 0x52F),
    ("Arabic", 0x600, 0x6FF),
    ("Hangul", 0x1100, 0x11FF),
    ("Latin", 0x1E00, 0x1EFF),
    ("Kana", 0x3040, 0x30FF),
    ("Han", 0x3400, 0x4DBF),
    ("Han", 0x4E00, 0x9FFF),
    ("Hangul", 0xAC00, 0xD7AF),
    ("Han", 0xF900, 0xFAFF),
    ("Han", 0x20000, 0x3FFFF),
)
_ONLY_LANGUAGE = {"Han": "zh", "Kana": "ja", "Hangul": "ko"}
_LATIN = "ca cs da de en es et fi fr ga hr hu id is it lt lv ms mt nb nl no pl pt ro sk sl sv tr vi"
_WRITTEN_IN = {
    **{code: {"Latin"} for code in _LATIN.split()},
    **{code: {"Han"} for code in ("zh", "zho", "cmn", "yue")},
    **{code: {"Cyrillic"} for code in ("ru", "uk", "bg")},
    **{code: {"Arabic"} for code in ("ar", "fa", "ur")},
    **{code: {"Kana", "Han"} for code in ("ja", "jpn")},
    **{code: {"Hangul"} for code in ("ko", "kor")},
    "sr": {"Cyrillic", "Latin"},
}


class Suggestion(NamedTuple):
    """The language of one side of a text, and where it was found; both empty for nothing found."""

    code: str
    origin: str


def script_of(sentences: Iterable[str]) -> str:
    """Return the script of most letters: Latin, Cyrillic, Arabic, Hangul, Kana (with Han) or Han; "" if unclear."""
    counts: Counter[str] = Counter()
    for sentence in sentences:
        counts.update(_script(ord(letter)) for letter in sentence if letter.isalpha())
        if counts.total() >= MOST_LETTERS:
            break
    if counts["Kana"] > _KANA_SHARE * (counts["Kana"] + counts["Han"]):
        counts["Kana"] += counts.pop("Han", 0)
    script, letters = max(counts.items(), key=lambda item: item[1], default=("", 0))
    return script if letters > _CLEAR_SHARE * counts.total() else ""


def language_of_script(script: str) -> str:
    """Return the code of the language that a script gives away; "" where many languages are written in it."""
    return _ONLY_LANGUAGE.get(script, "")


def base_code(code: str) -> str:
    """Return the language of a code, without its region or script: zh of zh-CN."""
    return code.lower().replace("_", "-").split("-")[0]


def contradicts(code: str, script: str) -> bool:
    """Return True if a language is not written in a script, or is not known where the script gives a language away."""
    known = _WRITTEN_IN.get(base_code(code))
    return bool(language_of_script(script)) if known is None else bool(script) and script not in known


def suggest_languages(
    names: Sequence[str], pairs: Iterable[tuple[str, str]], start: Sequence[str] = ("", "")
) -> list[Suggestion]:
    """Return the languages of source and target, for the commands and the page alike.

    Each is that of the name of its file or column, else that of the checkpoint to start from unless the text is in
    another script, else the only one that is written in the script of the text.

    Args:
        names: of the columns, or the endings of the files; "" for none.
        pairs: of the text; the first `READ_PAIRS` are read.
        start: languages of the checkpoint to start from.
    """
    read = list(islice(pairs, READ_PAIRS))
    found = []
    for side, (name, started) in enumerate(zip(names, start, strict=True)):
        script = script_of(pair[side] for pair in read)
        suggestions = (
            Suggestion(language_of(name), "the name of its file or column"),
            Suggestion("" if contradicts(started, script) else started, "the checkpoint to start from"),
            Suggestion(language_of_script(script), "the script of the text"),
        )
        found.append(next((one for one in suggestions if one.code), Suggestion("", "")))
    return found


def _script(letter: int) -> str:
    return next((name for name, first, last in _RANGES if first <= letter <= last), "")
