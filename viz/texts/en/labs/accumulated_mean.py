"""Words of the mistake of averaging over micro-batches."""

WORDS = {
    "title": "Mean of means",
    "question": "What is wrong with averaging the mean loss of each accumulated micro-batch?",
    "formula": r"$\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t}\ell_{bt}\;\neq\;\frac{\sum_b\sum_t\ell_{bt}}{\sum_b n_b}$",
    "intro": (
        "Micro-batches of sentences hold different numbers of target tokens. If each one is divided by its "
        "own number and the results are averaged, a token in a small micro-batch counts more than one in a "
        "large one. One batch of all tokens would give another gradient. The right way adds sums and divides "
        "once by all tokens. The losses here are drawn at random."
    ),
    "look": (
        "bars of equal height on the right: each token has the same weight. Set the spread to 0 and both are the same."
    ),
    "batches.label": "Micro-batches k",
    "spread.label": "Spread of their sizes",
    "spread.info": "Standard deviation of the logarithm.",
    "seed.label": "Seed",
    "batch": "{number}: {count}",
    "tokens": "Target tokens in each micro-batch",
    "count": "tokens",
    "weights": "Weight of one token, by its micro-batch",
    "weight": "weight",
    "of_batches": "mean of the means",
    "of_tokens": "sum over all tokens",
    "number.wrong": "Loss as the mean of the means (nats per token)",
    "number.right": "Loss over all tokens (nats per token)",
    "number.difference": "Difference",
    "number.largest": "Weight of the heaviest token against the lightest, mean of the means",
}
