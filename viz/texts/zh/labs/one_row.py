"""Words of the lab of one row, in Chinese."""

WORDS = {
    "title": "手算一行",
    "question": "从向量到输出，一个词元的注意力是怎样算出来的？",
    "formula": (
        r"$\alpha_j=\frac{\exp(q\cdot k_j/\sqrt{d_k})}{\sum_i\exp(q\cdot k_i/\sqrt{d_k})}\qquad "
        r"o=\sum_j\alpha_j v_j$"
    ),
    "intro": (
        "一个词元的查询与每个键作点积，再除以 d_k 的平方根，被屏蔽的键取负无穷，softmax 把其余的值变成权重。"
        "输出是以这些权重对值求得的加权和。所有向量都取自当前模型中选定的头；运算由浏览器完成。"
    ),
    "look": "点积最大的键：softmax 进一步拉大它的领先；上面的算式算的就是这个键。",
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "head.label": "头",
    "query.label": "查询",
    "query.info": "作为查询的词元的位置。",
    "weights": "查询“{token}”的权重",
    "weight": "权重",
    "table": "所有的键",
    "key": "键",
    "masked": "已屏蔽",
    "by_hand": "手算键“{token}”",
    "output": "该头对这个查询的输出",
    "component": "分量",
    "number.product": "未被屏蔽的最大 q · k",
    "number.score": "除以 √d_k",
    "number.weight": "它的权重",
    "number.width": "宽度 d_k",
}
