"""The words of a training that starts from a checkpoint."""

TRAIN_START: dict[str, str] = {
    "train.start_from.label": "Start from",
    "train.start_from.info": (
        "Random weights, or a checkpoint to train on: its shape and vocabulary are kept, and the suggested rate is a "
        "fifth and never above the peak of its own training, so that less is forgotten."
    ),
    "train.start_from.random": "random weights",
    "train.start_from.given": "Given by {name}.",
    "train.parameters.start": "{parameters} parameters, with the vocabulary of {name} · about {megabytes} MB",
    "train.compared": "Before and after",
    "train.compared.note": (
        "The checkpoint that this run started from, and the finished model, on pairs of the old data and on the "
        "validation pairs of this run. Greedy; in brackets the 95% interval of the change in BLEU, by resampling "
        "sentences. Perplexity is per token."
    ),
    "train.compared.coming": (
        "This run started from {name}. When it ends, both models are scored on old and new pairs, to show what was "
        "gained and what was forgotten."
    ),
    "train.compared.off": "No comparison: validation translates no sentences.",
    "train.compared.set": "Pairs",
    "train.compared.measure": "Score",
    "train.compared.before": "Before",
    "train.compared.after": "After",
    "train.compared.change": "Change",
    "train.compared.new": "new: validation, {sentences} pairs",
    "train.compared.sample": "old: sentences of this project, {sentences} pairs",
    "train.compared.old": "old: {set}, {sentences} pairs",
    "train.compared.interval": "{change} ({low} to {high})",
    "train.compared.bleu": "BLEU",
    "train.compared.chrf": "chrF",
    "train.compared.perplexity": "perplexity",
    "train.compared.checkpoint": "a checkpoint",
}
