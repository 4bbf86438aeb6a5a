"""Words of the lab of dropout."""

WORDS = {
    "title": "Dropout",
    "question": "What does dropout do in training, and why is nothing needed in evaluation?",
    "formula": r"$\tilde x=\frac{m\,x}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\mathbb{E}[\tilde x]=x$",
    "intro": (
        "In training each value is set to zero with probability $p$ and divided by $1-p$ otherwise, so that "
        r"its mean stays. Its spread grows to $x\sqrt{p/(1-p)}$: the noise that makes later layers rely on "
        "many units. In evaluation the values are left alone. The paper drops sub-layer outputs before the "
        "residual sum, and the sum of embedding and position, with 0.1 in the base model."
    ),
    "look": "single draws with holes, and the mean of many draws, which comes back to the values.",
    "rate.label": "Dropout rate p",
    "draws.label": "Draws averaged",
    "seed.label": "Seed",
    "one": "One draw",
    "many": "The mean of {draws} draws",
    "value": "value",
    "unit": "unit",
    "evaluation": "evaluation",
    "training": "training",
    "mean": "mean of the draws",
    "number.apart": "Mean relative distance of the means from the values",
    "number.spread": "Standard deviation over the value, measured",
    "number.expected": "Expected: √(p / (1 − p))",
}
