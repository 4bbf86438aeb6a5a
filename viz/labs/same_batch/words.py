"""Words of the mistake of accumulating the same batch."""

WORDS = {
    "title": {"en": "The same batch, again", "zh": "反复使用同一批"},
    "question": {
        "en": "What is gained by accumulating the gradient of one batch several times?",
        "zh": "把同一批的梯度累积几次，有什么用？",
    },
    "formula": r"$\frac{1}{k}\sum_{j=1}^{k}g(B)=g(B)$",
    "intro": {
        "en": (
            "Accumulation stands in for a larger batch only if each micro-batch is a new one. If the loop calls "
            "the same batch k times, the average is the gradient of that batch: k times the work, and the noise "
            "stays. Gradients here are a fixed direction of length 1 with random noise."
        ),
        "zh": (
            "只有每个微批（micro-batch）都是新的，梯度累积才能代替更大的批。如果循环把同一批用 k 次，"
            "平均值就是那一批的梯度：计算量是 k 倍，噪声却一点没少。这里的梯度是一个长度为 1 的固定方向，加上随机噪声。"
        ),
    },
    "look": {
        "en": (
            "the line of the same batch, which does not fall. Different batches follow the square root of their "
            "number, with luck and bad luck on the way."
        ),
        "zh": "同一批的线不下降。不同批的线大致与批数的平方根成反比，途中时好时坏。",
    },
    "count.label": {"en": "Micro-batches k", "zh": "微批数 k"},
    "noise.label": {"en": "Noise of one batch", "zh": "一批的噪声"},
    "noise.info": {
        "en": "Length of the noise against that of the exact gradient, on average.",
        "zh": "噪声的平均长度与精确梯度的长度之比。",
    },
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "chart": {"en": "Distance of the accumulated gradient from the exact one", "zh": "累积的梯度与精确梯度的距离"},
    "batches": {"en": "micro-batches", "zh": "微批数"},
    "error": {"en": "distance", "zh": "距离"},
    "same": {"en": "the same batch", "zh": "同一批"},
    "different": {"en": "different batches", "zh": "不同的批"},
    "expected": {"en": "first distance / √k", "zh": "第一个距离 / √k"},
    "number.same": {"en": "Distance with the same batch", "zh": "使用同一批时的距离"},
    "number.different": {"en": "Distance with different batches", "zh": "使用不同的批时的距离"},
}
