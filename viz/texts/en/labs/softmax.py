"""Words of the lab of scaled scores."""

WORDS = {
    "title": "Why divide by √d_k",
    "question": r"What happens to the weights if the scores are not divided by $\sqrt{d_k}$?",
    "formula": (
        r"$\operatorname{Var}(q\cdot k)=d_k\qquad\operatorname{Var}\left(\frac{q\cdot "
        r"k}{\sqrt{d_k}}\right)=1\qquad\frac{\partial p}{\partial s}=\operatorname{diag}(p)-p\,p^{\top}$"
    ),
    "intro": (
        "A dot product of $d_k$ independent terms, each of mean 0 and variance 1, has variance $d_k$. In "
        "wide heads nearly all weight would then be on one key, and next to no gradient would pass through "
        "the softmax. Division by the square root of $d_k$ keeps the variance at 1. Queries and keys are "
        "random here; each point of a curve is the mean over as many queries as are counted below, each with keys "
        "of its own."
    ),
    "look": (
        "unscaled curves that grow or fall with d_k: weight on a single key, entropy towards 0, more and "
        "more queries whose gradient is dead. Scaled ones stay where they are."
    ),
    "d_k.label": "Head width d_k",
    "d_k.info": "Width of a query and a key.",
    "keys.label": "Keys",
    "seed.label": "Seed",
    "seed.info": "Another one draws other queries and keys.",
    "row": "Weights of one query at d_k = {d_k}",
    "weight": "weight",
    "key": "key",
    "scaled": "divided by √d_k",
    "unscaled": "not divided",
    "variance": "Variance of the scores, mean of {queries} queries",
    "largest": "Largest weight, mean of {queries} queries",
    "entropy": "Entropy of the weights (nats), mean of {queries} queries",
    "dead": "Share of {queries} queries whose gradient is dead (norm below 0.01)",
    "see.saturation": "What the division does for learning:",
    "number.queries": "Queries drawn for each width",
    "number.variance_scaled": "Variance of the scores, divided",
    "number.variance_unscaled": "Variance of the scores, not divided",
    "number.largest_scaled": "Mean largest weight, divided",
    "number.largest_unscaled": "Mean largest weight, not divided",
    "number.gradient_scaled": "Median norm of the softmax Jacobian, divided",
    "number.gradient_unscaled": "Median norm of the softmax Jacobian, not divided",
}
