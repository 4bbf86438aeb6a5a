"""Words of the lab of Xavier initialisation, in Chinese."""

WORDS = {
    "title": "Xavier 初始化",
    "question": "初始的随机权重应当取多大？",
    "formula": (
        "$W_{ij}\\sim U(-a,\\,a)\\qquad a=\\sqrt{\\frac{6}{n_{\\text{in}}+n_{\\text{out}}}}$\n"
        r"$\operatorname{Var}(W_{ij})=\frac{2}{n_{\text{in}}+n_{\text{out}}}$"
    ),
    "intro": (
        r"一个单元把 $n_{\text{in}}$ 个乘积相加，所以和的方差是 $n_{\text{in}}\operatorname{Var}(W)$ "
        r"乘以输入的均方；对梯度则是 $n_{\text{out}}$。Xavier 均匀初始化在二者之间折中。这里所有层宽度相同，"
        "因此一层使方差乘以因子的平方，ReLU 再使它减半。论文没有说明权重如何初始化；这里的模型在每个线性层都采用 "
        "Xavier 均匀初始化。"
    ),
    "look": (
        "对数坐标上的直线：每层都乘以同一个数，偶然的偏差除外；偏差随深度累积，在窄的层和有 ReLU 时更大。没有 "
        "ReLU，因子为 1 时大小不变；有 ReLU，因子要取约 1.41，即 2 的平方根（He 等人的初始化）。"
    ),
    "factor.label": "权重的因子",
    "factor.info": "1 即 Xavier 均匀初始化。",
    "relu.label": "层间使用 ReLU",
    "depth.label": "层数",
    "width.label": "每层的宽度",
    "activations": "每层输出的均方",
    "gradients": "梯度的均方，从最后一层往回",
    "layer": "层（0：输入）",
    "power": "均方",
    "expected": "采用这个因子时的期望值",
    "own": "权重乘以 {factor}",
    "xavier": "Xavier 均匀初始化",
    "reading": (
        "按期望，每层使均方乘以 {gain}。经过 {depth} 层，激活值的均方为 {last}；回到输入处，梯度的均方为 {first}；"
        "二者都从 1 附近开始。"
    ),
    "number.bound": "权重的上界 a",
    "number.spread": "权重的标准差",
    "number.gain": "一层对均方的期望倍数",
    "number.last": "最后一层之后的均方",
    "number.last_xavier": "同上，Xavier 均匀初始化",
    "number.first": "输入处梯度的均方",
    "number.first_xavier": "同上，Xavier 均匀初始化",
}
