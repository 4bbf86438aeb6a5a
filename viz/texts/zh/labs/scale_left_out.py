"""Words of the mistake of the missing scale, in Chinese."""

WORDS = {
    "title": "漏乘 √d_model",
    "question": "词嵌入上的因子 √d_model 有什么用？",
    "formula": r"$x=\sqrt{d_{\text{model}}}\,E[\text{词元}]+PE$",
    "intro": (
        "共享的行必须小，因为它们也用来算 logit。位置编码的范数是 √(d_model/2)。没有这个因子，词在和里只占一小部分，"
        "编码器读到的主要是位置。这个因子与注意力的 1/√d_k 毫无关系。下面让训练好的模型在没有它的情况下运行。"
    ),
    "look": "比较两边的词与位置，再看没有这个因子时译文的概率。",
    "shares.label": "显示词在两个长度中所占的份额",
    "norm": "欧几里得范数",
    "share": "份额",
    "as_is": "表中的行，未乘系数",
    "times": "表中的行乘以 √d_model",
    "word": "词",
    "position": "位置",
    "chart": "译文中每个词元的概率",
    "probability": "概率",
    "without": "没有这个因子",
    "with": "有这个因子",
    "number.scale": "√d_model",
    "number.share_without": "词的平均份额，没有因子",
    "number.share_with": "词的平均份额，有因子",
    "number.log_without": "译文的对数概率，没有因子",
    "number.log_with": "译文的对数概率，有因子",
}
