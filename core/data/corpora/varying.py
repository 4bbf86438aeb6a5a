"""Variation of names, places and numbers in training pairs, for corpora that hardly have any.

In Tatoeba's 168,302 pairs of English and German, "Tom" occurs in 39,336 English sentences and "Mary" in 7,076, but
"John" in 306 and "Peter" and "Anna" in one each; "Boston" in 1,295 and "Berlin" in 11. So a model trained on it cannot
copy other names, and it has seen few numbers above twenty. Such a pair is still correct when the name, the place or the
number is replaced on both sides.
"""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.data.corpora.choosing import Pair, number_of
from core.data.corpora.phrasebook import phrase_table
from core.data.number_words import chinese_number, english_number, german_number

_MEN = (
    "Adam Ahmed Albert Ali Andreas Anton Arthur Ben Bernd Boris Bruno Carlos Chen Christian Daniel David Dennis Diego "
    "Dieter Dmitri Edward Emil Erik Ernst Fabian Felix Ferdinand Francesco Frank Fred Fritz Georg Giovanni Gustav Hans "
    "Harald Hassan Heinz Helmut Henry Hiroshi Hugo Ibrahim Igor Ivan Jack Jakob James Jan Jens Joachim Jonas Jorge "
    "José Juan Jürgen Karl Kenji Kevin Klaus Konrad Kurt Lars Leo Leonard Liam Luca Ludwig Luis Lukas Manfred Marcel "
    "Marco Mario Markus Martin Mateo Max Michael Miguel Mohammed Moritz Nico Nikolai Noah Oliver Omar Oskar Otto Pablo "
    "Patrick Paul Pavel Pedro Peter Philipp Pierre Ralf Raj Ravi Richard Robert Roland Rolf Rudolf Samuel Sanjay "
    "Sebastian Simon Stefan Steve Sven Theo Thomas Tim Tobias Umar Victor Viktor Vincent Walter Wei Werner Wilhelm "
    "William Wolfgang Xavier Yusuf"
)
_WOMEN = (
    "Agnes Aisha Alexandra Alice Amelie Amina Ana Andrea Angela Anita Anja Anna Annette Astrid Barbara Beate Bianca "
    "Birgit Brigitte Camille Carla Carmen Charlotte Chiara Christine Clara Claudia Cornelia Daniela Diana Dora "
    "Elena Elisabeth Elke Ella Emily Emma Esther Eva Fatima Fiona Franziska Frida Gabriele Gertrud Gisela Greta Hanna "
    "Heidi Helena Helga Ida Ines Ingrid Irene Isabel Jana Jasmin Jennifer Jessica Johanna Julia Juliane Jutta Karin "
    "Katharina Kathrin Keiko Kim Lara Laura Layla Lea Lena Leonie Lily Linda Lisa Lucia Luise Magdalena Margarete "
    "Maria Marlene Marta Mei Melanie Mia Miriam Monika Nadia Natalie Nina Nora Olga Olivia Patricia Paula Petra "
    "Priya Rachel Rebecca Regina Renate Rita Rosa Ruth Sabine Sandra Sara Silvia Simone Sofia Sonja Sophie Stella "
    "Susanne Svetlana Tamara Tanja Teresa Ursula Valentina Vanessa Vera Veronika Yasmin Yuki Yvonne Zoe"
)
_PLACES = (  # spelt alike in both languages
    "Amsterdam Ankara Augsburg Bangkok Barcelona Basel Berlin Bern Bonn Bremen Budapest Chicago Dortmund Dresden "
    "Dublin Erfurt Essen Frankfurt Freiburg Graz Hamburg Hannover Heidelberg Helsinki Innsbruck Istanbul Kassel Kiel "
    "Leipzig Linz London Madrid Mainz Manchester Mannheim Melbourne Montreal Mumbai Oslo Oxford Paris Potsdam "
    "Rostock Salzburg Seattle Stockholm Stuttgart Sydney Toronto Tübingen Ulm Weimar"
)
_SIBILANT = re.compile(r"(?:[sxzß]|ce)$")  # such a name has no -s in a German genitive

