"""Words of the lab of learned positions."""

WORDS = {
    "title": {"en": "Learned or sinusoidal", "zh": "可学习位置编码与正弦位置编码"},
    "question": {
        "en": "What is the difference between a learned table of positions and sinusoids?",
        "zh": "可学习的位置表与正弦编码有什么区别？",
    },
    "intro": {
        "en": (
            "The paper found nearly the same BLEU with both (Table 3, row E) and chose sinusoids because they go "
            "on beyond the trained length. Here one head learns from positions alone to look a few places back, "
            "over twelve positions, once with fixed sinusoids (base 100, 8 wide) and once with a table that is "
            "learned as well. Positions from 12 on were never trained: the table has random rows there. If the "
            "loaded model has a learned table, the cosines of its rows are shown below."
        ),
        "zh": (
            "论文发现两者的 BLEU 几乎相同（表 3 的 E 行），选择正弦编码是因为它能延续到训练长度之外。"
            "这里一个头只凭位置学习回看若干位，训练范围是十二个位置：一次用固定的正弦编码（底数 100，宽 8），"
            "一次用随训练一同学习的位置表。从 12 起的位置从未训练过：表中这些行是随机的。如果当前模型有可学习的位置表，"
            "下面会显示各行之间的余弦。"
        ),
    },
    "look": {
        "en": (
            "both curves within the trained positions, and which of them holds beyond the dotted line. Other "
            "seeds draw other tables."
        ),
        "zh": "比较两条曲线在训练过的位置上的表现，再看越过点线后哪一条仍然有效。换一个随机种子，位置表也不同。",
    },
    "back.label": {"en": "Places back", "zh": "回看的位数"},
    "rate.label": {"en": "Learning rate", "zh": "学习率"},
    "seed.label": {"en": "Seed of the table", "zh": "位置表的随机种子"},
    "weights": {"en": "Weight on the token {back} places back", "zh": "对往前第 {back} 个词元的权重"},
    "position": {"en": "position of the query", "zh": "查询的位置"},
    "weight": {"en": "weight", "zh": "权重"},
    "beyond": {"en": "not trained", "zh": "未训练"},
    "losses": {"en": "Loss while learning", "zh": "学习过程中的损失"},
    "step": {"en": "step", "zh": "步"},
    "nats": {"en": "nats", "zh": "奈特"},
    "own": {
        "en": "The loaded model's own table: cosine of each position with each other",
        "zh": "当前模型的位置表：每个位置与其他位置的余弦",
    },
    "row": {"en": "position", "zh": "位置"},
    "sinusoidal": {"en": "sinusoidal", "zh": "正弦"},
    "learned": {"en": "learned", "zh": "可学习"},
    "number.inside_sinusoidal": {
        "en": "Mean weight on the correct token, trained positions, sinusoidal",
        "zh": "正确词元的平均权重，训练过的位置，正弦",
    },
    "number.inside_learned": {
        "en": "Mean weight on the correct token, trained positions, learned",
        "zh": "正确词元的平均权重，训练过的位置，可学习",
    },
    "number.beyond_sinusoidal": {
        "en": "Mean weight on the correct token, beyond, sinusoidal",
        "zh": "正确词元的平均权重，范围之外，正弦",
    },
    "number.beyond_learned": {
        "en": "Mean weight on the correct token, beyond, learned",
        "zh": "正确词元的平均权重，范围之外，可学习",
    },
}
