"""The words of the notices about a translation: likely faults, sentences one by one, checks."""

NOTICES: dict[str, str] = {
    "attention.alarm.sentences.one": "This text has {count} sentence.",
    "attention.alarm.sentences.many": "This text has {count} sentences; the model was trained on one at a time.",
    "attention.alarm.language": "This model reads {language}, and this looks like {found}.",
    "attention.alarm.script": "This model reads {language}; most of these letters belong to another script.",
    "attention.alarm.fragments": "{count} of {total} source tokens are single bytes or letters: this text is far from"
    " the training data, and the translation may be nonsense.",
    "attention.alarm.repeats": "The translation repeats “{text}”, {times} times in a row.",
    "attention.alarm.truncated": "The translation was cut at the maximum length.",
    "attention.alarm.short": "The translation is short for its source: {target} tokens for {source}.",
    "attention.alarm.unsure": "The model is unsure here: its own words have a probability of {p} on average, and the"
    " translation may be wrong.",
    "attention.each.start": "Translate each sentence",
    "attention.each.hint": "Choose a sentence to open it.",
    "attention.checks.passed.one": "figures checked ({count}), not the translation",
    "attention.checks.passed.many": "figures checked ({count}), not the translation",
    "attention.checks.passed.saved": "figures checked ({count}, and {saved} when saved), not the translation",
    "attention.checks.saved.hint": "Made when this page was saved, with the translation that it was saved with; they"
    " need the program:",
    "attention.checks.failed.one": "{count} check failed",
    "attention.checks.failed.many": "{count} checks failed",
    "attention.checks.hint": "Each line has the largest difference that was measured, and its limit. The checks say"
    " that the figures show what the model computed; they do not say that the translation is right.",
    "attention.checks.value": "difference",
    "attention.checks.limit.column": "limit",
    "attention.checks.limit": "≤ {limit}",
    "attention.check.eval_mode": "the model was in evaluation mode: no dropout",
    "attention.check.rows_sum_to_one": "every row of attention sums to 1",
    "attention.check.no_future": "no weight on a future token",
    "attention.check.no_padding": "no weight on padding",
    "attention.check.paths_agree": "both ways to compute attention give the same probabilities",
    "attention.check.tokens_agree": "these tokens are the ones generated, with the same log-probabilities",
    "attention.check.no_dropout": "no weights dropped by dropout: the model was in evaluation mode",
    "attention.check.not_transposed": "rows are queries and columns are keys; if not, they are drawn transposed",
    "attention.check.no_padding_kept": "no rows and columns of padding",
    "attention.check.tokens_fit": "as many tokens as rows and columns; if not, positions are drawn",
    "attention.check.tokens_not_shifted": "tokens are not shifted by one: the start symbol is first, none is missing",
    "attention.check.one_hypothesis": "every row belongs to one hypothesis: beams are not mixed",
}
