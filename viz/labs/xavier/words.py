"""Words of the lab of Xavier initialisation."""

WORDS = {
    "title": {"en": "Xavier initialisation", "zh": "Xavier 初始化"},
    "question": {"en": "How large must random weights be at the start?", "zh": "初始的随机权重应当取多大？"},
    "formula": (
        "$W_{ij}\\sim U(-a,\\,a)\\qquad a=\\sqrt{\\frac{6}{n_{\\text{in}}+n_{\\text{out}}}}$\n"
        r"$\operatorname{Var}(W_{ij})=\frac{2}{n_{\text{in}}+n_{\text{out}}}$"
    ),
    "intro": {
        "en": (
            r"A unit adds up $n_{\text{in}}$ products, so the variance of its sum is "
            r"$n_{\text{in}}\operatorname{Var}(W)$ times the mean square of its inputs; for gradients it is "
            r"$n_{\text{out}}$. Xavier uniform takes the middle of both. Here all layers have the same width, so "
            "one layer multiplies the variance by the square of the factor, and ReLU halves it. The paper does "
            "not say how its weights begin; the models here begin with Xavier uniform in every linear layer."
        ),
        "zh": (
            r"一个单元把 $n_{\text{in}}$ 个乘积相加，所以和的方差是 $n_{\text{in}}\operatorname{Var}(W)$ "
            r"乘以输入的均方；对梯度则是 $n_{\text{out}}$。Xavier 均匀初始化在二者之间折中。这里所有层宽度相同，"
            "因此一层使方差乘以因子的平方，ReLU 再使它减半。论文没有说明权重如何初始化；这里的模型在每个线性层都采用 "
            "Xavier 均匀初始化。"
        ),
    },
    "look": {
        "en": (
            "straight lines on the logarithmic axis: each layer multiplies by the same number, apart from "
            "chance, which adds up through depth and is larger in narrow layers and with ReLU. Without ReLU a "
            "factor of 1 keeps the size. With ReLU it takes a factor of about 1.41, the square root of 2 (the "
            "initialisation of He and others)."
        ),
        "zh": (
            "对数坐标上的直线：每层都乘以同一个数，偶然的偏差除外；偏差随深度累积，在窄的层和有 ReLU 时更大。没有 "
            "ReLU，因子为 1 时大小不变；有 ReLU，因子要取约 1.41，即 2 的平方根（He 等人的初始化）。"
        ),
    },
    "factor.label": {"en": "Factor on the weights", "zh": "权重的因子"},
    "factor.info": {"en": "1 is Xavier uniform.", "zh": "1 即 Xavier 均匀初始化。"},
    "relu.label": {"en": "ReLU between layers", "zh": "层间使用 ReLU"},
    "depth.label": {"en": "Layers", "zh": "层数"},
    "width.label": {"en": "Width of every layer", "zh": "每层的宽度"},
    "activations": {"en": "Mean square of what each layer makes", "zh": "每层输出的均方"},
    "gradients": {"en": "Mean square of the gradient, from the last layer back", "zh": "梯度的均方，从最后一层往回"},
    "layer": {"en": "layer (0: the input)", "zh": "层（0：输入）"},
    "power": {"en": "mean square", "zh": "均方"},
    "expected": {"en": "expected with this factor", "zh": "采用这个因子时的期望值"},
    "own": {"en": "weights times {factor}", "zh": "权重乘以 {factor}"},
    "xavier": {"en": "Xavier uniform", "zh": "Xavier 均匀初始化"},
    "reading": {
        "en": (
            "Each layer is expected to multiply the mean square by {gain}. After {depth} layers that of the "
            "activations is {last}, and back at the input that of the gradient is {first}; both began near 1."
        ),
        "zh": (
            "按期望，每层使均方乘以 {gain}。经过 {depth} 层，激活值的均方为 {last}；回到输入处，梯度的均方为 {first}；"
            "二者都从 1 附近开始。"
        ),
    },
    "number.bound": {"en": "Bound a of the weights", "zh": "权重的上界 a"},
    "number.spread": {"en": "Standard deviation of the weights", "zh": "权重的标准差"},
    "number.gain": {"en": "Expected factor of a layer on the mean square", "zh": "一层对均方的期望倍数"},
    "number.last": {"en": "Mean square after the last layer", "zh": "最后一层之后的均方"},
    "number.last_xavier": {"en": "The same with Xavier uniform", "zh": "同上，Xavier 均匀初始化"},
    "number.first": {"en": "Mean square of the gradient at the input", "zh": "输入处梯度的均方"},
    "number.first_xavier": {"en": "The same with Xavier uniform", "zh": "同上，Xavier 均匀初始化"},
}
