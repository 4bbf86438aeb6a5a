"""Words of the mistake of averaging over micro-batches, in Chinese."""

WORDS = {
    "title": "平均值的平均",
    "question": "把各微批的平均损失再取平均，哪些词元的权重过大？",
    "formula": r"$\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t}\ell_{bt}\;\neq\;\frac{\sum_b\sum_t\ell_{bt}}{\sum_b n_b}$",
    "intro": (
        "各个微批（micro-batch）的句子，目标端词元数不同。如果每个微批除以自己的词元数，再把结果取平均，微批越小，"
        "其中每个词元的分量就越重。正确的做法是先把各项相加，再除以词元总数，只除一次。这里的损失是随机抽取的；"
        "这个错误对梯度的影响，见实验“梯度累积”。"
    ),
    "look": "绿色的柱子等高：每个词元权重相同。微批越小，橙色的柱子越高。把离散程度设为 0，两者就相同。",
    "batches.label": "微批数 k",
    "spread.label": "大小的离散程度",
    "spread.info": "对数的标准差。",
    "seed.label": "随机种子",
    "batch": "{number}：{count}",
    "tokens": "每个微批的目标端词元数",
    "count": "词元数",
    "weights": "一个词元的权重，按所在的微批",
    "weight": "权重",
    "of_batches": "平均值的平均",
    "of_tokens": "对所有词元求和",
    "number.wrong": "平均值的平均所得的损失（奈特/词元）",
    "number.right": "对所有词元计算的损失（奈特/词元）",
    "number.difference": "差值",
    "number.largest": "平均值的平均中，最重的词元与最轻的词元的权重之比",
}
