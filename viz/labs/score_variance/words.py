"""Words of the lab of the model's own scores."""

WORDS = {
    "title": {"en": "Variance of real scores", "zh": "真实得分的方差"},
    "question": {
        "en": "Do the scores of a trained model have the variance that footnote 4 expects?",
        "zh": "训练好的模型，得分的方差与脚注 4 的预期相符吗？",
    },
    "formula": {
        "en": r"$\operatorname{Var}(q\cdot k)=d_k\qquad\text{independent, mean 0, variance 1}$",
        "zh": r"$\operatorname{Var}(q\cdot k)=d_k\qquad\text{各分量相互独立、均值为 0、方差为 1}$",
    },
    "intro": {
        "en": (
            "The footnote speaks of random components. A fresh model comes near; training then makes scores "
            "larger or smaller, head by head, because a sharp head needs large scores. Each point is one head of "
            "the loaded model: the variance of all its scores over the sentence at hand that no mask closes."
        ),
        "zh": (
            "脚注讲的是随机的分量。未经训练的模型与之接近；随后的训练使各个头的得分变大或变小，"
            "因为权重集中的头需要大的得分。每个点是当前模型的一个头：在当前的句子上，所有未被掩码屏蔽的得分的方差。"
        ),
    },
    "look": {
        "en": "points far above the line: sharp heads, whose softmax is close to saturation in spite of the division.",
        "zh": "远高于点线的点：这些头的权重很集中，虽然除以了 √d_k，softmax 仍接近饱和。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "divided.label": {"en": "Divided by √d_k", "zh": "除以 √d_k"},
    "chart": {
        "en": "Variance of the scores of every head, over {queries} queries",
        "zh": "每个头的得分的方差（{queries} 个查询）",
    },
    "layer": {"en": "layer", "zh": "层"},
    "variance": {"en": "variance", "zh": "方差"},
    "footnote": {"en": "footnote 4", "zh": "脚注 4"},
    "head": {"en": "head {head}", "zh": "头 {head}"},
    "head_axis": {"en": "head", "zh": "头"},
    "table": {"en": "The same in numbers", "zh": "具体数值"},
    "number.queries": {"en": "Queries of the sentence", "zh": "句子的查询数"},
    "number.scores": {"en": "Scores of a head that no mask closes", "zh": "一个头未被掩码屏蔽的得分数"},
    "number.mean": {"en": "Mean of all heads", "zh": "所有头的均值"},
    "number.least": {"en": "Smallest", "zh": "最小值"},
    "number.most": {"en": "Largest", "zh": "最大值"},
    "number.expected": {"en": "Expected for random vectors", "zh": "随机向量的期望值"},
}
