"""Words of the lab of the worked table."""

WORDS = {
    "title": {"en": "A worked table", "zh": "手算位置编码表"},
    "question": {"en": "What are the numbers of the encoding, one by one?", "zh": "位置编码的每个数分别是多少？"},
    "formula": r"$PE_{(pos,\,2i)}=\sin\frac{pos}{10000^{2i/d}}\qquad PE_{(pos,\,2i+1)}=\cos\frac{pos}{10000^{2i/d}}$",
    "intro": {
        "en": (
            "Small widths, so that every angle can be checked with a calculator set to radians. A sine and its "
            "cosine share one angle."
        ),
        "zh": "宽度取得小，每个角度都可以用计算器（设为弧度）验算。一个正弦和它的余弦共用一个角度。",
    },
    "look": {
        "en": (
            "position 0, where all sines are 0 and all cosines 1, and the last pair of dimensions, which hardly "
            "changes from position to position."
        ),
        "zh": "位置 0 处所有的正弦为 0，所有的余弦为 1；最后一对维度从一个位置到下一个位置几乎不变。",
    },
    "width.label": {"en": "Width d", "zh": "宽度 d"},
    "width.4": "4",
    "width.6": "6",
    "width.8": "8",
    "position.label": {"en": "Position written out", "zh": "写出算式的位置"},
    "lines": {"en": "Position {position}", "zh": "位置 {position}"},
    "table": {"en": "The first positions: PE(0) to PE(4)", "zh": "最前面的位置：PE(0) 到 PE(4)"},
    "dimension": {"en": "dimension", "zh": "维"},
    "number.fastest": {"en": "Shortest wavelength (tokens)", "zh": "最短波长（词元）"},
    "number.slowest": {"en": "Longest wavelength (tokens)", "zh": "最长波长（词元）"},
}
