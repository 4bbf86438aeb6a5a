"""Words of the lab of the learning rate."""

WORDS = {
    "title": "Learning-rate schedule",
    "question": "Why does the learning rate rise before it falls?",
    "formula": (
        r"$lrate=f\cdot d_{\text{model}}^{-0.5}"
        r"\allowbreak{}\cdot\min\left(step^{-0.5},\;step\cdot warmup^{-1.5}\right)$"
    ),
    "intro": (
        "At the start the gradients of a fresh model are large and Adam's averages rest on few steps, so the "
        "rate begins near zero and rises in a straight line for the warm-up. Without it the least certain steps "
        "would be the largest. Then it falls with the inverse square root of the step. Wider models and longer "
        "warm-ups learn in smaller steps. The controls begin with the paper's base model (512, 4,000 steps); "
        "the factor $f$ is 1 in the paper. The dashed curve is Eq. 3 with the settings of the loaded model, up to the "
        "last step of its training."
    ),
    "look": (
        "the peak, exactly where the warm-up ends, and the two branches, which are straight lines of slope 1 "
        "and −1/2 on logarithmic axes."
    ),
    "d_model.label": "Width d_model",
    "warmup.label": "Warm-up (steps)",
    "factor.label": "Factor f",
    "last.label": "Steps drawn",
    "logarithmic.label": "Logarithmic axes",
    "chart": "Learning rate over training",
    "step": "step",
    "rate": "learning rate",
    "own": "these settings",
    "model": "the loaded model ({d_model}, {warmup} steps, factor {factor})",
    "peak": "peak {rate}",
    "see.why_warmup": "What happens without warm-up:",
    "number.peak": "Peak learning rate",
    "number.at": "Reached at step",
    "number.paper_peak": "Peak of the paper's base model",
    "number.model_peak": "Peak of the loaded model",
}
