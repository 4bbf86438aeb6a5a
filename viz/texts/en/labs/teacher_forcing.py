"""Words of the lab of teacher forcing."""

WORDS = {
    "title": "Teacher forcing and free running",
    "question": "What follows a wrong token in training, and what when the model translates?",
    "intro": (
        "In training the decoder reads the right tokens, whatever it predicted: after a mistake the next "
        "input is right again, and all steps are computed at once. When it translates, it reads its own "
        "tokens, so that a wrong one stays in the input for good. Here one token of the translation is "
        "replaced by the model's second or later choice, and both are computed."
    ),
    "look": (
        "predictions right after the wrong token under teacher forcing, and how soon free running comes back "
        "to the sentence, if it does."
    ),
    "step.label": "Step that goes wrong",
    "rank.label": "Choice taken there",
    "rank.info": "2 is the model's second choice.",
    "reads": "Teacher forcing: what the decoder reads, one token wrong",
    "predicts": "What it predicts at each step then (tinted where it is the translation's token)",
    "free": "Free running: greedy search goes on from the wrong token",
    "chart": "Probability of each token of the translation under teacher forcing",
    "probability": "probability",
    "all_right": "all inputs right",
    "one_wrong": "one input wrong",
    "number.wrong": "The wrong token",
    "number.after": "Probability of the next token, one input wrong",
    "number.before": "Probability of the next token, all inputs right",
    "number.length": "Tokens of the translation in free running",
}
