"""Words of the lab of checkpoint averaging."""

WORDS = {
    "title": "Averaging checkpoints",
    "question": "Why is the mean of the last checkpoints better than the last one?",
    "formula": r"$\bar w=\frac{1}{k}\sum_{j=0}^{k-1}w_{t-jm}$",
    "intro": (
        "Stochastic gradients keep the weights wandering around the minimum, the wider the higher the rate. "
        "The mean of several places is nearer to the middle than most of them. The paper averages the last 5 "
        "checkpoints of its base models and the last 20 of the big ones. Here 20 weights descend a bowl with "
        "noise: a model of the effect, not the loaded Transformer."
    ),
    "look": (
        "the loss of the average below that of single steps once the descent is over, and above it at the "
        "beginning, where it still holds old weights."
    ),
    "last.label": "Checkpoints averaged k",
    "every.label": "Steps between two of them m",
    "rate.label": "Learning rate",
    "seed.label": "Seed",
    "chart": "Loss of the weights at each step, and of their average",
    "step": "step",
    "loss": "loss",
    "single": "single weights",
    "averaged": "average of the last k",
    "number.single": "Loss of the last weights",
    "number.averaged": "Loss of the average",
    "number.ratio": "Ratio of the two",
    "number.used": "Checkpoints in the last average",
}