NUMBERS = {english_number(n): german_number(n) for n in range(13, 100)}  # thirteen to ninety-nine
CHINESE_NUMBERS = {english_number(n): chinese_number(n) for n in range(13, 100)}
_NUMBER_COPIES = 4  # varied pairs in addition to one with a number
_SHARE = 0.5  # of the pairs with a name or a place, that are varied


@dataclass(frozen=True)
class _Slot:
    """A name that occurs in many pairs, and what may replace it.

    Attributes:
        source: the name, then an optional genitive ending.
        target: likewise.
        fillers: (source, target).
    """

    source: re.Pattern[str]
    target: re.Pattern[str]
    fillers: list[Pair]

    def fill(self, pair: Pair, rng: random.Random) -> Pair:
        """Replace the name on both sides; return the pair itself if the sides have it unequally often."""
        endings = [match.group(2) for match in self.source.finditer(pair[0])]
        if not endings or len(endings) != len(self.target.findall(pair[1])):
            return pair
        genitive = any(endings) or any(match.group(2) for match in self.target.finditer(pair[1]))
        allowed = [names for names in self.fillers if not (genitive and _SIBILANT.search(names[0]))]
        source, target = rng.choice(allowed)
        return self.source.sub(rf"{source}\2", pair[0]), self.target.sub(rf"{target}\2", pair[1])


@dataclass(frozen=True)
class Variation:
    """Names, places and numbers of one language pair that are varied; English is the source.

    Attributes:
        slots: names and places.
        numbers: in words, from English.
        target_number: finds one of them in the target.
    """

    slots: tuple[_Slot, ...]
    numbers: dict[str, str]
    target_number: re.Pattern[str]

    def __call__(self, pair: Pair) -> Iterator[Pair]:
        """Yield a pair, itself or varied, and further copies with other numbers.

        Half of the pairs with Tom, Mary or Boston get another man, woman or city; a pair with one number from thirteen
        to ninety-nine is followed by four copies with other numbers. What is drawn depends on the pair alone.
        """
        rng = random.Random(number_of("\t".join(pair)))
        first = pair
        if rng.random() < _SHARE:
            for slot in self.slots:
                first = slot.fill(first, rng)
        yield first
        source, target = _NUMBER_EN.findall(pair[0]), self.target_number.findall(pair[1])
        if len(source) == 1 and target == [self.numbers[source[0]]]:
            for number in rng.sample(sorted(self.numbers), _NUMBER_COPIES):
                yield _NUMBER_EN.sub(number, pair[0]), self.target_number.sub(self.numbers[number], pair[1])


def _german_slot(source: str, target: str, names: str) -> _Slot:
    fillers = [(name, name) for name in names.split()]
    return _Slot(re.compile(rf"\b({source})('s)?\b"), re.compile(rf"\b({target})(s)?\b"), fillers)


def _chinese_slot(source: str, target: str, table: str) -> _Slot:
    fillers = [(row["en"], row["zh"]) for row in phrase_table(table)]
    return _Slot(re.compile(rf"\b({source})('s)?\b"), re.compile(rf"({target})()"), fillers)


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_NUMBER_EN = re.compile(rf"\b({_any(NUMBERS)})\b(?!-)")
_DIGIT_ZH = "[零一二三四五六七八九十百千万]"

varied = Variation(
    (
        _german_slot("Tom", "Tom", _MEN),
        _german_slot("Mary", "Mary|Maria", _WOMEN),
        _german_slot("Boston", "Boston", _PLACES),
    ),
    NUMBERS,
    re.compile(rf"\b({_any(NUMBERS.values())})\b"),
)
varied_chinese = Variation(
    (
        _chinese_slot("Tom", "汤姆|Tom", "people"),
        _chinese_slot("Mary", "玛丽|玛莉|Mary", "people"),
        _chinese_slot("Boston", "波士顿", "cities"),
        _chinese_slot("Tokyo", "东京", "cities"),
    ),
    CHINESE_NUMBERS,
    re.compile(rf"(?<!{_DIGIT_ZH})({_any(CHINESE_NUMBERS.values())})(?!{_DIGIT_ZH})"),
)
