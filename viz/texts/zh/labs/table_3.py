"""Words of the lab of Table 3, rows (A), in Chinese."""

WORDS = {
    "title": "开销不变时的头数",
    "question": "如果头越多 d_k 就越小，增加头数的代价是什么？",
    "formula": r"$d_k=d_v=d_{\text{model}}/h$",
    "intro": (
        "表 3 的 A 行改变头数，而使 h · d_k 保持为 d_model。投影的大小不变，乘法次数也不变；只有权重本身随 h 增多，"
        "每个头有一个 n × n 的矩阵。论文发现，只用一个头比最好的设置低 0.9 BLEU；头太多，质量又会下降：它们的键太窄了。"
    ),
    "look": "参数和乘法次数是水平线；权重增多时，d_k 减小。",
    "d_model.label": "宽度 d_model",
    "n.label": "词元数 n",
    "h.label": "头数 h",
    "table": "n 个词元的一个注意力，按能整除 d_model 的头数",
    "parameters": "参数",
    "multiplications": "乘法次数",
    "weights": "注意力权重",
    "chart": "上表各量随 h 的变化",
    "number.d_k": "这个 h 对应的 d_k（向下取整）",
    "number.parameters": "一个注意力的参数",
    "number.multiplications": "n 个词元的乘法次数",
    "number.weights": "n 个词元的注意力权重数",
}
