"""Words of the lab of softmax."""

WORDS = {
    "title": "Softmax and its temperature",
    "question": "How does softmax turn scores into weights, and when does it stop learning?",
    "formula": (
        r"$p_i=\frac{e^{s_i/\tau}}{\sum_j e^{s_j/\tau}}\qquad\frac{\partial p_i}{\partial "
        r"s_j}=\frac{1}{\tau}\left(p_i[i=j]-p_i p_j\right)$"
    ),
    "intro": (
        "The root of d_k is a temperature: a low one puts all weight on the largest score, a high one "
        "spreads it evenly. The Jacobian says how much a weight changes with a score; where one weight is "
        "near 1 it is nearly zero, and nothing can be learned. An offset on all scores changes "
        "nothing, since it cancels in the ratio; so the largest score may be subtracted first. Without that, the "
        "exponential in single precision overflows above 88."
    ),
    "look": (
        "the Jacobian fading at both ends of the temperature, and the naive weights turning into NaN (no "
        "bars) as the offset grows."
    ),
    "scores.label": "Scores",
    "scores.info": "Up to ten numbers, with commas.",
    "temperature.label": "Temperature τ",
    "offset.label": "Offset on all scores",
    "chart": "Weights of the scores",
    "score": "score",
    "weight": "weight",
    "stable": "largest subtracted first",
    "naive": "naive, single precision",
    "jacobian": "Jacobian: change of each weight by each score",
    "of_weight": "weight of",
    "by_score": "change of the score",
    "number.largest": "Largest weight",
    "number.entropy": "Entropy (nats)",
    "number.norm": "Norm of the Jacobian",
    "number.naive_sum": "Sum of the naive weights",
}
