"""Words of the lab of the empty row."""

WORDS = {
    "title": "A row with nothing to attend to",
    "question": "What are the weights if every key of a row is masked?",
    "intro": (
        "It happens with padding on the left: its first <pad> may see only itself under the causal mask, and "
        "not even that under the padding mask. (Padding on the right, as in this project, leaves each row a token.) "
        "Softmax of minus infinities alone is 0/0, NaN, which spreads through the whole batch. With −1e9 "
        "instead the scores vanish in rounding and the weights come out uniform, over keys that are all "
        "forbidden. This project sets such rows to zero."
    ),
    "look": (
        "three different answers for the same row as long as no key is open, and the same one as soon as a key is."
    ),
    "open.label": "Open keys",
    "size.label": "Size of the scores",
    "seed.label": "Seed",
    "key_open": "key {key}",
    "key_closed": "key {key}, closed",
    "table": "Weights of one row",
    "scores": "score",
    "infinite": "mask −∞",
    "large": "mask −1e9",
    "zeros": "this project",
    "weight": "weight",
    "reading.open": "With an open key all three agree: closed keys get nothing.",
    "reading.empty": "No key is open: NaN, a uniform row, and zeros.",
    "number.sum_infinite": "Sum of the weights, mask −∞",
    "number.sum_large": "Sum of the weights, mask −1e9",
    "number.sum_zeros": "Sum of the weights, this project",
}
