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
    "look": (
        "blank cells: keys that a query may not see. The padding mask closes whole columns, the causal mask all "
        "that lies above the diagonal, and the decoder closes a cell that either of them closes."
    ),
    "where.label": "Attention",
    "where.decoder": "Decoder: self-attention",
    "where.encoder": "Encoder: self-attention",
    "where.cross": "Cross-attention",
    "sentence.label": "Sentence of the batch",
    "sentence.shorter": "shorter, with padding",
    "sentence.longer": "longer",
    "other.label": "Second sentence of the batch",
    "other.info": "Of another length, so that there is padding.",
    "mask.padding": "Padding mask",
    "mask.causal": "Causal mask",
    "mask.combined": "Both together",
    "does.padding": "hides <pad> from all",
    "does.causal": "hides what comes later",
    "does.combined": "used by the decoder",
    "does.encoder": "Padding mask: hides <pad> from every token",
    "does.cross": "Padding mask of the source: hides <pad> from every target token",
    "query": "query",
    "key": "key",
    "reading.decoder": (
        "Padding: the columns of <pad> are closed in every row; this mask alone does not hide the future. "
        "Causal: a token sees itself and earlier ones, so it cannot copy what it must predict. The decoder's "
        "self-attention uses both."
    ),
    "reading.encoder": (
        "Columns of <pad> are closed in every row. The model keeps one such row for all queries and heads."
    ),
    "reading.cross": "Every target token may see the whole source, later tokens too, but no <pad>.",
    "no_padding": "Both sentences are equally long here, so there is no padding: type a shorter or longer one.",
    "open": "may attend",
    "closed": "may not",
    "number.cells": "Cells of each mask",
    "number.padding": "Closed by the padding mask",
    "number.causal": "Closed by the causal mask",
    "number.combined": "Closed by both together",
    "number.closed": "Closed cells",
}
