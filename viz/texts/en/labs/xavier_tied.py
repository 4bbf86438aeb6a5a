"""Words of the mistake of Xavier's initialisation on the tied embedding."""

WORDS = {
    "title": "Xavier on the tied embedding",
    "question": "Which initialisation suits a table that is embedding and output projection at once?",
    "formula": (
        r"$E\sim\mathcal{N}\left(0,\tfrac{1}{d_{\text{model}}}\right)\qquad\text{not}\quad "
        r"E\sim\mathcal{U}\left(-\sqrt{\tfrac{6}{V+d_{\text{model}}}},\ "
        r"\sqrt{\tfrac{6}{V+d_{\text{model}}}}\right)$"
    ),
    "intro": (
        "Xavier's bound counts the whole vocabulary as inputs of one sum. But an embedding is looked up: one "
        "row is read. With a large vocabulary the rows become so short that the positional encoding drowns "
        r"the word, in spite of the factor $\sqrt{d_{\text{model}}}$. Numbers of variance 1 are no way out: "
        r"the same table makes the logits, and these become too large. A variance of $1/d_{\text{model}}$ "
        "suits both."
    ),
    "look": (
        "the word's length against the position's, and the first loss against ln V, that of uniform "
        "probabilities. The loss is an estimate for normal logits."
    ),
    "vocabulary.label": "Vocabulary V",
    "d_model.label": "Width d_model",
    "seed.label": "Seed",
    "xavier": "Xavier",
    "scaled": "variance 1 / d_model",
    "unit": "variance 1",
    "lengths": "Length of a scaled word embedding and of the positional encoding",
    "norm": "Euclidean norm",
    "word": "√d_model · embedding",
    "position": "positional encoding",
    "table": "What each initialisation begins with",
    "share": "word's part of the two lengths",
    "logits": "standard deviation of the logits",
    "loss": "first loss (nats)",
    "number.position": "Length of the positional encoding",
    "number.uniform": "Loss of uniform probabilities, ln V",
    "number.length_xavier": "Length of a word, Xavier",
    "number.length_scaled": "Length of a word, variance 1 / d_model",
}
