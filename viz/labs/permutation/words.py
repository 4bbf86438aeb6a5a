"""Words of the lab of permutation."""

WORDS = {
    "title": {"en": "Two words swapped", "zh": "交换两个词"},
    "question": {"en": "Does attention know the order of the words?", "zh": "注意力知道词的顺序吗？"},
    "formula": r"$\operatorname{Attention}(PX)=P\operatorname{Attention}(X)$",
    "intro": {
        "en": (
            "Self-attention and the feed-forward sub-layer are permutation-equivariant: if two tokens are "
            "swapped, their outputs are swapped, and nothing else changes. Order enters through the positions "
            "alone. A swapped token is compared at its new position. Here the loaded model's encoder reads the "
            "sentence and the one with two tokens swapped, once "
            "without positions and once with them."
        ),
        "zh": (
            "自注意力和前馈子层具有置换等变性：交换两个词元，它们的输出也随之交换，其他都不变。顺序信息只来自位置编码。"
            "交换后的词元在新的位置上比较。这里，当前模型的编码器分别读入原句和交换了两个词元的句子，一次不带位置编码，"
            "一次带位置编码。"
        ),
    },
    "look": {
        "en": (
            "bars at zero without positions, up to rounding. With positions every token may change, even one that was "
            "not "
            "swapped: it attends to tokens that have moved."
        ),
        "zh": (
            "没有位置编码时，柱子都为零，只差舍入误差。有位置编码时，每个词元都可能改变，没有交换的词元也一样："
            "它所关注的词元换了位置。"
        ),
    },
    "first.label": {"en": "First token", "zh": "第一个词元"},
    "second.label": {"en": "Second token", "zh": "第二个词元"},
    "before": {"en": "The sentence", "zh": "原句"},
    "after": {"en": "With two tokens swapped", "zh": "交换两个词元之后"},
    "chart": {"en": "Distance that each token's final state moves", "zh": "每个词元的最终状态移动的距离"},
    "distance": {"en": "Euclidean distance", "zh": "欧几里得距离"},
    "without": {"en": "without positions", "zh": "没有位置编码"},
    "with": {"en": "with positions", "zh": "有位置编码"},
    "number.without": {"en": "Largest distance without positions", "zh": "最大距离，没有位置编码"},
    "number.with_positions": {"en": "Largest distance with positions", "zh": "最大距离，有位置编码"},
    "number.length": {"en": "Mean length of the states", "zh": "状态的平均范数"},
}
