"""Words of the lab of checkpoint averaging."""

WORDS = {
    "title": {"en": "Averaging checkpoints", "zh": "检查点平均"},
    "question": {
        "en": "Why can the mean of the last checkpoints be better than the last one?",
        "zh": "最后几个检查点的平均为什么可能比最后一个更好？",
    },
    "formula": r"$\bar w=\frac{1}{k}\sum_{j=0}^{k-1}w_{t-jm}$",
    "intro": {
        "en": (
            "Noise in the gradients keeps the weights wandering around the minimum, the wider the higher the "
            "rate. Once the descent is over, the mean of several such places is on average nearer to the minimum "
            "than one of them. The paper averages the last 5 checkpoints of its base models and the last 20 of "
            "the big ones. Here 20 weights descend a bowl with noise: a model of the effect, not the loaded "
            "Transformer."
        ),
        "zh": (
            "梯度中的噪声使权重一直在最小值附近游走，学习率越高，游走的范围越大。下降阶段结束之后，几处权重的平均，"
            "通常比其中任何一处更接近最小值。论文对 base 模型取最后 5 个检查点（checkpoint）的平均，对 big 模型取最后 "
            "20 "
            "个。这里有 20 个权重带着噪声向碗形损失的底部下降：这只是该效应的示意模型，不是当前的 Transformer。"
        ),
    },
    "look": {
        "en": (
            "the distance of the average against that of single weights, late and early. An average that still "
            "holds weights of the descent can be farther away: take a low rate and a large k."
        ),
        "zh": (
            "比较平均权重与单步权重到最小值的距离，训练前期和后期各看一看。如果平均中还含有下降阶段的权重，"
            "距离反而可能更大：取低的学习率和大的 k 试试。"
        ),
    },
    "last.label": {"en": "Checkpoints averaged k", "zh": "参与平均的检查点数 k"},
    "every.label": {"en": "Steps between two of them m", "zh": "相邻检查点间隔的步数 m"},
    "rate.label": {"en": "Learning rate", "zh": "学习率"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "chart": {
        "en": "Distance to the minimum at each step, and that of the average",
        "zh": "单步权重和平均权重到最小值的距离",
    },
    "step": {"en": "step", "zh": "步"},
    "distance": {"en": "distance", "zh": "距离"},
    "single": {"en": "single weights", "zh": "单步权重"},
    "averaged": {"en": "average of the last k", "zh": "最后 k 个的平均"},
    "number.single": {"en": "Distance of the last weights", "zh": "最后一步的权重到最小值的距离"},
    "number.averaged": {"en": "Distance of the average", "zh": "平均权重到最小值的距离"},
    "number.late_single": {
        "en": "Distance of single weights, mean over the second half",
        "zh": "单步权重的距离，后一半的均值",
    },
    "number.late_averaged": {
        "en": "Distance of the average, mean over the second half",
        "zh": "平均权重的距离，后一半的均值",
    },
    "number.used": {"en": "Checkpoints in the last average", "zh": "最后一个平均中的检查点数"},
}
