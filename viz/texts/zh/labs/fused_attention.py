"""Words of the lab of fused attention, in Chinese."""

WORDS = {
    "title": "融合注意力",
    "question": "要看到权重，代价是什么？",
    "intro": (
        "公式为每个头建立一个权重矩阵。融合（fused）内核逐块计算相同的输出，从不保存整个矩阵：内存读写更少，"
        "长句用时更短。本项目在翻译和训练时走融合路径，凡要显示权重时走显式（explicit）路径。测量使用随机向量，"
        "形状与当前模型相同，在本机上运行三次，取最快的一次；再测一次，时间会略有不同。"
    ),
    "look": "显式一侧的内存随 n 的平方增长，而两者输出的差只有舍入误差的大小。短句用哪种方式更快，取决于机器。",
    "causal.label": "因果掩码",
    "logarithmic.label": "对数坐标轴",
    "tokens": "词元数 n",
    "time": "形状为 {shape} 的一次注意力计算的用时",
    "ms": "毫秒",
    "explicit": "显式",
    "fused": "融合",
    "table": "毫秒数、显式方式保存的权重（KiB）、最大差",
    "bytes": "KiB",
    "difference": "差",
    "number.ratio": "最长句子的用时比，显式 / 融合",
    "number.memory": "最长句子的权重（KiB）",
    "number.difference": "输出之间的最大差",
}
