"""Words of the lab of permutation, in Chinese."""

WORDS = {
    "title": "交换两个词",
    "question": "注意力知道词的顺序吗？",
    "formula": r"$\operatorname{Attention}(PX)=P\operatorname{Attention}(X)$",
    "intro": (
        "自注意力和前馈子层具有置换等变性：交换两个词元，它们的输出也随之交换，其他都不变。顺序信息只来自位置编码。"
        "交换后的词元在新的位置上比较。这里，当前模型的编码器分别读入原句和交换了两个词元的句子，一次不带位置编码，"
        "一次带位置编码。"
    ),
    "look": (
        "没有位置编码时，柱子都为零，只差舍入误差。有位置编码时，每个词元都可能改变，没有交换的词元也一样："
        "它所关注的词元换了位置。"
    ),
    "first.label": "第一个词元",
    "second.label": "第二个词元",
    "before": "原句",
    "after": "交换两个词元之后",
    "chart": "每个词元的最终状态移动的距离",
    "distance": "欧几里得距离",
    "without": "没有位置编码",
    "with": "有位置编码",
    "number.without": "最大距离，没有位置编码",
    "number.with_positions": "最大距离，有位置编码",
    "number.length": "状态的平均范数",
}
