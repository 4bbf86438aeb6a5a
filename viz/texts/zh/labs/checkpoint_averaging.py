"""Words of the lab of checkpoint averaging, in Chinese."""

WORDS = {
    "title": "检查点平均",
    "question": "最后几个检查点的平均为什么可能比最后一个更好？",
    "formula": r"$\bar w=\frac{1}{k}\sum_{j=0}^{k-1}w_{t-jm}$",
    "intro": (
        "梯度中的噪声使权重一直在最小值附近游走，学习率越高，游走的范围越大。下降阶段结束之后，几处权重的平均，"
        "通常比其中任何一处更接近最小值。论文对 base 模型取最后 5 个检查点（checkpoint）的平均，对 big 模型取最后 "
        "20 个。这里有 20 个权重带着噪声沿碗面下降：这是该效应的模型，不是已载入的 Transformer。"
    ),
    "look": (
        "平均与单步的权重到最小值的距离，后期与前期各看一看。如果平均中还含有下降阶段的权重，它可能反而更远："
        "取低的学习率和大的 k 试试。"
    ),
    "last.label": "参与平均的检查点数 k",
    "every.label": "相邻检查点间隔的步数 m",
    "rate.label": "学习率",
    "seed.label": "随机种子",
    "chart": "每一步的权重到最小值的距离，以及平均到最小值的距离",
    "step": "步",
    "distance": "距离",
    "single": "单步的权重",
    "averaged": "最后 k 个的平均",
    "number.single": "最后的权重的距离",
    "number.averaged": "平均的距离",
    "number.late_single": "单步权重的距离，后一半的均值",
    "number.late_averaged": "平均的距离，后一半的均值",
    "number.used": "最后一个平均中的检查点数",
}
