"""Words of the lab of BLEU."""

WORDS = {
    "title": "BLEU by hand",
    "question": "What does BLEU count?",
    "formula": (
        r"$\text{BLEU}=BP\cdot\exp\left(\frac{1}{4}\sum_{n=1}^{4}\ln p_n\right)\qquad "
        r"BP=\min\left(1,e^{1-r/c}\right)$"
    ),
    "intro": (
        "For n from 1 to 4 it counts which n-grams of the translation also occur in the reference, each at "
        "most as often as there (clipping). The geometric mean of the four shares is multiplied by a brevity "
        "penalty if the translation is shorter, $c<r$. One sentence often has no match of four words; its "
        "BLEU is then 0 without smoothing."
    ),
    "look": (
        "which change costs most: a wrong word in the middle breaks up to four n-grams of the largest order, "
        "one at the end a single one."
    ),
    "hypothesis.label": "Translation",
    "hypothesis.info": "Change it, and watch the score.",
    "reference.label": "Reference",
    "reference.info": "Begins as the translation without its first word.",
    "tokens.label": "Tokens",
    "tokens.words": "split at blanks",
    "tokens.info": (
        "'Punctuation apart' is sacreBLEU's 13a, which leaves typographic and full-width punctuation attached."
    ),
    "tokens.punctuation": "punctuation apart",
    "tokens.characters": "characters (Chinese)",
    "order.label": "Order n listed",
    "marked": "The translation (tinted: tokens that the reference has too)",
    "table": "Matches of each order",
    "matches": "matches",
    "totals": "n-grams",
    "precision": "share",
    "grams": "N-grams of order {order} in the translation ({shown} of {all})",
    "gram": "n-gram",
    "own": "occurs",
    "clipped": "counts",
    "by_hand": "The score",
    "mean": "mean",
    "number.bleu": "BLEU",
    "number.brevity": "Brevity penalty BP",
    "number.length": "Tokens of the translation c",
    "number.reference": "Tokens of the reference r",
}
