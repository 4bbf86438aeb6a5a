"""Words of the lab of perplexity."""

WORDS = {
    "title": "Perplexity and the smoothed loss",
    "question": "Is the perplexity the exponential of the training loss?",
    "formula": (
        r"$PPL=\exp\left(-\frac{1}{T}\sum_t\ln p(y_t)\right)\qquad \ell_t=-(1-\epsilon)\ln "
        r"p(y_t)-\frac{\epsilon}{V}\sum_v\ln p(v)$"
    ),
    "intro": (
        "Perplexity is the exponential of the plain cross-entropy per token. With label smoothing, training "
        "minimises another loss, which also charges for the low probability of all other tokens. Its "
        "exponential is not a perplexity, unless ε is 0. A word has one or more tokens, so the perplexity "
        "per word is at least that per token: compare perplexities only if the tokens are the same."
    ),
    "look": (
        "orange bars that stay high where the model is sure: a confident correct token still costs under "
        "smoothing. At ε = 0 both agree. The model chose this translation itself, so that its perplexity "
        "says little about a reference."
    ),
    "epsilon.label": "Smoothing ε",
    "epsilon.info": "0.1 in the paper.",
    "chart": "Loss of each token of the translation",
    "nats": "nats",
    "plain": "plain cross-entropy",
    "smoothed": "smoothed",
    "number.loss": "Plain cross-entropy per token (nats)",
    "number.perplexity": "Perplexity per token",
    "number.smoothed_loss": "Smoothed loss per token (nats)",
    "number.wrong": "Exponential of the smoothed loss",
    "number.by_word": "Perplexity per word (split at blanks; a text without blanks is one word)",
}
