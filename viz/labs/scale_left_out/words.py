"""Words of the mistake of the missing scale."""

WORDS = {
    "title": {"en": "√d_model left out", "zh": "漏乘 √d_model"},
    "question": {"en": "What is the factor √d_model on the embedding for?", "zh": "词嵌入上的因子 √d_model 有什么用？"},
    "formula": {
        "en": r"$x=\sqrt{d_{\text{model}}}\,E[token]+PE$",
        "zh": r"$x=\sqrt{d_{\text{model}}}\,E[\text{词元}]+PE$",
    },
    "intro": {
        "en": (
            "Tied rows must be small, because they also make the logits. The positional encoding has a norm of "
            "√(d_model/2). Without the factor the word is a small part of the sum, and the encoder reads mostly "
            "positions. The factor has nothing to do with the 1/√d_k of attention. Below, the trained model runs "
            "without it."
        ),
        "zh": (
            "共享的行必须小，因为它们也用来算 logit。位置编码的范数是 √(d_model/2)。没有这个因子，"
            "词在和里只占一小部分，"
            "编码器读到的主要是位置。这个因子与注意力的 1/√d_k 毫无关系。下面让训练好的模型在没有它的情况下运行。"
        ),
    },
    "look": {
        "en": "the word against the position on both sides, and the probability of the translation without the factor.",
        "zh": "比较两边的词与位置，再看没有这个因子时译文的概率。",
    },
    "shares.label": {"en": "Show the word's share of the two lengths", "zh": "显示词在两个长度中所占的份额"},
    "norm": {"en": "Euclidean norm", "zh": "欧几里得范数"},
    "share": {"en": "share", "zh": "份额"},
    "as_is": {"en": "Rows of the table as they are", "zh": "表中的行，未乘系数"},
    "times": {"en": "Rows times √d_model", "zh": "表中的行乘以 √d_model"},
    "word": {"en": "word", "zh": "词"},
    "position": {"en": "position", "zh": "位置"},
    "chart": {"en": "Probability of each token of the translation", "zh": "译文中每个词元的概率"},
    "probability": {"en": "probability", "zh": "概率"},
    "without": {"en": "without the factor", "zh": "没有这个因子"},
    "with": {"en": "with it", "zh": "有这个因子"},
    "number.scale": "√d_model",
    "number.share_without": {"en": "Mean share of the word, without", "zh": "词的平均份额，没有因子"},
    "number.share_with": {"en": "Mean share of the word, with", "zh": "词的平均份额，有因子"},
    "number.log_without": {"en": "Log-probability of the translation, without", "zh": "译文的对数概率，没有因子"},
    "number.log_with": {"en": "Log-probability of the translation, with", "zh": "译文的对数概率，有因子"},
}
