"""Words of the lab of encodings that fail."""

WORDS = {
    "title": "Encodings that fail",
    "question": "Why not simply add the number of the position?",
    "intro": (
        "The index grows without bound and soon exceeds the embedding that it is added to. Divided by the "
        "length it is at most 1, but the step between neighbours differs from sentence to sentence, so no "
        "weight can rely on it. Binary digits are bounded and unique, but jump: from 7 to 8 four digits "
        "change, from 8 to 9 one. Sinusoids are bounded, have the same step everywhere, and a norm that does "
        "not depend on the position."
    ),
    "look": (
        "the two flat lines of the sinusoids, the index that soon crosses the norm of an embedding of the "
        "loaded model (dotted), and the columns of the table: only the normalised index changes its step "
        "with the length of the sentence."
    ),
    "short.label": "A short sentence (tokens)",
    "long.label": "A long sentence (tokens)",
    "d_model.label": "Width of the sinusoids",
    "norms": "Norm of each encoding in the long sentence (up to {high})",
    "steps": "Distance to the position before, in the long sentence",
    "position": "position",
    "norm": "norm",
    "distance": "distance",
    "table": "In numbers",
    "largest": "largest norm",
    "in_short": "first step, short sentence",
    "in_long": "first step, long sentence",
    "index": "index",
    "normalised": "index / (length − 1)",
    "binary": "binary digits",
    "sinusoids": "sinusoids",
    "embedding": "an embedding of this sentence: {norm}",
    "number.index": "Largest norm of the index",
    "number.sinusoids": "Norm of the sinusoids",
    "number.embedding": "Mean norm of the sentence's embeddings, times √d_model",
}
