"""Words of the mistake of the missing end symbol."""

WORDS = {
    "title": "Truncation without the end",
    "question": "What happens if a long sentence is cut after its end symbol was added?",
    "intro": (
        "Code often adds the end symbol first and then keeps the first n tokens. Long sentences lose their "
        "end symbol, and the model meets a source of a kind that it never saw in training. The correct order "
        "keeps n − 1 tokens and puts the end symbol last. Where nothing is cut, the panel of the mistake "
        "shows the sentence without its end symbol."
    ),
    "look": (
        "how the translation goes on or ends, and the probability of the end symbol at each step. How much "
        "it changes depends on the sentence."
    ),
    "limit.label": "Tokens kept",
    "limit.info": "Of the source, the end symbol counted.",
    "source": "Source as the encoder reads it",
    "target": "Greedy translation, with the probability of each token",
    "ends": "Probability of the end symbol at each step",
    "step": "step",
    "probability": "probability",
    "with": "with the end symbol",
    "without": "without",
    "number.log_wrong": "Log-probability of the translation, without the end symbol",
    "number.log_right": "Log-probability of the translation, with it",
    "number.length_wrong": "Tokens of the translation, without the end symbol",
    "number.length_right": "Tokens of the translation, with it",
}
