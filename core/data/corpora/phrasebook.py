"""Phrasebook: pairs made by rule of numbers, times, dates, prices, places, people and the words of this field.

Published corpora of everyday sentences hardly have any: in Tatoeba "Munich" or "half past six" occur a few times. The
tables in `phrases/`, next to this file, were written for this project: `frames.tsv` has sentences with slots in
English, German and Chinese, the others what fills a slot, and `sentences.tsv`, `longer.tsv` and `further.tsv` whole
sentences of ordinary life and of this field; `held_out.tsv` has 500 more of them to test with.

A pair depends on its language and number alone. The test lines are drawn from the same frames with other seeds, and no
training line has the source of one.
"""

import csv
import lzma
import random
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from pathlib import Path

from core.data.corpora.choosing import Pair
from core.data.number_words import chinese_number, english_number, german_number

MAX_NUMBER = 1999
_TABLES = Path(__file__).parent / "phrases"
_SLOT = re.compile(r"\{([a-z]+)(2?)(?:\.([a-z]+))?\}")

Forms = dict[str, str]  # one filler: column of a table -> text, such as "en", "de", "de.in", "zh"

_MONTHS_EN = "January February March April May June July August September October November December"
_MONTHS_DE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
_MONTHS = (_MONTHS_EN.split(), _MONTHS_DE.split())
_WEEKDAYS_EN = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_WEEKDAYS_DE = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"
_WEEKDAYS_ZH = "星期一 星期二 星期三 星期四 星期五 星期六 星期日"
_WEEKDAYS = (_WEEKDAYS_EN.split(), _WEEKDAYS_DE.split(), _WEEKDAYS_ZH.split())
_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth"
    " twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth"
)
_ORDINALS = _ORDINAL_WORDS.split()
_CURRENCIES = (("euros", "Euro", "欧元", "€"), ("dollars", "Dollar", "美元", "$"), ("pounds", "Pfund", "英镑", "£"))


def phrase_pairs(language: str, count: int, seed: int = 1) -> Iterator[Pair]:
    """Yield `count` training pairs from English; a line may come more than once, none has the source of a test line.

    Args:
        language: of the target, "de" or "zh".
        count: number of pairs.
        seed: of what is drawn.
    """
    held_out = {source for source, _ in phrase_tests(language)}
    rng = random.Random(seed)
    frames = phrase_table("frames")

    def drawn() -> Iterator[Pair]:
        while True:
            yield _fill(rng.choice(frames), language, rng)

    return islice((pair for pair in drawn() if pair[0] not in held_out), count)


def sentence_pairs(language: str, copies: int = 1) -> Iterator[Pair]:
    """Yield every whole sentence from English, each `copies` times in a row.

    Args:
        language: of the target, "de" or "zh".
        copies: of each sentence.
    """
    for row in written_sentences():
        yield from ((row["en"], row[language]) for _ in range(copies))


def sentence_tests(language: str) -> Iterator[Pair]:
    """Yield the whole sentences from English that are held out.

    Args:
        language: of the target, "de" or "zh".
    """
    return ((row["en"], row[language]) for row in phrase_table("held_out"))


@cache
def phrase_tests(language: str) -> tuple[Pair, ...]:
    """Return 200 test pairs: 50 with a city or country, 60 with a first name, 90 with a number, time, date or price.

    Each is one frame with one kind of slot; no place and no name comes twice.

    Args:
        language: of the target, "de" or "zh".
    """
    rng = random.Random("test")
    found: dict[str, Pair] = {}
    for kinds, count in ((("city", "country"), 50), (("person",), 60), (_COUNTED, 90)):
        frames = [frame for frame in phrase_table("frames") if any(_slots(frame["en"]) == {kind} for kind in kinds)]
        frames = [frame for frame in frames if len(_SLOT.findall(frame["en"])) == 1]
        used: set[str] = set()
        wanted = len(found) + count
        while len(found) < wanted:
            frame = rng.choice(frames)
            fillers = {name: _SLOTS[name](rng) for name in sorted(_slots(frame["en"]))}
            key = " ".join(filler["en"] for filler in fillers.values())
            pair = _insert(frame, language, fillers)
            if pair is None or key in used or pair[0] in found:
                continue
            used.add(key)
            found[pair[0]] = pair
    return tuple(found.values())


