"""Flags: signs that a translation has one of six faults, from its text, its references and the attention it gave.

Every flag compares with a reference, which a test set has: what the reference does as well is no fault. How often each
is right, and how many faults it finds, is measured by `benchmarks/flags.py`.
"""

import re
from collections.abc import Iterator, Sequence

from core.data.normalisation import CJK
from core.data.number_words import english_number, german_number
from core.inspection.words import content_words

FLAGS = ("omission", "repetition", "addition", "untranslated", "number", "name")
BY_ATTENTION = frozenset(("omission",))  # found in part by attention, which a file of translations does not have
SHOWN = frozenset(("omission", "repetition", "number", "name"))  # of 70 % precision or more (benchmarks/flags.py)
_SHORT, _LONG = 0.6, 1.6  # of the reference's length
_SHORT_OF_SOURCE, _LONG_OF_SOURCE = 0.75, 1.4  # of the source's length, where the target has blanks as the source has
_CHARACTERS = 1.5  # for a word of a source in a script with blanks
_LENGTH_FROM = 6  # units of reference and source, from which on the length tells something
_UNCOVERED = 0.4  # attention that a content word of the source received in all
_PHRASE = 3  # units of a phrase that counts when it occurs again
_COPIED = 4  # letters of a source word that was copied
_WORD = re.compile(rf"{CJK}|\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_DIGITS = re.compile(r"\d+(?:[.,]\d{3})*")
_ROUND = re.compile(r"(\d{1,9})多?([万亿])")
_IS_CHARACTER = re.compile(CJK)
_CHINESE_NUMBER = re.compile("[零〇一二两三四五六七八九十百千万亿]+")
_SPELT_FROM = 2  # "one" and "ein" are mostly no numbers
_SPELT = {
    spell(number): number for number in range(_SPELT_FROM, 1000) for spell in (english_number, german_number)
} | dict.fromkeys(("both", "beide", "beiden", "beides", "zwo"), 2)
_CHINESE_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_CHINESE_PLACES = {"十": 10, "百": 100, "千": 1000}


def flags_of(
    source: str,
    translation: str,
    *,
    references: Sequence[str],
    source_language: str = "",
    target_language: str = "",
    coverage: Sequence[float] = (),
    pieces: Sequence[str] = (),
) -> tuple[str, ...]:
    """Return the flags of one translation, in the order of `FLAGS`.

    Args:
        source: the sentence.
        translation: of it.
        references: one or several.
        source_language: code; empty where it is not known.
        target_language: likewise.
        coverage: attention that each source token received; none for a translation that was made elsewhere, and not
            needed unless `is_shorter`.
        pieces: the source tokens as text.
    """
    given, units = _units(source), _units(translation)
    expected = [_units(reference) for reference in references]
    same_language = bool(source_language) and source_language == target_language
    repeats = _repeats(units) > max(map(_repeats, [given, *expected]))
    found = {
        "omission": _is_short(given, units, expected) or _is_uncovered(coverage, pieces, units, expected),
        "repetition": repeats,
        "addition": _is_long(given, units, expected) and not repeats,
        "untranslated": not same_language and bool(_copied(source, translation, references)),
        "number": _has_other_numbers(source, translation, references),
        "name": _lacks_name(source, translation, references),
    }
    return tuple(name for name in FLAGS if found[name])


def is_shorter(translation: str, references: Sequence[str]) -> bool:
    """Return whether a translation has fewer units than each reference: only then its coverage may flag an omission."""
    return _has_fewer(_units(translation), [_units(reference) for reference in references])


def _has_fewer(units: Sequence[str], expected: Sequence[Sequence[str]]) -> bool:
    return len(units) < min(map(len, expected))


def _units(text: str) -> list[str]:
    """Return words, of scripts without spaces characters, and numbers; without punctuation, in small letters."""
    return [unit.lower() for unit in _WORD.findall(text)]


def _usual_length(source: Sequence[str], units: Sequence[str]) -> float:
    """Return how many units a translation of a source has, roughly."""
    spaced = [not any(map(_IS_CHARACTER.match, text)) for text in (source, units)]
    return len(source) * {(True, False): _CHARACTERS, (False, True): 1 / _CHARACTERS}.get((spaced[0], spaced[1]), 1.0)


def _is_short(source: Sequence[str], units: Sequence[str], expected: Sequence[Sequence[str]]) -> bool:
    """Return whether a translation is much shorter than each reference and than its source lets expect, or is empty.

    A reference alone is no measure: an idiom is long where plain words are few.
    """
    if not units:
        return any(expected)
    shortest = min(map(len, expected))
    if min(shortest, len(source)) < _LENGTH_FROM:
        return False
    return len(units) < _SHORT * shortest and len(units) < _SHORT_OF_SOURCE * _usual_length(source, units)


def _is_long(source: Sequence[str], units: Sequence[str], expected: Sequence[Sequence[str]]) -> bool:
    if len(units) < _LENGTH_FROM:
        return False
    longest = max(max(map(len, expected)), 1)
    return len(units) > _LONG * longest and len(units) > _LONG_OF_SOURCE * _usual_length(source, units)


def _is_uncovered(
    coverage: Sequence[float], pieces: Sequence[str], units: Sequence[str], expected: Sequence[Sequence[str]]
) -> bool:
    """Return whether the translation is shorter than its references and a content word got hardly any attention."""
    if not coverage or not _has_fewer(units, expected):
        return False
    spans = content_words(pieces)
    return any(max(coverage[start:stop], default=1.0) < _UNCOVERED for start, stop in spans)


def _repeats(units: Sequence[str]) -> int:
    """Return how many phrases of three units occur again, and how often a unit occurs three times in a row."""
    phrases = [tuple(units[start : start + _PHRASE]) for start in range(len(units) - _PHRASE + 1)]
    return len(phrases) - len({*phrases}) + sum(len({*phrase}) == 1 for phrase in phrases)


def _copied(source: str, translation: str, references: Sequence[str]) -> list[str]:
    """Return the words of the source that the translation has unchanged and no reference has.

    Only those in small letters: names stay as they are, and a loanword has the capital of a German noun.
    """
    known = {word for reference in references for word in _LETTERS.findall(reference)}
    written = {*_LETTERS.findall(translation)} - known
    return sorted(
        word for word in written.intersection(_LETTERS.findall(source)) if word.islower() and len(word) >= _COPIED
    )


def numbers_in(text: str) -> set[int]:
    """Return the numbers of a text, written in digits, or in words of English, German or Chinese."""
    sizes = {"万": 10_000, "亿": 100_000_000}
    found = {int(round_number[1]) * sizes[round_number[2]] for round_number in _ROUND.finditer(text)}
    text = _ROUND.sub("", text)
    found.update(int(re.sub(r"[.,]", "", digits)[:18]) for digits in _DIGITS.findall(text))
    found.update(_SPELT[word] for word in _spelt(text))
    chinese = (_chinese_value(word) for word in _CHINESE_NUMBER.findall(text))
    found.update(value for value in chinese if value >= _SPELT_FROM)
    return found


def _chinese_value(text: str) -> int:
    """Return the value of a Chinese numeral; digits in a row, as of a year, are read one after the other.

    Examples:
        >>> _chinese_value("一百万零五"), _chinese_value("二〇〇八"), _chinese_value("十二")
        (1000005, 2008, 12)
    """
    if len(text) > 1 and all(character in _CHINESE_DIGITS for character in text):
        return int("".join(str(_CHINESE_DIGITS[character]) for character in text))
    total = group = digit = 0
    for character in text:
        if character in _CHINESE_DIGITS:
            digit = _CHINESE_DIGITS[character]
        elif character in _CHINESE_PLACES:
            group, digit = group + max(digit, 1) * _CHINESE_PLACES[character], 0
        else:
            size = 10_000 if character == "万" else 100_000_000
            total, group, digit = (total + group + digit) * size, 0, 0
    return total + group + digit


def _spelt(text: str) -> Iterator[str]:
    """Yield the number words of a text, the longest where several begin at one word ("three hundred and five")."""
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.lower())
    index = 0
    while index < len(words):
        length = next((k for k in range(5, 0, -1) if " ".join(words[index : index + k]) in _SPELT), 0)
        if length:
            yield " ".join(words[index : index + length])
        index += max(length, 1)


def _has_other_numbers(source: str, translation: str, references: Sequence[str]) -> bool:
    """Return whether the numbers of a translation are neither those of a reference nor those of the source."""
    written = numbers_in(translation)
    allowed = [numbers_in(text) for text in (*references, source)]
    return any(allowed[:-1]) and written not in allowed


def _lacks_name(source: str, translation: str, references: Sequence[str]) -> bool:
    """Return whether a name of the source that every reference keeps is missing: a word that begins with a capital."""
    capital = {word for word in _LETTERS.findall(source) if word[0].isupper() and len(word) > 2}
    kept = [word for word in capital if all(_has_word(reference, word) for reference in references)]
    return any(not _has_word(translation, word) for word in kept)


def _has_word(text: str, word: str) -> bool:
    """Return whether a text has a word, also with an ending of one or two letters, as a genitive has."""
    return re.search(rf"(?<![^\W\d_]){re.escape(word)}(?:['’]?[^\W\d_]{{0,2}})?(?![^\W\d_])", text) is not None
