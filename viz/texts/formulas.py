"""Formulas in the texts: LaTeX between dollars becomes MathML, which browsers draw themselves."""

import functools
import re

_FORMULA = re.compile(r"\$([^$]+)\$")
_APPLIED = re.compile(r"<mo>([A-Za-z]{2,})</mo>(?=(?:<mrow>)?<mo [^>]*>&#x00028;)")


@functools.lru_cache(maxsize=4096)
def with_mathml(words: str) -> str:
    """Return a text with each formula as a `<math>` element; the text around it is left as it is.

    Args:
        words: of a catalogue, trusted; a line that is one formula is displayed, one element for each part between
            wide spaces (\\qquad) or places where it may break (\\allowbreak), so that the parts wrap on a narrow page.
    """
    if "$" not in words:
        return words
    from latex2mathml.converter import convert  # only the page needs it

    def displayed(part: str) -> str:
        *before, last = (convert(piece, display="block") for piece in part.split(r"\allowbreak"))
        return " ".join([*(one.replace("<math ", '<math class="gf-goes-on" ', 1) for one in before), last])

    def converted(found: re.Match[str]) -> str:
        line = words[words.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
        if line.strip() != found[0]:
            return convert(found[1])
        return " ".join(displayed(part) for part in found[1].split(r"\qquad"))

    # The name of a function is an operator; browsers would put a wide space before its parenthesis.
    return _APPLIED.sub(r'<mo lspace="0.167em" rspace="0">\1</mo>', _FORMULA.sub(converted, words))
