"""Words of the lab of the model's own scores, in Chinese."""

WORDS = {
    "title": "真实得分的方差",
    "question": "训练好的模型，得分的方差与脚注 4 的预期相符吗？",
    "formula": r"$\operatorname{Var}(q\cdot k)=d_k\qquad\text{各分量相互独立、均值为 0、方差为 1}$",
    "intro": (
        "脚注讲的是随机的分量。未经训练的模型与之接近；随后的训练使各个头的得分变大或变小，"
        "因为权重集中的头需要大的得分。每个点是当前模型的一个头：在当前的句子上，所有未被掩码屏蔽的得分的方差。"
    ),
    "look": "远高于点线的点：这些头的权重很集中，虽然除以了 √d_k，softmax 仍接近饱和。",
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "divided.label": "除以 √d_k",
    "chart": "每个头的得分的方差（{queries} 个查询）",
    "layer": "层",
    "variance": "方差",
    "footnote": "脚注 4",
    "head": "头 {head}",
    "head_axis": "头",
    "table": "具体数值",
    "number.queries": "句子的查询数",
    "number.scores": "一个头未被掩码屏蔽的得分数",
    "number.mean": "所有头的均值",
    "number.least": "最小值",
    "number.most": "最大值",
    "number.expected": "随机向量的期望值",
}
