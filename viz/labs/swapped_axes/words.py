"""Words of the mistake of swapped axes."""

WORDS = {
    "title": {"en": "Axes swapped", "zh": "坐标轴画反"},
    "question": {"en": "Which axis of an attention matrix is the query?", "zh": "注意力矩阵的哪一条轴是查询？"},
    "intro": {
        "en": (
            "Softmax runs over the keys, so that each query's row sums to 1. If the matrix is plotted transposed "
            "but with the same labels, it says that the keys look at the queries. The sums show it: rows of weights "
            "sum to 1, columns to any number, which is how much a key is attended to in all."
        ),
        "zh": (
            "softmax 对键计算，所以每个查询的一行之和为 1。如果把矩阵转置画出，标签却不变，图的意思就成了键关注查询。"
            "从和可以看出：权重的行和为 1，列和可以是任何数，表示一个键总共受到多少关注。"
        ),
    },
    "look": {
        "en": "the sums below: all 1 for the matrix as computed, any number if it is transposed.",
        "zh": "下方的和：原样时都是 1，转置后各不相同。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "swapped": {"en": "Transposed: the rows are keys", "zh": "转置：行是键"},
    "as_computed": {"en": "As computed: the rows are queries", "zh": "原样：行是查询"},
    "sums_wrong": {"en": "Sum of each row, transposed", "zh": "每行之和，转置"},
    "sums_right": {"en": "Sum of each row, as computed", "zh": "每行之和，原样"},
    "sum": {"en": "sum", "zh": "和"},
    "number.rows_least": {"en": "Smallest sum over the keys of a query", "zh": "一个查询对各键的权重之和，最小值"},
    "number.rows_most": {"en": "Largest sum over the keys of a query", "zh": "一个查询对各键的权重之和，最大值"},
    "number.columns_least": {
        "en": "Smallest sum over the queries of a key",
        "zh": "一个键从各查询得到的权重之和，最小值",
    },
    "number.columns_most": {
        "en": "Largest sum over the queries of a key",
        "zh": "一个键从各查询得到的权重之和，最大值",
    },
}
