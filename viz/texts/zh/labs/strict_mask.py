"""Words of the mistake of the strict mask, in Chinese."""

WORDS = {
    "title": "过严的掩码",
    "question": "词元可以关注自身吗？",
    "formula": r"$k\le q\qquad\text{而不是}\qquad k<q$",
    "intro": (
        "解码器的输入已经右移：某个位置上的词元就是标签的前一个词元，所以它可以看到，也必须看到。用 k < q "
        "的掩码屏蔽了它，第一行就没有任何键：用 −∞ 会得到 NaN（画斜线）。下面，"
        "当前模型的解码器的所有层都使用这种过严的掩码，空行置为 0，读入同一个译文。"
    ),
    "look": "看缺失的对角线、空的第一行，以及译文损失了多少概率。",
    "layer.label": "层",
    "head.label": "头",
    "query": "查询",
    "key": "键",
    "chart": "译文中每个词元的概率",
    "probability": "概率",
    "with_strict": "过严的掩码",
    "with_causal": "因果掩码",
    "number.log_wrong": "译文的对数概率，过严的掩码",
    "number.log_right": "译文的对数概率，因果掩码",
}
