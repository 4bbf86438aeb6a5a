"""Words of the mistake of averaging over micro-batches."""

WORDS = {
    "title": "Mean of means",
    "question": "Which tokens count too much if the mean losses of micro-batches are averaged?",
    "formula": r"$\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t}\ell_{bt}\;\neq\;\frac{\sum_b\sum_t\ell_{bt}}{\sum_b n_b}$",
    "intro": (
        "Micro-batches of sentences hold different numbers of target tokens. If each one is divided by its "
        "own number and the results are averaged, a token in a small micro-batch counts more than one in a "
        "large one. The correct way adds sums and divides once by all tokens. The losses here are drawn at "
        "random; the lab Gradient accumulation shows what the mistake does to a gradient."
    ),
    "look": (
        "the green bars of equal height: each token has the same weight. The orange ones are tall where a "
        "micro-batch is small. Set the spread to 0 and both are the same."
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
