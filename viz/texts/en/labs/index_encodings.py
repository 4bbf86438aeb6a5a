"""Words of the lab of encodings that fail."""

WORDS = {
    "title": "Encodings that fail",
    "question": "Why not simply add the number of the position?",
    "intro": (
        "The index grows without bound and soon drowns the embedding. Divided by the length it stays below "
        "1, but the same step between neighbours is another number in every sentence, so that no weight can "
        "learn it. Binary digits are bounded and unique, but jump: from 7 to 8 four digits change, from 8 to "
        "9 one. Sinusoids are bounded, have the same step everywhere, and a length that does not depend on "
        "the position."
    ),
    "look": (
        "two flat lines of the sinusoids, and the columns of the table: only the normalised index changes "
        "its step with the length of the sentence."
    ),
    "short.label": "A short sentence (tokens)",
    "long.label": "A long sentence (tokens)",
    "d_model.label": "Width of the sinusoids",
    "norms": "Norm of each encoding in the long sentence (up to 12)",
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
    "number.index": "Largest norm of the index",
    "number.sinusoids": "Norm of the sinusoids",
}
