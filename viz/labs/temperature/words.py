"""Words of the lab of softmax."""

WORDS = {
    "title": {"en": "Softmax and its temperature", "zh": "Softmax 与温度"},
    "question": {
        "en": "How does softmax turn scores into weights, and when does it stop learning?",
        "zh": "softmax 怎样把得分变成权重？什么时候梯度会消失？",
    },
    "formula": (
        r"$p_i=\frac{e^{s_i/\tau}}{\sum_j e^{s_j/\tau}}\qquad\frac{\partial p_i}{\partial "
        r"s_j}=\frac{1}{\tau}\left(p_i[i=j]-p_i p_j\right)$"
    ),
    "intro": {
        "en": (
            "The root of d_k is a temperature: a low one puts all weight on the largest score, a high one "
            "spreads it evenly. The Jacobian says how much a weight changes with a score; where one weight is "
            "near 1 it is nearly zero, and nothing can be learned. An offset on all scores changes "
            "nothing, since it cancels in the ratio; so the largest score may be subtracted first. Without that, the "
            "exponential in single precision overflows above 88."
        ),
        "zh": (
            "√d_k 就是一个温度：温度低，全部权重落在最大的得分上；温度高，权重均匀分散。"
            "雅可比矩阵说明得分变化时权重变化多少；如果一个权重接近 1，它就几乎为 0，什么也学不到。"
            "所有得分加上同一个数，结果不变：它在比值中约去，因此可以先减去最大的得分。"
            "不减而直接计算指数，单精度在 88 以上就会溢出。"
        ),
    },
    "look": {
        "en": (
            "the Jacobian fading at both ends of the temperature, and the naive weights turning into NaN (no "
            "bars) as the offset grows."
        ),
        "zh": "温度很低和很高时，雅可比矩阵都趋于 0；偏移增大时，直接计算的权重变成 NaN（没有柱子）。",
    },
    "scores.label": {"en": "Scores", "zh": "得分"},
    "scores.info": {"en": "Up to ten numbers, with commas.", "zh": "至多十个数，以半角逗号分隔。"},
    "temperature.label": {"en": "Temperature τ", "zh": "温度 τ"},
    "offset.label": {"en": "Offset on all scores", "zh": "所有得分的偏移"},
    "chart": {"en": "Weights of the scores", "zh": "各得分的权重"},
    "score": {"en": "score", "zh": "得分"},
    "weight": {"en": "weight", "zh": "权重"},
    "stable": {"en": "largest subtracted first", "zh": "先减去最大值"},
    "naive": {"en": "naive, single precision", "zh": "直接计算，单精度"},
    "jacobian": {"en": "Jacobian: change of each weight by each score", "zh": "雅可比矩阵：每个权重随每个得分的变化"},
    "of_weight": {"en": "weight of", "zh": "权重"},
    "by_score": {"en": "change of the score", "zh": "变化的得分"},
    "number.largest": {"en": "Largest weight", "zh": "最大权重"},
    "number.entropy": {"en": "Entropy (nats)", "zh": "熵（奈特）"},
    "number.norm": {"en": "Norm of the Jacobian", "zh": "雅可比矩阵的范数"},
    "number.naive_sum": {"en": "Sum of the naive weights", "zh": "直接计算的权重之和"},
}
