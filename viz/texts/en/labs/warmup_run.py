"""Words of the lab of the recorded training."""

WORDS = {
    "title": "The schedule in a real training",
    "question": "What did the loss do while the rate rose and fell?",
    "intro": (
        "The rate, loss and gradient norm that were recorded while the loaded model was trained, with Eq. 3 "
        "for the warm-up and factor that you choose. Some trainings end with a cool-down, over which the "
        "rate falls to zero in a straight line; the paper does not have one. Charts hold at most 300 points."
    ),
    "look": "the loss falling fastest during the warm-up, and once more in a cool-down, if there was one.",
    "warmup.label": "Warm-up of the rule (steps)",
    "factor.label": "Factor of the rule",
    "logarithmic.label": "Logarithmic axes",
    "rates": "Learning rate",
    "losses": "Training loss, smoothed labels",
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
