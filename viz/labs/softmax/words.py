"""Words of the lab of scaled scores."""

WORDS = {
    "title": {"en": "Why divide by √d_k", "zh": "为什么除以 √d_k"},
    "question": {
        "en": r"What happens to the weights if the scores are not divided by $\sqrt{d_k}$?",
        "zh": r"如果得分不除以 $\sqrt{d_k}$，权重会怎样？",
    },
    "formula": (
        r"$\operatorname{Var}(q\cdot k)=d_k\qquad\operatorname{Var}\left(\frac{q\cdot "
        r"k}{\sqrt{d_k}}\right)=1\qquad\frac{\partial p}{\partial s}=\operatorname{diag}(p)-p\,p^{\top}$"
    ),
    "intro": {
        "en": (
            "A dot product of $d_k$ independent terms, each of mean 0 and variance 1, has variance $d_k$. In "
            "wide heads nearly all weight would then be on one key, and next to no gradient would pass through "
            "the softmax. Division by the square root of $d_k$ keeps the variance at 1. Queries and keys are "
            "random here; each point of a curve is the mean over as many queries as are counted below, each with keys "
            "of its own."
        ),
        "zh": (
            "$d_k$ 个相互独立、均值为 0、方差为 1 的项组成的点积，方差为 $d_k$。因此头越宽，权重就越集中到一个键上，"
            "几乎没有梯度能通过 softmax。除以 $d_k$ 的平方根，方差就保持为 1。这里的查询和键是随机的；"
            "曲线上每一点是若干查询的平均（个数见下方），每个查询有自己的键。"
        ),
    },
    "look": {
        "en": (
            "unscaled curves that grow or fall with d_k: weight on a single key, entropy towards 0, more and "
            "more queries whose gradient is dead. Scaled ones stay where they are."
        ),
        "zh": (
            "未缩放的曲线随 d_k 上升或下降：权重集中到一个键上，熵趋于 0，梯度消失的查询越来越多；"
            "缩放后的曲线几乎不变。"
        ),
    },
    "d_k.label": {"en": "Head width d_k", "zh": "头的宽度 d_k"},
    "d_k.info": {"en": "Width of a query and a key.", "zh": "查询和键的宽度。"},
    "keys.label": {"en": "Keys", "zh": "键数"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "seed.info": {"en": "Another one draws other queries and keys.", "zh": "换一个种子，就抽取另一组查询和键。"},
    "row": {"en": "Weights of one query at d_k = {d_k}", "zh": "d_k = {d_k} 时一个查询的权重"},
    "weight": {"en": "weight", "zh": "权重"},
    "key": {"en": "key", "zh": "键"},
    "scaled": {"en": "divided by √d_k", "zh": "除以 √d_k"},
    "unscaled": {"en": "not divided", "zh": "不除"},
    "variance": {"en": "Variance of the scores, mean of {queries} queries", "zh": "得分的方差，{queries} 个查询的平均"},
    "largest": {"en": "Largest weight, mean of {queries} queries", "zh": "最大权重，{queries} 个查询的平均"},
    "entropy": {
        "en": "Entropy of the weights (nats), mean of {queries} queries",
        "zh": "权重的熵（奈特），{queries} 个查询的平均",
    },
    "dead": {
        "en": "Share of {queries} queries whose gradient is dead (norm below 0.01)",
        "zh": "{queries} 个查询中梯度消失（范数小于 0.01）的比例",
    },
    "see.saturation": {"en": "What the division does for learning:", "zh": "缩放对学习有什么作用："},
    "number.queries": {"en": "Queries drawn for each width", "zh": "每个宽度抽取的查询数"},
    "number.variance_scaled": {"en": "Variance of the scores, divided", "zh": "得分的方差，除以 √d_k"},
    "number.variance_unscaled": {"en": "Variance of the scores, not divided", "zh": "得分的方差，不除"},
    "number.largest_scaled": {"en": "Mean largest weight, divided", "zh": "平均最大权重，除以 √d_k"},
    "number.largest_unscaled": {"en": "Mean largest weight, not divided", "zh": "平均最大权重，不除"},
    "number.gradient_scaled": {
        "en": "Median norm of the softmax Jacobian, divided",
        "zh": "softmax 雅可比矩阵范数的中位数，除以 √d_k",
    },
    "number.gradient_unscaled": {
        "en": "Median norm of the softmax Jacobian, not divided",
        "zh": "softmax 雅可比矩阵范数的中位数，不除",
    },
}
