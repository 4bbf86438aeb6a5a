"""Words of the lab of one training step."""

WORDS = {
    "title": "One training step",
    "question": "What happens to a model in one step of its training, and in a hundred?",
    "formula": (
        r"$\theta\leftarrow\theta-lrate\cdot\frac{\hat m}{\sqrt{\hat v}+10^{-9}}\qquad "
        r"g=\nabla_\theta\,\frac{1}{N}\sum_{t=1}^{N}\ell_t$"
    ),
    "intro": (
        "Two sentence pairs, the translation at hand and one more, go through the model with teacher "
        "forcing. The smoothed loss of all N labels is differentiated, Adam turns the gradient into an "
        "update, and the loss is measured again. Loss, schedule and optimiser are those of this project's "
        "training, with the settings of the loaded model; the steps move a copy. Dropout is off, so that the "
        "same question has the same answer, and Adam's moments begin at zero: a checkpoint does not keep "
        "them."
    ),
    "look": (
        "the size of an update: Adam's first step moves most weights by about the learning rate, however "
        "small their gradients are. So a step at full rate can raise the loss of the loaded model, which has "
        "little left to learn from these pairs. Then take a hundred steps of a fresh model: the loss of the "
        "pairs comes down towards the least that smoothing allows, and not to 0 unless ε is 0."
    ),
    "model.label": "Weights",
    "model.loaded": "the loaded model's",
    "model.fresh": "fresh, drawn at random",
    "steps.label": "Steps",
    "steps.1": "one",
    "steps.10": "ten times",
    "steps.100": "a hundred times",
    "at.label": "Step of the schedule",
    "at.info": "Sets the learning rate (Eq. 3) of the first update; begins at the peak.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "pairs": "The two pairs",
    "source": "source",
    "labels": "labels",
    "tokens": "Smoothed loss of each label",
    "nats": "nats",
    "before": "before",
    "after": "after",
    "curve": "Mean smoothed loss",
    "steps_taken": "steps taken",
    "least": "least possible",
    "attention": "Attention of the head, first pair",
    "query": "query",
    "key": "key",
    "loss_by_hand": "The loss of the first label, {token}, before the first step",
    "uniform_line": "mean of −ln p over {vocabulary} tokens = {value}",
    "rate_by_hand": "The learning rate at step {step} of the schedule",
    "weight_by_hand": (
        "Adam's first update of one weight: row {row}, column {column} of the head's W^Q, where the gradient is largest"
    ),
    "moved_line": "moved by {value}, as stored in 32 bits",
    "parts": "The first step, by part: norm of the gradient, mean of |m|, root of the mean of v, norm of the update",
    "part": "part",
    "gradient": "gradient",
    "first": "|m|",
    "second": "√v",
    "update": "update",
    "part.embedding": "embeddings and output",
    "part.positions": "learned positions",
    "part.encoder_self": "encoder self-attention",
    "part.encoder_feed_forward": "encoder feed-forward",
    "part.encoder_norms": "encoder norms",
    "part.decoder_self": "decoder self-attention",
    "part.decoder_cross": "cross-attention",
    "part.decoder_feed_forward": "decoder feed-forward",
    "part.decoder_norms": "decoder norms",
    "part.all": "whole model",
    "column.self": "self",
    "column.cross": "cross",
    "column.feed_forward": "feed-forward",
    "column.norms": "norms",
    "layer_axis": "layer",
    "layer_gradients": "Norm of the gradient",
    "layer_updates": "Norm of the update over that of the weights",
    "heads": "Norm of the gradient of each head's four projections",
    "site": "attention",
    "head_axis": "head",
    "reading": "The mean smoothed loss goes from {before} to {after} nats per label. Steps taken: {steps}.",
    "fewer": "More than {steps} of the {asked} steps would take too long for this model and these sentences.",
    "number.loss_before": "Smoothed loss before (nats per label)",
    "number.loss_after": "Smoothed loss after",
    "number.plain_before": "Plain cross-entropy before",
    "number.plain_after": "Plain cross-entropy after",
    "number.least": "Least smoothed loss that any model can have, for this ε",
    "number.uniform": "ln V: plain cross-entropy of uniform probabilities",
    "number.rate": "Learning rate of the first step",
    "number.norm": "Norm of the whole gradient, first step",
    "number.size": "Mean size of an update over the learning rate, first step",
    "number.moved": "Share of weights that the first step moves",
    "number.change": "Largest change of an attention weight",
}
