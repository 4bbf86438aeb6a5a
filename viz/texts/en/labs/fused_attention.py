"""Words of the lab of fused attention."""

WORDS = {
    "title": "Fused attention",
    "question": "What does it cost to look at the weights?",
    "intro": (
        "The formula builds a matrix of weights for each head. Fused kernels compute the same output block "
        "by block and never hold the whole matrix: less memory traffic, less time for long sentences. This "
        "project takes the fused path to translate and train, and the explicit one whenever weights are "
        "shown. Random vectors of the loaded model's shape on this machine, the better of three runs; "
        "another measurement gives somewhat other times."
    ),
    "look": (
        "memory that grows with the square of n on the explicit side, and differences of the size of "
        "rounding errors. Which way is faster for short sentences depends on the machine."
    ),
    "causal.label": "Causal mask",
    "logarithmic.label": "Logarithmic axes",
    "tokens": "tokens n",
    "time": "Time of one attention of shape {shape}",
    "ms": "milliseconds",
    "explicit": "explicit",
    "fused": "fused",
    "table": "Milliseconds, weights kept by the explicit way (KiB), largest difference",
    "bytes": "KiB",
    "difference": "difference",
    "number.ratio": "Explicit over fused, longest sentence",
    "number.memory": "Weights of the longest sentence (KiB)",
    "number.difference": "Largest difference of the outputs",
}
