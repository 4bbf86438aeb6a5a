"""Words of the lab of BLEU."""

WORDS = {
    "title": {"en": "BLEU by hand", "zh": "手算 BLEU"},
    "question": {"en": "What does BLEU count?", "zh": "BLEU 统计什么？"},
    "formula": (
        r"$\text{BLEU}=BP\cdot\exp\left(\frac{1}{4}\sum_{n=1}^{4}\ln p_n\right)\qquad "
        r"BP=\min\left(1,e^{1-r/c}\right)$"
    ),
    "intro": {
        "en": (
            "For n from 1 to 4 it counts which n-grams of the translation also occur in the reference, each at "
            "most as often as there (clipping). The geometric mean of the four shares is multiplied by a brevity "
            "penalty if the translation is shorter, $c<r$. One sentence often has no match of four words; its "
            "BLEU is then 0 without smoothing."
        ),
        "zh": (
            "对 n 从 1 到 4，统计译文的 n 元组（n-gram）有多少也出现在参考译文中，每个 n "
            "元组最多计它在参考译文中出现的次数（截断）。四个比例的几何平均，在译文较短（$c<r$）时再乘以短句惩罚。"
            "单个句子常常没有四个词相同的一段，不作平滑的 BLEU 就是 0。"
        ),
    },
    "look": {
        "en": (
            "which change costs most: a wrong word in the middle breaks up to four n-grams of the largest order, "
            "one at the end a single one."
        ),
        "zh": "看哪种改动损失最大：中间错一个词，最多破坏四个四元组；末尾错一个词，只破坏一个。",
    },
    "hypothesis.label": {"en": "Translation", "zh": "译文"},
    "hypothesis.info": {"en": "Change it, and watch the score.", "zh": "改动它，观察得分。"},
    "reference.label": {"en": "Reference", "zh": "参考译文"},
    "reference.info": {"en": "Begins as the translation without its first word.", "zh": "一开始是去掉第一个词的译文。"},
    "tokens.label": {"en": "Tokens", "zh": "切分方式"},
    "tokens.words": {"en": "split at blanks", "zh": "按空格切分"},
    "tokens.info": {
        "en": "'Punctuation apart' is sacreBLEU's 13a, which leaves typographic and full-width punctuation attached.",
        "zh": "“标点分开”即 sacreBLEU 的 13a，它不切开弯引号之类的标点和全角标点。",
    },
    "tokens.punctuation": {"en": "punctuation apart", "zh": "标点分开"},
    "tokens.characters": {"en": "characters (Chinese)", "zh": "按字（中文）"},
    "order.label": {"en": "Order n listed", "zh": "列出的阶 n"},
    "marked": {
        "en": "The translation (tinted: tokens that the reference has too)",
        "zh": "译文（着色：参考译文中也有的词元）",
    },
    "table": {"en": "Matches of each order", "zh": "各阶的匹配"},
    "matches": {"en": "matches", "zh": "匹配数"},
    "totals": {"en": "n-grams", "zh": "n 元组数"},
    "precision": {"en": "share", "zh": "比例"},
    "grams": {
        "en": "N-grams of order {order} in the translation ({shown} of {all})",
        "zh": "译文的 {order} 元组（共 {all} 个，列出 {shown} 个）",
    },
    "gram": {"en": "n-gram", "zh": "n 元组"},
    "own": {"en": "occurs", "zh": "出现"},
    "clipped": {"en": "counts", "zh": "计入"},
    "by_hand": {"en": "The score", "zh": "得分"},
    "mean": {"en": "mean", "zh": "均值"},
    "number.bleu": "BLEU",
    "number.brevity": {"en": "Brevity penalty BP", "zh": "短句惩罚 BP"},
    "number.length": {"en": "Tokens of the translation c", "zh": "译文的词元数 c"},
    "number.reference": {"en": "Tokens of the reference r", "zh": "参考译文的词元数 r"},
}
