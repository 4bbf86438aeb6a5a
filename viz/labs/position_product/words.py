"""Words of the lab of the product of encodings."""

WORDS = {
    "title": {"en": "How alike two positions are", "zh": "两个位置有多相似"},
    "question": {
        "en": "How does the product of two encodings depend on their distance?",
        "zh": "两个编码的内积如何随它们的距离变化？",
    },
    "formula": r"$PE_p\cdot PE_{p+k}=\sum_{i}\cos(k\,\omega_i)\qquad\omega_i=10000^{-2i/d_{\text{model}}}$",
    "intro": {
        "en": (
            "The product of the encodings of two positions is a sum of cosines of their distance. It does not "
            "depend on where they are, and it is the same in both directions. So a head that compares positions "
            "by the plain product cannot tell left from right; the projections of queries and keys can."
        ),
        "zh": (
            "两个位置的编码的内积，是若干个以距离为自变量的余弦之和。它与两个位置在哪里无关，在两个方向上也相同。"
            "因此，如果一个头只用编码的内积来比较位置，就分不出左右；查询和键的投影则可以做到。"
        ),
    },
    "look": {
        "en": (
            "a peak at 0 that falls on both sides, with waves: farther is not always less alike. Move the "
            "position: the curve stays."
        ),
        "zh": "0 处是峰，两侧下降并带有波动：距离更远，不一定更不相似。改变位置，曲线不变。",
    },
    "position.label": {"en": "Position p", "zh": "位置 p"},
    "reach.label": {"en": "Largest offset", "zh": "最大偏移"},
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "chart": "PE(p) · PE(p + k)",
    "offset": {"en": "offset k", "zh": "偏移 k"},
    "product": {"en": "product", "zh": "内积"},
    "measured": {"en": "product of the two encodings", "zh": "两个编码的内积"},
    "rule": {"en": "sum of cosines", "zh": "余弦之和"},
    "number.length": {"en": "Product at k = 0, half of d_model", "zh": "k = 0 时的内积，等于 d_model 的一半"},
    "number.next": {"en": "Product at k = 1", "zh": "k = 1 时的内积"},
    "number.error": {"en": "Largest difference of the two curves", "zh": "两条曲线的最大差"},
}
