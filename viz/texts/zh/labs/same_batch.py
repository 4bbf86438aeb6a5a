"""Words of the mistake of accumulating the same batch, in Chinese."""

WORDS = {
    "title": "反复使用同一批",
    "question": "把同一批的梯度累积几次，有什么用？",
    "formula": r"$\frac{1}{k}\sum_{j=1}^{k}g(B)=g(B)$",
    "intro": (
        "只有每个微批（micro-batch）都是新的，梯度累积才能代替更大的批。如果循环把同一批用 k 次，"
        "平均值就是那一批的梯度：计算量是 k 倍，噪声却一点没少。这里的梯度是一个长度为 1 的固定方向，加上随机噪声。"
    ),
    "look": "同一批的线不下降。不同批的线大致与批数的平方根成反比，途中时好时坏。",
    "count.label": "微批数 k",
    "noise.label": "一批的噪声",
    "noise.info": "噪声的平均长度与精确梯度的长度之比。",
    "seed.label": "随机种子",
    "chart": "累积的梯度与精确梯度的距离",
    "batches": "微批数",
    "error": "距离",
    "same": "同一批",
    "different": "不同的批",
    "expected": "第一个距离 / √k",
    "number.same": "使用同一批时的距离",
    "number.different": "使用不同的批时的距离",
}
