"""Words of the mistake of masking after the softmax."""

WORDS = {
    "title": {"en": "Mask after softmax", "zh": "在 softmax 之后加掩码"},
    "question": {
        "en": "What goes wrong if the mask multiplies the weights instead of closing the scores?",
        "zh": "如果不用掩码屏蔽得分，而是拿它去乘权重，会出什么错？",
    },
    "formula": r"$\operatorname{softmax}(S)\odot M\;\neq\;\operatorname{softmax}(S+\log M)$",
    "intro": {
        "en": (
            "Softmax has then already given weight to tokens of the future. Setting it to zero loses that "
            "weight: rows no longer sum to 1, early tokens get next to nothing, and the future still decides how "
            "much is lost."
        ),
        "zh": (
            "这时 softmax 已经把一部分权重分给了未来的词元。把它们置零，这部分权重就丢失了：各行之和不再是 1，"
            "靠前的词元几乎得不到权重，而丢失多少仍由未来的词元决定。"
        ),
    },
    "look": {
        "en": "the sums of the rows on the wrong side: only the last row keeps all of its weight.",
        "zh": "看错误写法各行的和：只有最后一行保住了全部权重。",
    },
    "head.label": {"en": "Head", "zh": "头"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "after": {"en": "mask after softmax", "zh": "softmax 之后加掩码"},
    "before": {"en": "mask before softmax", "zh": "softmax 之前加掩码"},
    "sums": {"en": "Sum of each row's weights", "zh": "各行的权重之和"},
    "sum": {"en": "sum", "zh": "和"},
    "number.least": {
        "en": "Smallest sum of a row with the mask after softmax",
        "zh": "softmax 之后加掩码时，各行之和的最小值",
    },
    "number.lost": {"en": "Weight that is lost on average", "zh": "平均丢失的权重"},
}
