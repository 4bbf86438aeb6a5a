"""Words of the lab of teacher forcing."""

WORDS = {
    "title": "Teacher forcing and free running",
    "question": "What follows a wrong token in training, and what when the model translates?",
    "intro": (
        "In training the decoder reads the correct tokens, whatever it predicted: after a mistake the next "
        "input is correct again, and all steps are computed at once. When it translates, it reads its own "
        "tokens, so that a wrong one stays in the input for good. Here one token of the translation is "
        "replaced by another one that the model finds probable there, and both are computed."
    ),
    "look": (
        "steps up to the wrong token, which cannot change, and later ones, which may. Under teacher forcing "
        "all other inputs stay correct; in free running every later input follows from the wrong one."
    ),
    "step.label": "Step that goes wrong",
    "rank.label": "Wrong token taken there",
    "rank.info": "1 is the most probable token other than the translation's; the end symbol is left out.",
    "reads": "Teacher forcing: what the decoder reads, one token wrong",
    "predicts": "What it finds most probable at each step then (tinted where the wrong input changed it)",
    "free": "Free running: greedy search goes on from the wrong token",
    "chart": "Probability of each token of the translation under teacher forcing",
    "probability": "probability",
    "all_right": "all inputs correct",
    "one_wrong": "one input wrong",
    "number.wrong": "The wrong token",
    "number.changed": "Predictions that the wrong input changed",
    "number.after": "Probability of the next token, one input wrong",
    "number.before": "Probability of the next token, all inputs correct",
    "number.length": "Tokens of the translation in free running",
}
