"""Words of the lab of scaled scores, in Chinese."""

WORDS = {
    "title": "为什么除以 √d_k",
    "question": r"如果得分不除以 $\sqrt{d_k}$，权重会怎样？",
    "formula": (
        r"$\operatorname{Var}(q\cdot k)=d_k\qquad\operatorname{Var}\left(\frac{q\cdot k}{\sqrt{d_k}}\right)=1\qquad"
        r"\frac{\partial p}{\partial s}=\operatorname{diag}(p)-p\,p^{\top}$"
    ),
    "intro": (
        "$d_k$ 个相互独立、均值为 0、方差为 1 的项组成的点积，方差为 $d_k$。因此头越宽，权重就越集中到一个键上，"
        "几乎没有梯度能通过 softmax。除以 $d_k$ 的平方根，方差就保持为 1。这里的查询和键是随机的；"
        "曲线上每一点是若干查询的平均（个数见下方），每个查询有自己的键。"
    ),
    "look": (
        "未缩放的曲线随 d_k 上升或下降：权重集中到一个键上，熵趋于 0，梯度消失的查询越来越多；缩放后的曲线几乎不变。"
    ),
    "d_k.label": "头的宽度 d_k",
    "d_k.info": "查询和键的宽度。",
    "keys.label": "键数",
    "seed.label": "随机种子",
    "seed.info": "换一个种子，就抽取另一组查询和键。",
    "row": "d_k = {d_k} 时一个查询的权重",
    "weight": "权重",
    "key": "键",
    "scaled": "除以 √d_k",
    "unscaled": "不除",
    "variance": "得分的方差，{queries} 个查询的平均",
    "largest": "最大权重，{queries} 个查询的平均",
    "entropy": "权重的熵（奈特），{queries} 个查询的平均",
    "dead": "{queries} 个查询中梯度消失（范数小于 0.01）的比例",
    "see.saturation": "缩放对学习有什么作用：",
    "number.queries": "每个宽度抽取的查询数",
    "number.variance_scaled": "得分的方差，除以 √d_k",
    "number.variance_unscaled": "得分的方差，不除",
    "number.largest_scaled": "平均最大权重，除以 √d_k",
    "number.largest_unscaled": "平均最大权重，不除",
    "number.gradient_scaled": "softmax 雅可比矩阵范数的中位数，除以 √d_k",
    "number.gradient_unscaled": "softmax 雅可比矩阵范数的中位数，不除",
}
