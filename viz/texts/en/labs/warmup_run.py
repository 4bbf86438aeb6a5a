"""Words of the lab of the recorded training."""

WORDS = {
    "title": "The schedule in a real training",
    "question": "What did the loss do while the rate rose and fell?",
    "formula": (
        r"$lrate=f\cdot d_{\text{model}}^{-0.5}"
        r"\allowbreak{}\cdot\min\left(step^{-0.5},\;step\cdot warmup^{-1.5}\right)$"
    ),
    "intro": (
        "The rate, loss and gradient norm that were recorded while the loaded model was trained, with Eq. 3 "
        "for the warm-up and factor that you choose. Some trainings end with a cool-down, a factor that "
        "falls to zero in a straight line; the paper does not have one. The charts show at most 300 of the "
        "recorded steps."
    ),
    "look": (
        "where the loss falls fastest, against where the rate is largest, and where the recorded rate "
        "leaves Eq. 3, if it does. On logarithmic axes both branches of Eq. 3 are straight lines."
    ),
    "continued": (
        "This is the record of a continued training: it began with trained weights ({start}), not with random ones, "
        "and counts its steps from there. So its loss begins at {first} nats; with random weights it would begin "
        "near ln({vocabulary}) = {uniform}."
    ),
    "warmup.label": "Warm-up of the rule (steps)",
    "factor.label": "Factor of the rule",
    "logarithmic.label": "Logarithmic axes",
    "rates": "Learning rate",
    "losses": "Training loss, with the training's label smoothing",
    "norms": "Norm of the gradient",
    "step": "step",
    "rate": "learning rate",
    "nats": "nats per token",
    "norm": "norm",
    "recorded": "recorded",
    "rule": "Eq. 3",
    "number.peak": "Peak of Eq. 3",
    "number.recorded": "Largest recorded rate",
    "number.last_step": "Last recorded step",
    "number.cooldown": "Steps of the cool-down",
}
