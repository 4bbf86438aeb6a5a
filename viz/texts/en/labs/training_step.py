"""Words of the lab of one training step."""

WORDS = {
    "title": "One training step",
    "question": "What happens to a model in one step of its training?",
    "formula": (
        r"$\theta\leftarrow\theta-lrate\cdot\operatorname{Adam}\left(\nabla_\theta\,\frac{1}{T}\sum_t\ell_t\right)$"
    ),
    "intro": (
        "Two sentence pairs, the translation at hand and one more, go through the model with teacher "
        "forcing. The smoothed loss of all target tokens is differentiated, Adam turns the gradient into an "
        "update, and the loss is measured again. The steps move a copy; loss, schedule and optimiser are "
        "those of this project's training, with the settings of the loaded model. Dropout is off, so that "
        "the same question has the same answer."
    ),
    "look": (
        "a fresh model, whose loss begins near ln V for each token and falls at once, against the loaded "
        "one, which knows these sentences: its loss is mostly what smoothing charges. Then take more steps "
        "and watch the attention."
    ),
    "model.label": "Weights",
    "model.loaded": "the loaded model's",
    "model.fresh": "fresh",
    "steps.label": "Steps",
    "steps.info": "At most 30 for a large model.",
    "at.label": "Step of the schedule",
    "at.info": "Sets the learning rate (Eq. 3); begins at its peak.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "tokens": "Smoothed loss of each target token",
    "nats": "nats",
    "before": "before",
    "after": "after",
    "curve": "Mean loss before each step, and after the last",
    "step": "step",
    "parts": "The first step, by part of the model",
    "part": "part",
    "gradient": "norm of the gradient",
    "moment": "root of Adam's second moment",
    "update": "norm of the update",
    "attention": "Attention of the head, first pair",
    "query": "query",
    "key": "key",
    "heads": "Norm of the gradient of each head's query projection",
    "site": "attention",
    "head_axis": "head",
    "picture": "Gradient of the chosen head's query projection",
    "of_query": "component of the query",
    "of_state": "component of the state",
    "reading": "The mean smoothed loss goes from {before} to {after} nats per token after {steps} steps.",
    "number.loss_before": "Smoothed loss before (nats per token)",
    "number.loss_after": "Smoothed loss after",
    "number.plain_before": "Plain cross-entropy before",
    "number.plain_after": "Plain cross-entropy after",
    "number.rate": "Learning rate of the first step",
    "number.norm": "Norm of the whole gradient",
}
