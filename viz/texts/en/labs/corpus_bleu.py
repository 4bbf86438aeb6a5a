"""Words of the lab of corpus BLEU."""

WORDS = {
    "title": "Corpus BLEU and averaged BLEU",
    "question": "Why must the sentence scores not be averaged, and why do the tokens decide?",
    "intro": (
        "Corpus BLEU adds the counts of all sentences and takes shares once. The mean of sentence scores is "
        "another number: a short sentence without a match of four tokens counts as 0, however good it is. "
        "And the score depends on what a token is: an unsegmented Chinese sentence split at blanks is one "
        "token, so that each sentence is all right or all wrong."
    ),
    "look": (
        "the two numbers below, and how both change with the tokens. Published scores compare only with the "
        "same tokens, which is why sacreBLEU prints a signature."
    ),
    "hypotheses.label": "Translations, a line each",
    "references.label": "References, a line each",
    "tokens.label": "Tokens",
    "tokens.words": "split at blanks",
    "tokens.punctuation": "punctuation apart (like 13a)",
    "tokens.characters": "characters (Chinese)",
    "chart": "BLEU of each sentence, without smoothing",
    "sentence": "sentence {number}",
    "table": "Each sentence",
    "translation": "translation",
    "four": "matches of four",
    "number.corpus": "Corpus BLEU",
    "number.averaged": "Mean of the sentences' BLEU",
    "number.difference": "Difference",
    "number.missing": "Lines without a partner, left out",
}
