"""Numbers in words: English, German and Chinese."""

_ONE_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = tuple(_ONE_WORDS.split())
_TENS = ("", "", *_TEN_WORDS.split())
_ENGLISH_GROUPS = ((1_000_000, "million"), (1_000, "thousand"), (1, ""))
_CHINESE_DIGITS = "零一二三四五六七八九"
_CHINESE_PLACES = ((1000, "千"), (100, "百"), (10, "十"), (1, ""))
_CHINESE_GROUPS = ((100_000_000, "亿"), (10_000, "万"), (1, ""))
_GERMAN_ONE_WORDS = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn"
)
_GERMAN_TEN_WORDS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_GERMAN_ONES = tuple(_GERMAN_ONE_WORDS.split())
_GERMAN_TENS = ("", "", *_GERMAN_TEN_WORDS.split())


def english_number(number: int) -> str:
    """Spell 0 to 999,999,999 in British English: "and" before the tens and ones, hyphenated tens, no commas.

    Examples:
        >>> english_number(3_481), english_number(1_000_005)
        ('three thousand four hundred and eighty-one', 'one million and five')
    """
    if number == 0:
        return _ONES[0]
    words: list[str] = []
    rest = number
    for size, name in _ENGLISH_GROUPS:
        group, rest = divmod(rest, size)
        hundreds, below = divmod(group, 100)
        if hundreds:
            words += [_ONES[hundreds], "hundred"]
        if below and (hundreds or (words and size == 1)):
            words.append("and")
        if below:
            words.append(_english_below_100(below))
        if group and name:
            words.append(name)
    return " ".join(words)


def german_number(number: int) -> str:
    """Spell 0 to 999,999 in German, one word without spaces; 1 is "eins", as in counting.

    Examples:
        >>> german_number(21), german_number(100), german_number(1_981)
        ('einundzwanzig', 'einhundert', 'eintausendneunhunderteinundachtzig')
    """
    thousands, rest = divmod(number, 1000)
    hundreds, below = divmod(rest, 100)
    words = f"{_joined_german(german_number(thousands))}tausend" if thousands else ""
    words += f"{_joined_german(_GERMAN_ONES[hundreds])}hundert" if hundreds else ""
    if below or not words:
        words += _german_below_100(below)
    return words


def chinese_number(number: int) -> str:
    """Spell 0 to 999,999,999 in Chinese numerals, grouped by 万 (10^4) and 亿 (10^8).

    The rules: a run of zeros inside a group of four digits is one 零, zeros at its end are omitted; what
    follows a higher group and begins with zeros begins with one 零 (一亿零五百万, 一亿零五千); 一十 is
    shortened to 十 only at the very beginning (十五, 十二万, but 一百一十五); two is always 二, never 两.

    Examples:
        >>> chinese_number(3_481), chinese_number(10_010_005), chinese_number(105_000_000)
        ('三千四百八十一', '一千零一万零五', '一亿零五百万')
    """
    if number == 0:
        return _CHINESE_DIGITS[0]
    text = ""
    rest, zero_due = number, False
    for group_size, group_name in _CHINESE_GROUPS:
        group, rest = divmod(rest, group_size)
        zero_due = zero_due or (bool(text) and group < 1000)
        if group:
            text += _chinese_group(group, zero_due) + group_name
            zero_due = False
    return text.removeprefix("一") if text.startswith("一十") else text


def _english_below_100(number: int) -> str:
    tens, ones = divmod(number, 10)
    if number < 20:
        return _ONES[number]
    return f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens]


def _german_below_100(number: int) -> str:
    tens, ones = divmod(number, 10)
    if number < 20:
        return _GERMAN_ONES[number]
    return f"{_joined_german(_GERMAN_ONES[ones])}und{_GERMAN_TENS[tens]}" if ones else _GERMAN_TENS[tens]


def _joined_german(word: str) -> str:
    """Return a number in front of und, hundert or tausend: eins loses its s."""
    return word[:-1] if word.endswith("eins") else word


def _chinese_group(group: int, zero_due: bool) -> str:
    """Spell 1 to 9,999 without the shortening of 一十; `zero_due` puts a 零 in front."""
    text = ""
    for size, place in _CHINESE_PLACES:
        digit, group = divmod(group, size)
        if digit:
            text += ("零" if zero_due else "") + _CHINESE_DIGITS[digit] + place
            zero_due = False
        elif text:
            zero_due = True
    return text
