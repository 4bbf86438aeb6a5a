"""Words of the mistake of swapped axes, in Chinese."""

WORDS = {
    "title": "坐标轴画反",
    "question": "注意力矩阵的哪一条轴是查询？",
    "intro": (
        "softmax 对键计算，所以每个查询的一行之和为 1。如果把矩阵转置画出，标签却不变，图的意思就成了键关注查询。"
        "从和可以看出：权重的行和为 1，列和可以是任何数，表示一个键总共受到多少关注。"
    ),
    "look": "下方的和：原样时都是 1，转置后各不相同。",
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "head.label": "头",
    "query": "查询",
    "key": "键",
    "swapped": "转置：行是键",
    "as_computed": "原样：行是查询",
    "sums_wrong": "每行之和，转置",
    "sums_right": "每行之和，原样",
    "sum": "和",
    "number.rows_least": "一个查询对各键的权重之和，最小值",
    "number.rows_most": "一个查询对各键的权重之和，最大值",
    "number.columns_least": "一个键从各查询得到的权重之和，最小值",
    "number.columns_most": "一个键从各查询得到的权重之和，最大值",
}
