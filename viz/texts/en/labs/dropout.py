"""Words of the lab of dropout."""

WORDS = {
    "title": "Dropout",
    "question": "What does dropout do in training, and why is nothing needed in evaluation?",
    "formula": r"$\tilde x=\frac{m\,x}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\mathbb{E}[\tilde x]=x$",
    "intro": (
        "In training each value is set to zero with probability $p$ and divided by $1-p$ otherwise, so that "
        r"its mean stays. Its standard deviation becomes $x\sqrt{p/(1-p)}$: noise that keeps later layers "
        "from relying on single units. In evaluation the values are left alone. The paper's base model drops "
        "with 0.1; values and units are made up here."
    ),
    "look": (
        "single draws with holes and taller bars between them, and the mean of the draws, which tends "
        "towards the values as draws are added."
    ),
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
    "places": "Where the paper drops, for as many layers as this model has",
    "place": "place",
    "count": "times in a pass",
    "place.sums": "sum of embedding and position, both stacks",
    "place.encoder": "sub-layer outputs before the residual sum, encoder",
    "place.decoder": "sub-layer outputs before the residual sum, decoder",
    "number.apart": "Mean relative distance of the means from the values",
    "number.spread": "Standard deviation over the value, measured",
    "number.expected": "Expected: √(p / (1 − p))",
}
