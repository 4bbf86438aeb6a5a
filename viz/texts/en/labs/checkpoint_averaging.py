"""Words of the lab of checkpoint averaging."""

WORDS = {
    "title": "Averaging checkpoints",
    "question": "Why can the mean of the last checkpoints be better than the last one?",
    "formula": r"$\bar w=\frac{1}{k}\sum_{j=0}^{k-1}w_{t-jm}$",
    "intro": (
        "Noise in the gradients keeps the weights wandering around the minimum, the wider the higher the "
        "rate. Once the descent is over, the mean of several such places is on average nearer to the minimum "
        "than one of them. The paper averages the last 5 checkpoints of its base models and the last 20 of "
        "the big ones. Here 20 weights descend a bowl with noise: a model of the effect, not the loaded "
        "Transformer."
    ),
    "look": (
        "the distance of the average against that of single weights, late and early. An average that still "
        "holds weights of the descent can be farther away: take a low rate and a large k."
    ),
    "last.label": "Checkpoints averaged k",
    "every.label": "Steps between two of them m",
    "rate.label": "Learning rate",
    "seed.label": "Seed",
    "chart": "Distance to the minimum at each step, and that of the average",
    "step": "step",
    "distance": "distance",
    "single": "single weights",
    "averaged": "average of the last k",
    "number.single": "Distance of the last weights",
    "number.averaged": "Distance of the average",
    "number.late_single": "Distance of single weights, mean over the second half",
    "number.late_averaged": "Distance of the average, mean over the second half",
    "number.used": "Checkpoints in the last average",
}
