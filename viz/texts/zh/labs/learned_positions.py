"""Words of the lab of learned positions, in Chinese."""

WORDS = {
    "title": "可学习位置编码与正弦位置编码",
    "question": "可学习的位置表与正弦编码有什么区别？",
    "intro": (
        "论文发现两者的 BLEU 几乎相同（表 3 的 E 行），选择正弦编码是因为它能延续到训练长度之外。"
        "这里一个头只凭位置学习回看若干位，训练范围是十二个位置：一次用固定的正弦编码（底数 100，宽 8），"
        "一次用随训练一同学习的位置表。从 12 起的位置从未训练过：表中这些行是随机的。如果当前模型有可学习的位置表，"
        "下面会显示各行之间的余弦。"
    ),
    "look": "比较两条曲线在训练过的位置上的表现，再看越过点线后哪一条仍然有效。换一个随机种子，位置表也不同。",
    "back.label": "回看的位数",
    "rate.label": "学习率",
    "seed.label": "位置表的随机种子",
    "weights": "对往前第 {back} 个词元的权重",
    "position": "查询的位置",
    "weight": "权重",
    "beyond": "未训练",
    "losses": "学习过程中的损失",
    "step": "步",
    "nats": "奈特",
    "own": "当前模型的位置表：每个位置与其他位置的余弦",
    "row": "位置",
    "sinusoidal": "正弦",
    "learned": "可学习",
    "number.inside_sinusoidal": "正确词元的平均权重，训练过的位置，正弦",
    "number.inside_learned": "正确词元的平均权重，训练过的位置，可学习",
    "number.beyond_sinusoidal": "正确词元的平均权重，范围之外，正弦",
    "number.beyond_learned": "正确词元的平均权重，范围之外，可学习",
}