def written_sentences() -> list[Forms]:
    """Return the whole sentences that are trained on, in three languages."""
    return [row for name in ("sentences", "longer", "further") for row in phrase_table(name)]


@cache
def phrase_table(name: str) -> list[Forms]:
    """Return the rows of one table of `phrases/`, in file order; an installed package has the large ones compressed."""
    path = _TABLES / f"{name}.tsv"
    opened = path.open if path.exists() else partial(lzma.open, f"{path}.xz")
    with opened("rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _fill(frame: Forms, language: str, rng: random.Random) -> Pair:
    while True:
        fillers = {}
        for name, second, _ in _SLOT.findall(frame["en"]):
            fillers[name + second] = _SLOTS[name](rng)
        if pair := _insert(frame, language, fillers):
            return pair


def _insert(frame: Forms, language: str, fillers: dict[str, Forms]) -> Pair | None:
    """Return the pair of a frame; None if a slot and its second have the same filler."""
    if any(fillers.get(f"{name}2") == filler for name, filler in fillers.items()):
        return None

    def side(code: str) -> str:
        def text(match: re.Match[str]) -> str:
            name, second, form = match.groups()
            return fillers[name + second][f"{code}.{form}" if form else code]

        return _capitalised(_SLOT.sub(text, frame[code]).replace("..", "."))  # "at 8 a.m.", then the full stop

    return side("en"), side(language)


def _slots(sentence: str) -> set[str]:
    return {name for name, _, _ in _SLOT.findall(sentence)}


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _from_table(name: str) -> Callable[[random.Random], Forms]:
    return lambda rng: rng.choice(phrase_table(name))


def _person(rng: random.Random) -> Forms:
    row = rng.choice(phrase_table("people"))
    return {**row, "de": row["en"]}


def _country(rng: random.Random) -> Forms:
    row = rng.choice(phrase_table("countries"))
    article, _, name = row["de"].rpartition(" ")
    if not article:
        return {**row, "de.in": f"in {name}", "de.to": f"nach {name}", "de.from": f"aus {name}"}
    return {**row, "de.in": f"in der {name}", "de.to": f"in die {name}", "de.from": f"aus der {name}"}


def _number(rng: random.Random, least: int = 0, most: int = MAX_NUMBER) -> Forms:
    number = rng.randint(least, rng.choice((12, 99, 199, most)) if most > 199 else most)
    english = english_number(number)
    if rng.random() < 0.25:
        english = english.replace(" and ", " ")  # as in American English
    elif rng.random() < 0.2 and english.startswith("one hundred"):
        english = english.replace("one", "a", 1)
    return {"en": english, "de": german_number(number), "zh": chinese_number(number)}


def _digits(rng: random.Random) -> Forms:
    digits = str(rng.randint(2, rng.choice((99, MAX_NUMBER))))
    return dict.fromkeys(("en", "de", "zh"), digits)


def _count(rng: random.Random) -> Forms:
    if rng.random() < 0.3:
        return _digits(rng)
    forms = _number(rng, 2, rng.choice((20, 99, 199)))
    return {**forms, "zh": "两"} if forms["en"] == "two" else forms  # 二 counts, 两 is before a measure word


def _price(rng: random.Random) -> Forms:
    word, german, chinese, sign = rng.choice(_CURRENCIES)
    if rng.random() < 0.6:
        count = _count(rng)
        return {"en": f"{count['en']} {word}", "de": f"{count['de']} {german}", "zh": f"{count['zh']}{chinese}"}
    amount = str(rng.randint(1, 99)) + rng.choice(("", f".{rng.randint(1, 99):02}"))
    english = f"{sign}{amount}" if rng.random() < 0.6 or amount == "1" else f"{amount} {word}"
    return {"en": english, "de": f"{amount.replace('.', ',')} {german}", "zh": f"{amount}{chinese}"}


def _time(rng: random.Random) -> Forms:
    hour, form = rng.randint(1, 12), rng.random()
    if form < 0.35:
        return _spoken_time(hour, 5 * rng.randint(1, 11))
    if form < 0.55:
        words = [spell(hour) for spell in (english_number, german_number, _chinese_hour)]
        german = "ein" if hour == 1 else words[1]
        return {"en": f"{words[0]} o'clock", "de": f"{german} Uhr", "zh": f"{words[2]}点"}
    if form < 0.75:
        half, german, chinese = rng.choice((("a.m.", "morgens", "早上"), ("p.m.", "abends", "晚上")))
        hour = rng.randint(5, 11)
        return {"en": f"{hour} {half}", "de": f"{hour} Uhr {german}", "zh": f"{chinese}{hour}点"}
    clock = f"{rng.randint(0, 23)}:{rng.randint(0, 59):02}"
    return {"en": clock, "de": f"{clock} Uhr", "zh": clock}


def _spoken_time(hour: int, minute: int) -> Forms:
    """Return a time in words: "half past six" is "halb sieben"; after the half, minutes to the next hour count."""
    following = hour % 12 + 1
    minutes = {15: ("quarter", "Viertel", "一刻"), 30: ("half", "halb", "半")}
    to = minute > 30
    shown = 60 - minute if to else minute
    english, german, _ = minutes.get(shown, (english_number(shown), german_number(shown), ""))
    chinese = minutes[minute][2] if minute in minutes else f"{'零' if minute < 10 else ''}{chinese_number(minute)}分"
    named = following if to else hour
    german = (
        f"halb {german_number(following)}"
        if minute == 30
        else f"{german} {'vor' if to else 'nach'} {german_number(named)}"
    )
    return {
        "en": f"{english} {'to' if to else 'past'} {english_number(named)}",
        "de": german,
        "zh": f"{_chinese_hour(hour)}点{chinese}",
    }


def _chinese_hour(hour: int) -> str:
    return "两" if hour == 2 else chinese_number(hour)


def _date(rng: random.Random) -> Forms:
    month, day = rng.randrange(12), rng.randint(1, 30 if rng.random() < 0.9 else 28)
    day = min(day, 28) if month == 1 else day
    name, form = _MONTHS[0][month], rng.random()
    ending = "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    year = _year(rng)["en"] if rng.random() < 0.3 else ""
    english = f"the {_ORDINALS[day - 1]} of {name}" if form < 0.3 else f"{name} {day}{ending if form < 0.5 else ''}"
    english, comma = (f"{day} {name}", "") if form > 0.75 else (english, "" if form < 0.3 else ",")
    return {
        "en": f"{english}{comma} {year}" if year else english,
        "de": f"{day}. {_MONTHS[1][month]}{f' {year}' if year else ''}",
        "zh": f"{f'{year}年' if year else ''}{month + 1}月{day}日",
    }


def _year(rng: random.Random) -> Forms:
    return dict.fromkeys(("en", "de", "zh"), str(rng.randint(1850, 2030)))


def _weekday(rng: random.Random) -> Forms:
    return dict(zip(("en", "de", "zh"), rng.choice([*zip(*_WEEKDAYS, strict=True)]), strict=True))


def _month(rng: random.Random) -> Forms:
    month = rng.randrange(12)
    return {"en": _MONTHS[0][month], "de": _MONTHS[1][month], "zh": f"{chinese_number(month + 1)}月"}


_SLOTS: dict[str, Callable[[random.Random], Forms]] = {
    "number": _number,
    "digits": _digits,
    "count": _count,
    "age": lambda rng: _number(rng, 2, 99),
    "price": _price,
    "time": _time,
    "date": _date,
    "year": _year,
    "weekday": _weekday,
    "month": _month,
    "city": _from_table("cities"),
    "country": _country,
    "person": _person,
    "term": _from_table("terms"),
    "thing": _from_table("things"),
}
_COUNTED = ("number", "digits", "count", "age", "price", "time", "date", "year")
