"""Words of the lab of Table 3, rows (A)."""

WORDS = {
    "title": {"en": "Heads at constant cost", "zh": "开销不变时的头数"},
    "question": {
        "en": "What do more heads cost, if d_k shrinks with them?",
        "zh": "如果头越多 d_k 就越小，增加头数的代价是什么？",
    },
    "formula": r"$d_k=d_v=d_{\text{model}}/h$",
    "intro": {
        "en": (
            "Rows (A) of Table 3 change the number of heads and keep h · d_k at d_model. The projections keep "
            "their size and the products their number; only the weights themselves grow with h, one matrix of n "
            "× n for each head. The paper found one head 0.9 BLEU worse than the best setting, and quality "
            "dropping again with too many heads: their keys become too narrow."
        ),
        "zh": (
            "表 3 的 A 行改变头数，而使 h · d_k 保持为 d_model。投影的大小不变，乘法次数也不变；只有权重本身随 h 增多，"
            "每个头有一个 n × n 的矩阵。论文发现，只用一个头比最好的设置低 0.9 BLEU；头太多，质量又会下降："
            "它们的键太窄了。"
        ),
    },
    "look": {
        "en": "flat lines for parameters and multiplications, d_k falling as the weights rise.",
        "zh": "参数和乘法次数是水平线；权重增多时，d_k 减小。",
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "n.label": {"en": "Tokens n", "zh": "词元数 n"},
    "h.label": {"en": "Heads h", "zh": "头数 h"},
    "table": {
        "en": "One attention of n tokens, by the number of heads that divide d_model",
        "zh": "n 个词元的一个注意力，按能整除 d_model 的头数",
    },
    "parameters": {"en": "parameters", "zh": "参数"},
    "multiplications": {"en": "multiplications", "zh": "乘法次数"},
    "weights": {"en": "attention weights", "zh": "注意力权重"},
    "chart": {"en": "The same against h", "zh": "上表各量随 h 的变化"},
    "number.d_k": {"en": "d_k at this h (rounded down)", "zh": "这个 h 对应的 d_k（向下取整）"},
    "number.parameters": {"en": "Parameters of one attention", "zh": "一个注意力的参数"},
    "number.multiplications": {"en": "Multiplications for n tokens", "zh": "n 个词元的乘法次数"},
    "number.weights": {"en": "Attention weights for n tokens", "zh": "n 个词元的注意力权重数"},
}
