"""Words of the mistake of averaging over micro-batches."""

WORDS = {
    "title": {"en": "Mean of means", "zh": "平均值的平均"},
    "question": {
        "en": "Which tokens count too much if the mean losses of micro-batches are averaged?",
        "zh": "把各微批的平均损失再取平均，哪些词元的权重过大？",
    },
    "formula": r"$\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t}\ell_{bt}\;\neq\;\frac{\sum_b\sum_t\ell_{bt}}{\sum_b n_b}$",
    "intro": {
        "en": (
            "Micro-batches of sentences hold different numbers of target tokens. If each one is divided by its "
            "own number and the results are averaged, a token in a small micro-batch counts more than one in a "
            "large one. The correct way adds sums and divides once by all tokens. The losses here are drawn at "
            "random; the lab Gradient accumulation shows what the mistake does to a gradient."
        ),
        "zh": (
            "各个微批（micro-batch）的句子，目标端词元数不同。如果每个微批除以自己的词元数，再把结果取平均，微批越小，"
            "其中每个词元的分量就越重。正确的做法是先把各项相加，再除以词元总数，只除一次。这里的损失是随机抽取的；"
            "这个错误对梯度的影响，见实验“梯度累积”。"
        ),
    },
    "look": {
        "en": (
            "the bars of the sum over all tokens, of equal height: each token has the same weight. Those of the mean "
            "of the means are tall where a micro-batch is small. Set the spread to 0 and both are the same."
        ),
        "zh": (
            "“对所有词元求和”的柱子等高：每个词元权重相同。微批越小，“平均值的平均”的柱子越高。"
            "把离散程度设为 0，两者就相同。"
        ),
    },
    "batches.label": {"en": "Micro-batches k", "zh": "微批数 k"},
    "spread.label": {"en": "Spread of their sizes", "zh": "大小的离散程度"},
    "spread.info": {"en": "Standard deviation of the logarithm.", "zh": "对数的标准差。"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "batch": {"en": "{number}: {count}", "zh": "{number}：{count}"},
    "tokens": {"en": "Target tokens in each micro-batch", "zh": "每个微批的目标端词元数"},
    "count": {"en": "tokens", "zh": "词元数"},
    "weights": {"en": "Weight of one token, by its micro-batch", "zh": "一个词元的权重，按所在的微批"},
    "weight": {"en": "weight", "zh": "权重"},
    "of_batches": {"en": "mean of the means", "zh": "平均值的平均"},
    "of_tokens": {"en": "sum over all tokens", "zh": "对所有词元求和"},
    "number.wrong": {
        "en": "Loss as the mean of the means (nats per token)",
        "zh": "平均值的平均所得的损失（奈特/词元）",
    },
    "number.right": {"en": "Loss over all tokens (nats per token)", "zh": "对所有词元计算的损失（奈特/词元）"},
    "number.difference": {"en": "Difference", "zh": "差值"},
    "number.largest": {
        "en": "Weight of the heaviest token against the lightest, mean of the means",
        "zh": "平均值的平均中，最重的词元与最轻的词元的权重之比",
    },
}
