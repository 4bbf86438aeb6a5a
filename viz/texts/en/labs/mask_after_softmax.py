"""Words of the mistake of masking after the softmax."""

WORDS = {
    "title": "Mask after softmax",
    "question": "What goes wrong if the mask multiplies the weights instead of closing the scores?",
    "formula": r"$\operatorname{softmax}(S)\odot M\;\neq\;\operatorname{softmax}(S+\log M)$",
    "intro": (
        "Softmax has then already given weight to tokens of the future. Setting it to zero loses that "
        "weight: rows no longer sum to 1, early tokens get next to nothing, and the future still decides how "
        "much is lost."
    ),
    "look": "the sums of the rows on the wrong side: only the last row keeps all of its weight.",
    "head.label": "Head",
    "layer.label": "Layer",
    "query": "query",
    "key": "key",
    "after": "mask after softmax",
    "before": "mask before softmax",
    "sums": "Sum of each row's weights",
    "sum": "sum",
    "number.least": "Smallest sum of a row with the mask after softmax",
    "number.lost": "Weight that is lost on average",
}
