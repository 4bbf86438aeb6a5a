"""Words of the close-up."""

WORDS = {
    "bench.close_up": {"en": "Query and key", "zh": "查询与键"},
    "bench.close_up.question": {"en": "How is one weight computed?", "zh": "一个权重怎样算出？"},
    "close_up.no_answer": {
        "en": "The server gave no answer. Choose the token again, or translate again.",
        "zh": "服务器没有响应。请重新选择词元，或重新翻译。",
    },
    "close_up.products": {"en": "Element by element", "zh": "逐元素相乘"},
    "close_up.products.key": {
        "en": "strips: q and k; bars: q ⊙ k for the key {token}; one scale for all keys",
        "zh": "色条：q 和 k；竖条：键 {token} 的 q ⊙ k；所有键用同一标度",
    },
    "close_up.strip.q": {"en": "query vector of {token}: {size} numbers", "zh": "{token} 的查询向量：{size} 个数"},
    "close_up.strip.k": {"en": "key vector of {token}: {size} numbers", "zh": "{token} 的键向量：{size} 个数"},
    "close_up.field": {"en": "Dimensions of query and key: arrow keys move", "zh": "查询和键的各维：方向键移动"},
    "close_up.sum": {
        "en": "The {size} bars add up to q·k = {dot}. Point at one for its numbers.",
        "zh": "这 {size} 个条相加得到 q·k = {dot}。指向其中一个，查看它的数值。",
    },
    "close_up.sum.tap": {
        "en": "The {size} bars add up to q·k = {dot}. Tap one for its numbers.",
        "zh": "这 {size} 个条相加得到 q·k = {dot}。点按其中一个，查看它的数值。",
    },
    "close_up.element": {
        "en": "dimension {index}: {q} × {k} = {product}",
        "zh": "第 {index} 维：{q} × {k} = {product}",
    },
    "close_up.divided": "÷ √{d_k}",
    "close_up.softmax.one": {"en": "softmax over {count} key", "zh": "对 {count} 个键做 softmax"},
    "close_up.softmax.many": {"en": "softmax over {count} keys", "zh": "对 {count} 个键做 softmax"},
    "close_up.softmax.hint": {
        "en": (
            "e to this score ÷ the sum of e to every score that the query may see; both"
            " over e to the largest score, which cancels and keeps the numbers small."
        ),
        "zh": (
            "分子是 e 的“该得分”次方，分母是对查询可见的所有得分，各取 e 的“得分”次方再求和；"
            "分子分母同除以 e 的“最大得分”次方，结果不变，而数值保持较小。"
        ),
    },
    "close_up.weight": {"en": "weight", "zh": "权重"},
    "close_up.weight.computed": {"en": "weight computed", "zh": "算出的权重"},
    "close_up.used": {"en": "used", "zh": "实际使用"},
    "close_up.used.off": {"en": "used: switched off", "zh": "实际使用：已关闭"},
    "close_up.used.uniform": {"en": "used: made uniform", "zh": "实际使用：设为均匀"},
    "close_up.used.edited": {"en": "used: edited by hand", "zh": "实际使用：手动编辑"},
    "close_up.changed.off": {
        "en": (
            "This head is switched off here. It computes q, k, scores and weights as usual,"
            " but every weight is replaced by 0, and its output is 0."
        ),
        "zh": "这个头在这里已关闭。它照常计算 q、k、得分和权重，但每个权重都换成 0，因此输出为 0。",
    },
    "close_up.changed.uniform": {
        "en": (
            "This head is made uniform here. It computes q, k, scores and weights as"
            " usual, but every key that the query may see gets the same weight."
        ),
        "zh": "这个头在这里设为均匀。它照常计算 q、k、得分和权重，但查询可见的每个键都得到相同的权重。",
    },
    "close_up.changed.edited": {
        "en": (
            "This row is edited by hand here. The head computes q, k, scores and weights"
            " as usual, but the edited weights are used."
        ),
        "zh": "这一行在这里经过手动编辑。这个头照常计算 q、k、得分和权重，但实际使用编辑后的权重。",
    },
    "close_up.formula.label": {
        "en": ("Attention of Q, K, V is softmax of Q K transposed over the square root of d k, times V"),
        "zh": "Q、K、V 的注意力等于 softmax（Q 乘以 K 的转置，除以 d k 的平方根），再乘以 V",
    },
    "close_up.formula": {
        "en": (
            "Eq. 1 (section 3.2.1) for one query and one key; √d_k = √{d_k} = {root}. The weight"
            " then multiplies the key's value. Before e is raised to the scores, the largest is subtracted from all: "
            "the"
            " weights stay the same, the numbers small."
        ),
        "zh": (
            "式 1（第 3.2.1 节），针对一个查询和一个键；√d_k = √{d_k} = {root}。随后用权重乘以该键对应的值。"
            "取指数之前，先从所有得分中减去最大的得分：权重不变，数值保持较小。"
        ),
    },
    "close_up.formula.unscaled": {
        "en": (
            "Eq. 1 (section 3.2.1), but this model does not divide by √d_k = √{d_k}: its softmax takes q·k unscaled. "
            "Before e is raised to the scores, the largest is subtracted from all: the weights stay the same, the "
            "numbers small."
        ),
        "zh": (
            "式 1（第 3.2.1 节），但这个模型不除以 √d_k = √{d_k}：它的 softmax 直接使用未缩放的 q·k。"
            "取指数之前，先从所有得分中减去最大的得分：权重不变，数值保持较小。"
        ),
    },
    "close_up.keys": {"en": "Every key", "zh": "所有的键"},
    "close_up.key": {"en": "key", "zh": "键"},
    "close_up.scaled.unused": {"en": "scaled (not used)", "zh": "缩放后（未使用）"},
    "close_up.masked": {"en": "masked", "zh": "已屏蔽"},
    "close_up.histogram": {"en": "Every score of this head", "zh": "这个头的所有得分"},
    "close_up.histogram.hint": {
        "en": "all pairs of a query and a key that it may see, on this sentence",
        "zh": "这个句子中所有的查询与其可见的键的组合",
    },
    "close_up.histogram.label": {
        "en": (
            "Histogram of the head's scores from {low} to {high}, with and without division by the square root of d_k"
        ),
        "zh": "这个头的得分直方图，从 {low} 到 {high}，分别为除以与不除以 d_k 的平方根",
    },
    "close_up.axis.score": {"en": "score", "zh": "得分"},
    "close_up.axis.count": {"en": "pairs", "zh": "查询–键组合数"},
    "close_up.variance": {"en": "variance of the scores", "zh": "得分的方差"},
    "close_up.entropy": {"en": "mean entropy of a row, nats", "zh": "每行熵的平均值（奈特）"},
    "close_up.largest": {"en": "mean largest weight of a row", "zh": "每行最大权重的平均值"},
    "close_up.said": {
        "en": (
            "Dividing by √{d_k} = {root} divides the variance by {d_k}: {raw_variance} becomes"
            " {scaled_variance}. Without it the largest weight of a row would be {raw_largest} on average instead of"
            " {scaled_largest}, its entropy {raw_entropy} nats instead of {scaled_entropy}. The variance is not 1: "
            "components"
            " of trained queries and keys are not independent with variance 1, as section 3.2.1 assumes."
        ),
        "zh": (
            "除以 √{d_k} = {root}，方差就除以 {d_k}：从 {raw_variance} 变为 {scaled_variance}。"
            "如果不除，一行的最大权重平均会是 {raw_largest}，而不是 {scaled_largest}；熵会是 {raw_entropy} 奈特，"
            "而不是 {scaled_entropy}。方差不等于 1：训练后的查询和键，"
            "各分量并不像第 3.2.1 节假设的那样相互独立且方差为 1。"
        ),
    },
    "close_up.said.unscaled": {
        "en": (
            "This model uses unscaled scores. Divided by √{d_k} = {root}, their"
            " variance would be {scaled_variance} instead of {raw_variance}, the largest weight of a row "
            "{scaled_largest}"
            " on average instead of {raw_largest}."
        ),
        "zh": (
            "这个模型使用未缩放的得分。如果除以 √{d_k} = {root}，得分的方差会是 {scaled_variance}，"
            "而不是 {raw_variance}；一行的最大权重平均会是 {scaled_largest}，而不是 {raw_largest}。"
        ),
    },
}
