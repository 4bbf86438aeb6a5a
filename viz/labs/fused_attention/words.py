"""Words of the lab of fused attention."""

WORDS = {
    "title": {"en": "Fused attention", "zh": "融合注意力"},
    "question": {"en": "What does it cost to look at the weights?", "zh": "要看到权重，代价是什么？"},
    "intro": {
        "en": (
            "The formula builds a matrix of weights for each head. Fused kernels compute the same output block "
            "by block and never hold the whole matrix: less memory traffic, less time for long sentences. This "
            "project takes the fused path to translate and train, and the explicit one whenever weights are "
            "shown. Random vectors of the loaded model's shape on this machine, the better of three runs; "
            "another measurement gives somewhat other times."
        ),
        "zh": (
            "公式为每个头建立一个权重矩阵。融合（fused）内核逐块计算相同的输出，从不保存整个矩阵：内存读写更少，"
            "长句用时更短。本项目在翻译和训练时走融合路径，凡要显示权重时走显式（explicit）路径。测量使用随机向量，"
            "形状与当前模型相同，在本机上运行三次，取最快的一次；再测一次，时间会略有不同。"
        ),
    },
    "look": {
        "en": (
            "memory that grows with the square of n on the explicit side, and differences of the size of "
            "rounding errors. Which way is faster for short sentences depends on the machine."
        ),
        "zh": "显式一侧的内存随 n 的平方增长，而两者输出的差只有舍入误差的大小。短句用哪种方式更快，取决于机器。",
    },
    "causal.label": {"en": "Causal mask", "zh": "因果掩码"},
    "logarithmic.label": {"en": "Logarithmic axes", "zh": "对数坐标轴"},
    "tokens": {"en": "tokens n", "zh": "词元数 n"},
    "time": {"en": "Time of one attention of shape {shape}", "zh": "形状为 {shape} 的一次注意力计算的用时"},
    "ms": {"en": "milliseconds", "zh": "毫秒"},
    "explicit": {"en": "explicit", "zh": "显式"},
    "fused": {"en": "fused", "zh": "融合"},
    "table": {
        "en": "Milliseconds, weights kept by the explicit way (KiB), largest difference",
        "zh": "毫秒数、显式方式保存的权重（KiB）、最大差",
    },
    "bytes": "KiB",
    "difference": {"en": "difference", "zh": "差"},
    "number.ratio": {"en": "Explicit over fused, longest sentence", "zh": "最长句子的用时比，显式 / 融合"},
    "number.memory": {"en": "Weights of the longest sentence (KiB)", "zh": "最长句子的权重（KiB）"},
    "number.difference": {"en": "Largest difference of the outputs", "zh": "输出之间的最大差"},
}
