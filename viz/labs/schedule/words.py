"""Words of the lab of the learning rate."""

WORDS = {
    "title": {"en": "Learning-rate schedule", "zh": "学习率调度"},
    "question": {"en": "Why does the learning rate rise before it falls?", "zh": "学习率为什么先升后降？"},
    "formula": (
        r"$lrate=f\cdot d_{\text{model}}^{-0.5}"
        r"\allowbreak{}\cdot\min\left(step^{-0.5},\;step\cdot warmup^{-1.5}\right)$"
    ),
    "intro": {
        "en": (
            "At the start the gradients of a fresh model are large and Adam's averages rest on few steps, so the "
            "rate begins near zero and rises in a straight line for the warm-up. Without it the least certain steps "
            "would be the largest. Then it falls with the inverse square root of the step. Wider models and longer "
            "warm-ups learn in smaller steps. The controls begin with the paper's base model (512, 4,000 steps); "
            "the factor $f$ is 1 in the paper. The dashed curve is Eq. 3 with the settings of the loaded model, up to "
            "the "
            "last step of its training."
        ),
        "zh": (
            "刚开始时，新模型的梯度很大，Adam 的滑动平均只积累了很少几步，所以学习率从接近 0 开始，"
            "在预热（warm-up）期间直线上升；没有预热，最不可靠的几步反而最大。然后学习率与步数的平方根成反比下降。"
            "模型越宽、预热越长，学习率就越小。各控件从论文的 base 模型（512，4,000 步）开始；论文中因子 $f$ 为 1。"
            "虚线是用当前模型的设置得到的式 3，画到其训练的最后一步。"
        ),
    },
    "look": {
        "en": (
            "the peak, exactly where the warm-up ends, and the two branches, which are straight lines of slope 1 "
            "and −1/2 on logarithmic axes."
        ),
        "zh": "峰值恰好在预热结束处；前后两段在双对数坐标上是斜率为 1 和 −1/2 的直线。",
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "warmup.label": {"en": "Warm-up (steps)", "zh": "预热（步）"},
    "factor.label": {"en": "Factor f", "zh": "因子 f"},
    "last.label": {"en": "Steps drawn", "zh": "画出的步数"},
    "logarithmic.label": {"en": "Logarithmic axes", "zh": "对数坐标轴"},
    "chart": {"en": "Learning rate over training", "zh": "训练中的学习率"},
    "step": {"en": "step", "zh": "步"},
    "rate": {"en": "learning rate", "zh": "学习率"},
    "own": {"en": "these settings", "zh": "现在的设置"},
    "model": {
        "en": "the loaded model ({d_model}, {warmup} steps, factor {factor})",
        "zh": "当前模型（{d_model}，{warmup} 步，因子 {factor}）",
    },
    "peak": {"en": "peak {rate}", "zh": "峰值 {rate}"},
    "see.why_warmup": {"en": "What happens without warm-up:", "zh": "没有预热会怎样："},
    "number.peak": {"en": "Peak learning rate", "zh": "学习率的峰值"},
    "number.at": {"en": "Reached at step", "zh": "达到峰值的步"},
    "number.paper_peak": {"en": "Peak of the paper's base model", "zh": "论文的 base 模型的峰值"},
    "number.model_peak": {"en": "Peak of the loaded model", "zh": "当前模型的峰值"},
}
