"""Words of the lab of corpus BLEU."""

WORDS = {
    "title": "Corpus BLEU and averaged BLEU",
    "question": "Why must the sentence scores not be averaged, and why do the tokens decide?",
    "formula": (
        r"$p_n=\frac{\sum_s\text{matches}_n(s)}{\sum_s\text{n-grams}_n(s)}\qquad\text{not}\qquad\frac{1}{S}\sum_s\text{BLEU}(s)$"
    ),
    "intro": (
        "Corpus BLEU adds the counts of all sentences and takes shares once. The mean of sentence scores is "
        "another number: a sentence without a match of four tokens counts as 0, however good it is. And the "
        "score depends on what a token is: an unsegmented Chinese sentence split at blanks is one token, has "
        "no n-grams of two to four, and gets 0 without smoothing even if it is the reference itself."
    ),
    "look": (
        "corpus BLEU and the mean of the sentences' BLEU, and how both change with the tokens. Published "
        "scores compare only with the same tokens, which is why sacreBLEU prints a signature."
    ),
    "hypotheses.label": "Translations, a line each",
    "references.label": "References, a line each",
    "tokens.label": "Tokens",
    "tokens.words": "split at blanks",
    "tokens.info": (
        "'Punctuation apart' is sacreBLEU's 13a, which leaves typographic and full-width punctuation attached."
    ),
    "tokens.punctuation": "punctuation apart",
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
