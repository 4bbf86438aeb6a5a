"""Words of the mistake of wrong labels."""

WORDS = {
    "title": "Rows with the wrong token",
    "question": "Which token does a row of cross-attention belong to?",
    "intro": (
        "A row of the decoder has two tokens: the one that it reads and the one that it predicts next. They "
        "are a step apart. A plot that does not say which of the two it names can be read a row off: a head "
        "that finds the source word of the next token then seems to translate the token before."
    ),
    "look": (
        "the same matrix twice, with labels one step apart. The table names both tokens for each row, and "
        "the source token with the largest weight. Which of the two fits better depends on the head."
    ),
    "layer.label": "Layer",
    "head.label": "Head",
    "row.label": "Row",
    "key": "source token",
    "read": "token read",
    "predicted": "token predicted",
    "table": "Each row with both of its tokens",
    "step": "row",
    "looked": "largest weight on",
    "reading": "Row {step} has its largest weight on “{looked}”. It reads “{read}” and predicts “{predicted}”.",
    "number.weight": "Largest weight of the row",
}
