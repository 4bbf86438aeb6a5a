"""Words of the lab of what warm-up is for."""

WORDS = {
    "title": "What warm-up is for",
    "question": "What happens to a fresh model whose training begins at the full rate?",
    "formula": (
        r"$\theta\leftarrow\theta-lrate\cdot\frac{\hat m}{\sqrt{\hat v}+10^{-9}}\qquad\text{step 1:}\;"
        r"\frac{\hat m}{\sqrt{\hat v}}=\frac{g}{\lvert g\rvert}=\pm1$"
    ),
    "intro": (
        "A small Transformer of our own learns to copy short sentences of random words, from the same weights and on "
        "the same batches in three ways: with the warm-up of Eq. 3; with the rate at that peak from step 1 until the "
        "warm-up would end; and with Eq. 3 and a warm-up of a single step, which is none. The rates are the same "
        "afterwards. All three run with the norm where the paper has it and with the norm before each sub-layer. The "
        "server trains the six models when you open the lab or move a control, one after the other."
    ),
    "look": (
        "post-norm: without warm-up the loss stays for long where a model is that knows only how often each token "
        "occurs, and with a warm-up of a single step it does not leave it. In its first step Adam moves every weight "
        "by a whole rate, however small its gradient, because its averages have seen one batch; at full rate such "
        "steps undo the initial weights before anything is learned. Pre-norm bears a rate at its peak from the start,"
        " but not the huge first rate of a single step. How far the lines are apart depends on the seed; at the first"
        " settings, warm-up gives post-norm the least of the three losses for each of the 20 seeds."
    ),
    "warmup.label": "Warm-up (steps)",
    "factor.label": "Factor of the rate",
    "seed.label": "Seed",
    "seed.info": "Other weights and other sentences.",
    "with": "Eq. 3 with warm-up",
    "held": "at the peak from step 1",
    "one": "Eq. 3, warm-up of 1 step",
    "post": "Post-norm, as in the paper",
    "pre": "Pre-norm",
    "losses": "Loss of each batch",
    "nats": "nats per token",
    "frequencies": "frequencies alone",
    "step": "step",
    "end": "end of warm-up",
    "sizes": "Post-norm: mean update of a weight, over the rate",
    "moved": "Post-norm: length of an update over that of all weights",
    "rates": "Learning rate",
    "norms": "Post-norm: norm of the gradient",
    "progress": "Trained {done} of {all} models.",
    "reading": (
        "Mean loss of the last ten of {steps} steps. Post-norm: {post_with} with warm-up, {post_held} at the peak from "
        "step 1, {post_one} with a warm-up of 1 step. Pre-norm: {pre_with}, {pre_held} and {pre_one}."
    ),
    "number.post_with": "Last loss, post-norm with warm-up (nats)",
    "number.post_held": "Post-norm, at the peak from step 1",
    "number.post_one": "Post-norm, warm-up of 1 step",
    "number.pre_with": "Pre-norm with warm-up",
    "number.pre_held": "Pre-norm, at the peak from step 1",
    "number.pre_one": "Pre-norm, warm-up of 1 step",
    "number.first": "Mean update of a weight in the first step, over the rate",
    "number.frequencies": "Loss of a model that knows only how often each token occurs",
    "number.parameters": "Parameters of the small model",
    "number.steps": "Steps",
}
