"""Words of the lab of far positions."""

WORDS = {
    "title": "Beyond the trained positions",
    "question": "Can a model read positions that its training never reached?",
    "intro": (
        "Section 3.5 hopes that sinusoids let the model extrapolate to longer sequences. Here the same "
        "sentence begins at position 1, 2, 4 and so on instead of 0, on one side or both, and the loaded "
        "model scores the same translation. The encoding can be computed for any position; whether the "
        "weights can use it is another matter."
    ),
    "look": (
        "how soon the perplexity rises. Trained sentences mostly begin at 0 and are short, so that even "
        "small offsets are unusual."
    ),
    "side.label": "Moved",
    "side.both": "source and target",
    "side.source": "source",
    "side.target": "target",
    "chart": "Perplexity of the translation against the offset of its positions",
    "offset": "first position",
    "perplexity": "perplexity",
    "logs": "mean log-probability",
    "number.here": "Perplexity from position 0",
    "number.far": "Perplexity from position 1,024",
}
