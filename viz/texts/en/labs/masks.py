"""Words of the lab of masks."""

WORDS = {
    "title": "Masks",
    "question": "Which tokens may a token attend to?",
    "formula": (
        r"$\operatorname{softmax}\left(\frac{QK^{\top}}{\sqrt{d_k}}+M\right)V\qquad "
        r"M_{qk}=\begin{cases}0&\text{may attend}\\-\infty&\text{may not}\end{cases}$"
    ),
    "intro": (
        "A batch holds sentences of different lengths; the shorter ones are filled with padding, which no "
        "token may attend to. The decoder must not attend to tokens that it has yet to predict either. The "
        "first sentence is the one that you translated; the model translates the second as well, because its "
        "decoder needs something to read."
    ),
    "look": "closed cells (blank): keys that a query may not see.",
    "kind.label": "Mask",
    "kind.encoder": "Encoder: padding",
    "kind.padding": "Decoder: padding",
    "kind.causal": "Decoder: causal",
    "kind.combined": "Decoder: both",
    "kind.cross": "Cross-attention: padding",
    "other.label": "Second sentence of the batch",
    "other.info": "Of another length, so that there is padding.",
    "sentence": "Sentence {number} of the batch",
    "query": "query",
    "key": "key",
    "reading.encoder": (
        "Columns of <pad> are closed in every row. The model keeps one such row for all queries and heads."
    ),
    "reading.padding": "Columns of <pad> are closed in every row; this mask alone does not hide the future.",
    "reading.causal": "The staircase: a token sees itself and earlier ones, so it cannot copy what it must predict.",
    "reading.combined": (
        "The staircase with the columns of <pad> closed: the decoder's self-attention uses this mask."
    ),
    "reading.cross": "Every target token may see the whole source, later tokens too, but no <pad>.",
    "open": "may attend",
    "closed": "may not",
    "number.open": "Open cells in the first sentence",
    "number.closed": "Closed cells in the first sentence",
}
