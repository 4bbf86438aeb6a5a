"""Words of the lab of one row."""

WORDS = {
    "title": {"en": "One row by hand", "zh": "手算一行"},
    "question": {
        "en": "How does one token attend, from vectors to output?",
        "zh": "从向量到输出，一个词元的注意力是怎样算出来的？",
    },
    "formula": (
        r"$\alpha_j=\frac{\exp(q\cdot k_j/\sqrt{d_k})}{\sum_i\exp(q\cdot k_i/\sqrt{d_k})}\qquad "
        r"o=\sum_j\alpha_j v_j$"
    ),
    "intro": {
        "en": (
            "The query of one token is multiplied with every key, the products are divided by the root of d_k, "
            "masked keys get minus infinity, and softmax makes weights of the rest. The output is the sum of the "
            "values with these weights. All vectors are those of the chosen head of the loaded model; the "
            "browser does the arithmetic."
        ),
        "zh": (
            "一个词元的查询与每个键作点积，再除以 d_k 的平方根，被屏蔽的键取负无穷，softmax 把其余的值变成权重。"
            "输出是以这些权重对值求得的加权和。所有向量都取自当前模型中选定的头；运算由浏览器完成。"
        ),
    },
    "look": {
        "en": "the key with the largest product: softmax enlarges its lead. The arithmetic is for that key.",
        "zh": "点积最大的键：softmax 进一步拉大它的领先；手算部分算的就是这个键。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "query.label": {"en": "Query", "zh": "查询"},
    "query.info": {"en": "Position of the token that attends.", "zh": "作为查询的词元的位置。"},
    "weights": {"en": "Weights of the query “{token}”", "zh": "查询“{token}”的权重"},
    "weight": {"en": "weight", "zh": "权重"},
    "table": {"en": "Every key", "zh": "所有的键"},
    "key": {"en": "key", "zh": "键"},
    "masked": {"en": "masked", "zh": "已屏蔽"},
    "by_hand": {"en": "The key “{token}” by hand", "zh": "手算键“{token}”"},
    "output": {"en": "The output of the head for this query", "zh": "该头对这个查询的输出"},
    "component": {"en": "component", "zh": "分量"},
    "number.product": {"en": "Largest product that counts, q · k", "zh": "未被屏蔽的最大 q · k"},
    "number.score": {"en": "Divided by √d_k", "zh": "除以 √d_k"},
    "number.weight": {"en": "Its weight", "zh": "它的权重"},
    "number.width": {"en": "Width d_k", "zh": "宽度 d_k"},
}
