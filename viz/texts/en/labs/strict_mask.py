"""Words of the mistake of the strict mask."""

WORDS = {
    "title": "A strict mask",
    "question": "May a token attend to itself?",
    "formula": r"$k\le q\qquad\text{not}\qquad k<q$",
    "intro": (
        "The decoder's input is already shifted: the token at a position is the one before the label, so "
        "that it may and must be seen. A mask with k < q hides it, and the first row is left with no key at "
        "all: NaN with −∞ (hatched). Below, all layers of the loaded decoder use the strict "
        "mask, with zeros for the empty row, and read the same translation."
    ),
    "look": "the missing diagonal, the empty first row, and how much probability the translation loses.",
    "layer.label": "Layer",
    "head.label": "Head",
    "query": "query",
    "key": "key",
    "chart": "Probability of each token of the translation",
    "probability": "probability",
    "with_strict": "strict mask",
    "with_causal": "causal mask",
    "number.log_wrong": "Log-probability of the translation, strict mask",
    "number.log_right": "Log-probability of the translation, causal mask",
}
