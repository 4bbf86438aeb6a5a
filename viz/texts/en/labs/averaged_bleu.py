"""Words of the mistake of wrong BLEU."""

WORDS = {
    "title": "BLEU with wrong tokens, or averaged",
    "question": "How far can the same translations be apart in BLEU?",
    "intro": (
        "Two mistakes that make scores incomparable. Chinese text without blanks becomes a few very long "
        "tokens under a tokenisation made for English, so that a sentence with one other word gets 0. And "
        "averaging sentence scores gives short sentences the weight of long ones. Correct: characters for "
        "Chinese (sacreBLEU's zh), and one score for the whole corpus."
    ),
    "look": (
        "the four numbers below: the same six lines, four scores. Only the last one is the corpus BLEU of "
        "the correct tokens."
    ),
    "ours.label": "Translations, a line each",
    "theirs.label": "References, a line each",
    "wrong.label": "Tokens as often written",
    "wrong.words": "split at blanks",
    "wrong.punctuation": "punctuation apart (13a)",
    "wrong.characters": "characters (Chinese)",
    "of_wrong": "Sentence BLEU with these tokens",
    "of_right": "Sentence BLEU with characters",
    "sentence": "{number} ({tokens})",
    "line": "line (tokens of the translation)",
    "number.averaged_wrong": "Averaged sentence BLEU, tokens as often written",
    "number.corpus_wrong": "Corpus BLEU, tokens as often written",
    "number.averaged_right": "Averaged sentence BLEU, characters",
    "number.corpus_right": "Corpus BLEU, characters",
}
