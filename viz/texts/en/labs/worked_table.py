"""Words of the lab of the worked table."""

WORDS = {
    "title": "A worked table",
    "question": "What are the numbers of the encoding, one by one?",
    "formula": r"$PE_{(pos,\,2i)}=\sin\frac{pos}{10000^{2i/d}}\qquad PE_{(pos,\,2i+1)}=\cos\frac{pos}{10000^{2i/d}}$",
    "intro": (
        "Small widths, so that every angle can be checked with a calculator set to radians. A sine and its "
        "cosine share one angle."
    ),
    "look": (
        "position 0, where all sines are 0 and all cosines 1, and the last pair of dimensions, which hardly "
        "changes from position to position."
    ),
    "width.label": "Width d",
    "width.4": "4",
    "width.6": "6",
    "width.8": "8",
    "position.label": "Position written out",
    "lines": "Position {position}",
    "table": "The first positions: PE(0) to PE(4)",
    "dimension": "dimension",
    "number.fastest": "Shortest wavelength (tokens)",
    "number.slowest": "Longest wavelength (tokens)",
}
