"""Words of the mistake of the strict mask."""

WORDS = {
    "title": {"en": "A strict mask", "zh": "过严的掩码"},
    "question": {"en": "May a token attend to itself?", "zh": "词元可以关注自身吗？"},
    "formula": {"en": r"$k\le q\qquad\text{not}\qquad k<q$", "zh": r"$k\le q\qquad\text{而不是}\qquad k<q$"},
    "intro": {
        "en": (
            "The decoder's input is already shifted: the token at a position is the one before the label, so "
            "that it may and must be seen. A mask with k < q hides it, and the first row is left with no key at "
            "all: NaN with −∞ (hatched). Below, all layers of the loaded decoder use the strict "
            "mask, with zeros for the empty row, and read the same translation."
        ),
        "zh": (
            "解码器的输入已经右移：某个位置上的词元就是标签的前一个词元，所以它可以看到，也必须看到。用 k < q "
            "的掩码屏蔽了它，第一行就没有任何键：用 −∞ 会得到 NaN（画斜线）。下面，"
            "当前模型的解码器的所有层都使用这种过严的掩码，空行置为 0，读入同一个译文。"
        ),
    },
    "look": {
        "en": "the missing diagonal, the empty first row, and how much probability the translation loses.",
        "zh": "看缺失的对角线、空的第一行，以及译文损失了多少概率。",
    },
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "chart": {"en": "Probability of each token of the translation", "zh": "译文中每个词元的概率"},
    "probability": {"en": "probability", "zh": "概率"},
    "with_strict": {"en": "strict mask", "zh": "过严的掩码"},
    "with_causal": {"en": "causal mask", "zh": "因果掩码"},
    "number.log_wrong": {"en": "Log-probability of the translation, strict mask", "zh": "译文的对数概率，过严的掩码"},
    "number.log_right": {"en": "Log-probability of the translation, causal mask", "zh": "译文的对数概率，因果掩码"},
}
