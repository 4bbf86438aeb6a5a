"""Words of the lab of checkpoint averaging, in Chinese."""

WORDS = {
    "title": "检查点平均",
    "question": "最后几个检查点的平均为什么可能比最后一个更好？",
    "formula": r"$\bar w=\frac{1}{k}\sum_{j=0}^{k-1}w_{t-jm}$",
    "intro": (
        "梯度中的噪声使权重一直在最小值附近游走，学习率越高，游走的范围越大。下降阶段结束之后，几处权重的平均，"
        "通常比其中任何一处更接近最小值。论文对 base 模型取最后 5 个检查点（checkpoint）的平均，对 big 模型取最后 20 "
        "个。这里有 20 个权重带着噪声向碗形损失的底部下降：这只是该效应的示意模型，不是当前的 Transformer。"
    ),
    "look": (
        "比较平均权重与单步权重到最小值的距离，训练前期和后期各看一看。如果平均中还含有下降阶段的权重，"
        "距离反而可能更大：取低的学习率和大的 k 试试。"
    ),
    "last.label": "参与平均的检查点数 k",
    "every.label": "相邻检查点间隔的步数 m",
    "rate.label": "学习率",
    "seed.label": "随机种子",
    "chart": "单步权重和平均权重到最小值的距离",
    "step": "步",
    "distance": "距离",
    "single": "单步权重",
    "averaged": "最后 k 个的平均",
    "number.single": "最后一步的权重到最小值的距离",
    "number.averaged": "平均权重到最小值的距离",
    "number.late_single": "单步权重的距离，后一半的均值",
    "number.late_averaged": "平均权重的距离，后一半的均值",
    "number.used": "最后一个平均中的检查点数",
}
