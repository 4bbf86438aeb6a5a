"""Words of the lab of label smoothing."""

WORDS = {
    "title": "Label smoothing",
    "question": "What does label smoothing ask of the model, and what does it cost?",
    "formula": r"$q'=(1-\epsilon)\,q+\frac{\epsilon}{V}\qquad H(q',p)=(1-\epsilon)\,H(q,p)+\epsilon\,H(u,p)$",
    "intro": (
        r"The target is no longer one token with probability 1: a share $\epsilon$ is spread over the whole "
        "vocabulary, the correct token included. The loss then has its minimum at a confidence of "
        r"$1-\epsilon+\epsilon/V$, and more confidence costs again. The paper found that this hurts "
        r"perplexity and improves accuracy and BLEU; it does not say how it spreads $\epsilon$. The curve "
        "shares what is left evenly among the other tokens."
    ),
    "look": (
        "in the target, the shares of the other tokens, slivers next to that of the correct one; their "
        "value is below. In the loss, the minimum of the smoothed curve to the left of 1, and how steeply it rises"
        " towards certainty. At "
        "ε = 0 both curves are the same."
    ),
    "epsilon.label": "Smoothing ε",
    "epsilon.info": "0.1 in the paper.",
    "vocabulary.label": "Vocabulary V",
    "confidence.label": "Confidence",
    "confidence.info": "Probability that the model gives the correct token.",
    "target": "The target of {shown} of {vocabulary} tokens",
    "right": "correct",
    "other": "other {number}",
    "probability": "probability",
    "hard": "one token",
    "smooth": "smoothed",
    "chart": "Loss against the confidence in the correct token",
    "confidence_axis": "confidence",
    "nats": "nats",
    "smoothed": "smoothed loss",
    "plain": "plain cross-entropy",
    "minimum": "minimum",
    "parts": "The loss at this confidence",
    "of_plain": "{share} · cross-entropy with the correct token",
    "of_uniform": "{share} · cross-entropy with the uniform distribution",
    "reading": (
        "A model that learns this target perfectly gives the correct token a probability of {best}, not 1. That is "
        "the cost: on certain tokens its perplexity is {perplexity} instead of 1, and its loss never goes below "
        "{least} nats."
    ),
    "see.label_smoothing_trained": "What it is good for:",
    "number.best": "Confidence with the smallest smoothed loss",
    "number.perplexity": "Perplexity at that confidence",
    "number.share": "Probability of every other token in the target, ε / V",
    "number.least": "Smallest smoothed loss, which no model can go below (nats)",
    "number.plain": "Plain cross-entropy at this confidence",
    "number.smoothed": "Smoothed loss at this confidence",
}
