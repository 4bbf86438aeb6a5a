"""Words of the mistake of the missing scale."""

WORDS = {
    "title": "√d_model left out",
    "question": "What is the factor √d_model on the embedding for?",
    "formula": r"$x=\sqrt{d_{\text{model}}}\,E[token]+PE$",
    "intro": (
        "Tied rows must be small, because they also make the logits. The positional encoding has a norm of "
        "√(d_model/2). Without the factor the word is a small part of the sum, and the encoder reads mostly "
        "positions. The factor has nothing to do with the 1/√d_k of attention. Below, the trained model runs "
        "without it."
    ),
    "look": "the word against the position on both sides, and the probability of the translation without the factor.",
    "shares.label": "Show the word's share of the two lengths",
    "norm": "Euclidean norm",
    "share": "share",
    "as_is": "Rows of the table as they are",
    "times": "Rows times √d_model",
    "word": "word",
    "position": "position",
    "chart": "Probability of each token of the translation",
    "probability": "probability",
    "without": "without the factor",
    "with": "with it",
    "number.scale": "√d_model",
    "number.share_without": "Mean share of the word, without",
    "number.share_with": "Mean share of the word, with",
    "number.log_without": "Log-probability of the translation, without",
    "number.log_with": "Log-probability of the translation, with",
}
