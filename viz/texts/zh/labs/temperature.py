"""Words of the lab of softmax, in Chinese."""

WORDS = {
    "title": "Softmax 与温度",
    "question": "softmax 怎样把得分变成权重？什么时候梯度会消失？",
    "formula": (
        r"$p_i=\frac{e^{s_i/\tau}}{\sum_j e^{s_j/\tau}}\qquad\frac{\partial p_i}{\partial s_j}=\frac{1}{\tau}"
        r"\left(p_i[i=j]-p_i p_j\right)$"
    ),
    "intro": (
        "√d_k 就是一个温度：温度低，全部权重落在最大的得分上；温度高，权重均匀分散。"
        "雅可比矩阵说明得分变化时权重变化多少；如果一个权重接近 1，它就几乎为 0，什么也学不到。"
        "所有得分加上同一个数，结果不变：它在比值中约去，因此可以先减去最大的得分。"
        "不减而直接计算指数，单精度在 88 以上就会溢出。"
    ),
    "look": "温度很低和很高时，雅可比矩阵都趋于 0；偏移增大时，直接计算的权重变成 NaN（没有柱子）。",
    "scores.label": "得分",
    "scores.info": "至多十个数，以半角逗号分隔。",
    "temperature.label": "温度 τ",
    "offset.label": "所有得分的偏移",
    "chart": "各得分的权重",
    "score": "得分",
    "weight": "权重",
    "stable": "先减去最大值",
    "naive": "直接计算，单精度",
    "jacobian": "雅可比矩阵：每个权重随每个得分的变化",
    "of_weight": "权重",
    "by_score": "变化的得分",
    "number.largest": "最大权重",
    "number.entropy": "熵（奈特）",
    "number.norm": "雅可比矩阵的范数",
    "number.naive_sum": "直接计算的权重之和",
}
