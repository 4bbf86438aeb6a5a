"""Words of the lab of Adam."""

WORDS = {
    "title": {"en": "Adam by hand", "zh": "手算 Adam"},
    "question": {"en": "How does Adam turn a gradient into a step?", "zh": "Adam 如何把梯度变成一步更新？"},
    "formula": (
        r"$m_t=\beta_1 m_{t-1}+(1-\beta_1)g_t\qquad v_t=\beta_2 "
        r"v_{t-1}+(1-\beta_2)g_t^2\qquad\Delta_t=\eta\,\frac{m_t/(1-\beta_1^t)}{\sqrt{v_t/(1-\beta_2^t)}+\epsilon}$"
    ),
    "intro": {
        "en": (
            "Two running averages for each weight: of the gradient and of its square. Both begin at 0; division "
            r"by $1-\beta^t$ corrects for that. The step is the ratio of mean and root, so it does not change if "
            "all gradients are scaled by the same factor. The paper takes 0.9, 0.98 and $10^{-9}$. The rate here "
            "is 0.1, the weight begins at 1."
        ),
        "zh": (
            r"每个权重有两个滑动平均：梯度的平均和梯度平方的平均。二者都从 0 开始，除以 $1-\beta^t$ "
            r"就是对此的偏差修正。"
            "更新量是平均与平方根之比，所以把所有梯度乘以同一个因子，更新量不变。论文取 0.9、0.98 和 $10^{-9}$。"
            "这里学习率为 0.1，权重从 1 开始。"
        ),
    },
    "look": {
        "en": (
            "the size of the step: the rate while all gradients are equal, and small after a few steps where "
            r"they alternate and $\beta_1$ is near 1. With rare gradients, see how long the two averages remember "
            "one. Last figure: coupled decay (L2) goes through the averages, decoupled decay (AdamW) shrinks the "
            "weight itself; both with 0.1."
        ),
        "zh": (
            r"更新量的大小：所有梯度相等时就等于学习率；梯度正负交替而 $\beta_1$ 接近 1 时，几步之后就变得很小。"
            "梯度稀少时，看两个平均能把一个梯度记住多久。最后一幅图：耦合的权重衰减（L2）要经过两个平均，"
            "解耦的权重衰减（AdamW）直接缩小权重；二者的系数都取 0.1。"
        ),
    },
    "gradients.label": {"en": "Gradients", "zh": "梯度"},
    "gradients.constant": {"en": "always 1", "zh": "始终为 1"},
    "gradients.alternating": {"en": "1 and −1 in turn", "zh": "1 与 −1 交替"},
    "gradients.noisy": {"en": "0.2 with noise", "zh": "0.2 加噪声"},
    "gradients.rare": {"en": "1 every tenth step, else 0", "zh": "每十步一次 1，其余为 0"},
    "beta1.label": "β₁",
    "beta1.info": {"en": "0.9 in the paper.", "zh": "论文中为 0.9。"},
    "beta2.label": "β₂",
    "beta2.info": {"en": "0.98 in the paper.", "zh": "论文中为 0.98。"},
    "step.label": {"en": "Step written out", "zh": "写出算式的步"},
    "moments": {
        "en": "Gradient, its mean and the root of its mean square, corrected",
        "zh": "梯度、它的平均和平方平均的根，均已修正",
    },
    "gradient": {"en": "gradient", "zh": "梯度"},
    "mean": {"en": "mean m̂", "zh": "平均 m̂"},
    "root": {"en": "root √v̂", "zh": "平方根 √v̂"},
    "updates": {"en": "What is subtracted from the weight", "zh": "从权重中减去的量"},
    "update": {"en": "step size Δ", "zh": "更新量 Δ"},
    "rate": {"en": "the rate η", "zh": "学习率 η"},
    "step": {"en": "step", "zh": "步"},
    "by_hand": {"en": "Step {step} by hand", "zh": "手算第 {step} 步"},
    "decay": {"en": "The weight with and without decay", "zh": "权重的变化，有衰减与无衰减"},
    "weight": {"en": "weight", "zh": "权重"},
    "none": {"en": "no decay", "zh": "无衰减"},
    "coupled": {"en": "coupled (L2)", "zh": "耦合（L2）"},
    "decoupled": {"en": "decoupled (AdamW)", "zh": "解耦（AdamW）"},
    "number.update": {"en": "Δ at this step", "zh": "这一步的 Δ"},
    "number.m": {"en": "m̂ at this step", "zh": "这一步的 m̂"},
    "number.v": {"en": "v̂ at this step", "zh": "这一步的 v̂"},
}
