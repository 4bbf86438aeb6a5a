"""Words of the mistake of swapped axes."""

WORDS = {
    "title": "Axes swapped",
    "question": "Which axis of an attention matrix is the query?",
    "intro": (
        "Softmax runs over the keys, so that each query's row sums to 1. If the matrix is plotted transposed "
        "but with the same labels, it says that the keys look at the queries. The sums show it: rows of weights "
        "sum to 1, columns to any number, which is how much a key is attended to in all."
    ),
    "look": "the sums below: all 1 for the matrix as computed, any number if it is transposed.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "query": "query",
    "key": "key",
    "swapped": "Transposed: the rows are keys",
    "as_computed": "As computed: the rows are queries",
    "sums_wrong": "Sum of each row, transposed",
    "sums_right": "Sum of each row, as computed",
    "sum": "sum",
    "number.rows_least": "Smallest sum over the keys of a query",
    "number.rows_most": "Largest sum over the keys of a query",
    "number.columns_least": "Smallest sum over the queries of a key",
    "number.columns_most": "Largest sum over the queries of a key",
}
