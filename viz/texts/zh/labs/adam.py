"""Words of the lab of Adam, in Chinese."""

WORDS = {
    "title": "手算 Adam",
    "question": "Adam 如何把梯度变成一步更新？",
    "formula": (
        r"$m_t=\beta_1 m_{t-1}+(1-\beta_1)g_t\qquad v_t=\beta_2 v_{t-1}+(1-\beta_2)g_t^2\qquad\Delta_t=\eta\,"
        r"\frac{m_t/(1-\beta_1^t)}{\sqrt{v_t/(1-\beta_2^t)}+\epsilon}$"
    ),
    "intro": (
        r"每个权重有两个滑动平均：梯度的平均和梯度平方的平均。二者都从 0 开始，除以 $1-\beta^t$ 就是对此的偏差修正。"
        "更新量是平均与平方根之比，所以把所有梯度乘以同一个因子，更新量不变。论文取 0.9、0.98 和 $10^{-9}$。"
        "这里学习率为 0.1，权重从 1 开始。"
    ),
    "look": (
        r"更新量的大小：所有梯度相等时就等于学习率；梯度正负交替而 $\beta_1$ 接近 1 时，几步之后就变得很小。"
        "梯度稀少时，看两个平均能把一个梯度记住多久。最后一幅图：耦合的权重衰减（L2）要经过两个平均，"
        "解耦的权重衰减（AdamW）直接缩小权重；二者的系数都取 0.1。"
    ),
    "gradients.label": "梯度",
    "gradients.constant": "始终为 1",
    "gradients.alternating": "1 与 −1 交替",
    "gradients.noisy": "0.2 加噪声",
    "gradients.rare": "每十步一次 1，其余为 0",
    "beta1.label": "β₁",
    "beta1.info": "论文中为 0.9。",
    "beta2.label": "β₂",
    "beta2.info": "论文中为 0.98。",
    "step.label": "写出算式的步",
    "moments": "梯度、它的平均和平方平均的根，均已修正",
    "gradient": "梯度",
    "mean": "平均 m̂",
    "root": "平方根 √v̂",
    "updates": "从权重中减去的量",
    "update": "更新量 Δ",
    "rate": "学习率 η",
    "step": "步",
    "by_hand": "手算第 {step} 步",
    "decay": "权重的变化，有衰减与无衰减",
    "weight": "权重",
    "none": "无衰减",
    "coupled": "耦合（L2）",
    "decoupled": "解耦（AdamW）",
    "number.update": "这一步的 Δ",
    "number.m": "这一步的 m̂",
    "number.v": "这一步的 v̂",
}
