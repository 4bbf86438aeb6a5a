"""Words of the lab of several heads."""

WORDS = {
    "title": "Why several heads",
    "question": "What can several heads do that one cannot?",
    "formula": (
        r"$\text{MultiHead}=[\textstyle\sum_k\alpha^1_k v^1_k;\ldots;\sum_k\alpha^h_k v^h_k]\,W^O\qquad"
        r"\text{one row:}\;[\textstyle\sum_k\alpha_k v^1_k;\ldots;\sum_k\alpha_k v^h_k]\,W^O$"
    ),
    "intro": (
        "One softmax row is one weighted mean: what a token takes from different places is mixed in fixed "
        "shares, and no later layer can take it apart. With h heads a token has h rows and h results side by "
        "side, so it can look at its neighbour with one and at the verb with another. Below the heads of a "
        "layer are two single rows for all of them: the mean of their rows, and the best one, found by least "
        "squares among all rows that a softmax can give. All values and projections stay as they are. A model "
        "that is trained with one head would lose less: 0.9 BLEU in the paper (Table 3, rows A)."
    ),
    "look": (
        "frames in different columns: the heads attend to different tokens at once. Neither single row can do that, "
        "and the bars say how much of the layer's result it misses. In one layer the others often make up for it; in "
        "every attention the translation becomes much less probable, although one wide head would cost as many "
        "multiplications."
    ),
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "query.label": "Query",
    "query.info": "Position of the token that attends.",
    "rows": "Rows of “{token}”: each head's own, framed at its largest weight, and one row for all heads",
    "head": "head {head}",
    "mean": "mean row",
    "best": "best single row",
    "key": "key",
    "missed": "What one row for all heads misses of the layer's result, token by token",
    "share": "share",
    "losses": "Loss of each token of the translation",
    "nats": "−log p (nats)",
    "own": "own rows",
    "mean_here": "mean row in this layer",
    "mean_every": "mean row in every attention",
    "cost": "The cost of one attention of {queries} queries",
    "of_heads": "{heads} heads of {d_k}",
    "of_one": "one head of {d_model}",
    "cost.weights": "parameters, without biases",
    "cost.projections": "multiplications of the projections",
    "cost.products": "multiplications of scores and weighted means",
    "cost.exponentials": "exponentials of the softmax",
    "reading": (
        "Tokens on which the {heads} heads of “{token}” have their largest weights: {distinct}. The best single row "
        "misses {missed} of the result. With the mean row in every attention, the log-probability of the translation "
        "goes from {own} to {every}."
    ),
    "see.several_heads_trained": "A fair comparison, each model trained:",
    "number.different": "Rows that really differ (1: all heads the same)",
    "number.missed_mean": "Share that the mean row misses, this token",
    "number.missed_best": "Share that the best single row misses, this token",
    "number.own": "Log-probability of the translation, own rows",
    "number.mean": "With the mean row in this layer",
    "number.best": "With the best single rows in this layer",
    "number.kind": "With the mean row in all layers of this kind",
    "number.every": "With the mean row in every attention",
}
