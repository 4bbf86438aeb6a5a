"""Words of the lab of Table 1."""

WORDS = {
    "title": "Table 1",
    "question": "What does self-attention cost, against recurrent and convolutional layers?",
    "formula": r"$n^{2}d\qquad n\,d^{2}\qquad k\,n\,d^{2}\qquad r\,n\,d$",
    "intro": (
        "Table 1 counts the order of operations in a layer, the operations that must follow one another, and "
        "the longest path between two tokens. Self-attention needs fewer operations than a recurrent layer "
        "as long as the sentence is shorter than the width, n < d, one sequential step, and a path of 1. The "
        "numbers are the table's orders with all constants left out, so only their growth and crossings mean "
        "something."
    ),
    "look": (
        "the crossing of attention and recurrence at n = d, and the slopes: 2 for attention, 1 for recurrence "
        "and convolution. Restricted attention has 2 up to n = r, where it sees all tokens, then 1."
    ),
    "n.label": "Tokens n",
    "n.info": "Begins at the sentence at hand.",
    "d.label": "Width d",
    "r.label": "Neighbourhood r",
    "r.info": "Of restricted self-attention.",
    "k.label": "Kernel k",
    "k.info": "Of the convolution; dilated, as the path says.",
    "chart": "Order of operations against the length",
    "tokens": "tokens n",
    "operations": "operations",
    "table": "Table 1 for these numbers",
    "layer": "layer",
    "sequential": "sequential",
    "path": "longest path",
    "attention": "self-attention",
    "recurrent": "recurrent",
    "convolution": "convolution",
    "restricted": "restricted self-attention",
    "reading.less": "Here n < d: self-attention needs fewer operations than a recurrent layer.",
    "reading.more": "Here n ≥ d: self-attention needs at least as many operations as a recurrent layer.",
    "number.ratio": "Self-attention over recurrent: n / d",
    "number.crossing": "They cross at n =",
}
