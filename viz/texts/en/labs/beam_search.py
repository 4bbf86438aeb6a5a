"""Words of the lab of beam search."""

WORDS = {
    "title": "Beam and length penalty",
    "question": "How does the model choose among many translations?",
    "formula": r"$s(y)=\frac{\log P(y\mid x)}{lp(y)}\qquad lp(y)=\left(\frac{5+|y|}{6}\right)^{\alpha}$",
    "intro": (
        "Greedy search keeps the most probable token at each step, beam search the best few beginnings. "
        "Every token makes a log-probability lower, so that short translations tend to win; division by the "
        "length penalty works against that. The search runs with the beam and the alpha chosen first; the "
        "last control only scores its finished hypotheses again, at once."
    ),
    "look": (
        "the same search with beam 1, which is greedy, and whether a wider beam finds a translation with a "
        "higher score. With another alpha of the scores the order may change, but no hypothesis is added. "
        "The paper takes a beam of 4 and an alpha of 0.6."
    ),
    "beam.label": "Beam",
    "beam.info": "1 is greedy search.",
    "alpha.label": "Alpha of the search",
    "rescored.label": "Alpha of the scores below",
    "texts": "What the search found, best first with this alpha",
    "table": "Their scores",
    "found": "place",
    "hypothesis": "translation",
    "tokens": "tokens",
    "log_prob": "log-probability",
    "penalty": "length penalty",
    "score": "score",
    "chart": "Length and log-probability; numbers are the places that the search gave",
    "number.best": "Best with this alpha",
    "number.score": "Its score",
    "number.search_first": "Best of the search",
}
