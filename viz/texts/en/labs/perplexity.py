"""Words of the lab of perplexity."""

WORDS = {
    "title": "Perplexity and the smoothed loss",
    "question": "Is the perplexity the exponential of the training loss?",
    "formula": (
        r"$PPL=\exp\left(-\frac{1}{T}\sum_t\ln p(y_t)\right)\qquad \ell_t=-(1-\epsilon)\ln "
        r"p(y_t)-\frac{\epsilon}{V}\sum_v\ln p(v)$"
    ),
    "intro": (
        "Perplexity is the exponential of the plain cross-entropy per token. Training minimises the smoothed "
        "one, which also charges for the low probability of all other tokens. Its exponential is much larger "
        "and means nothing. Per word instead of per token, the number is larger again, because a word has "
        "one or more tokens: compare perplexities only with the same tokens."
    ),
    "look": (
        "orange bars that stay high where the model is sure: a confident right token still costs under "
        "smoothing. At ε = 0 both agree. The translation was chosen by the model itself, so its perplexity "
        "is lower than that of a reference."
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
    "number.wrong": "Its exponential, which is not the perplexity",
    "number.by_word": "Perplexity per word (split at blanks)",
}
