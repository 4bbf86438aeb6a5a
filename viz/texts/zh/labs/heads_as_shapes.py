"""Words of the lab of heads as shapes, in Chinese."""

WORDS = {
    "title": "从张量形状看多头",
    "question": "有 h 个头的注意力有多少个投影？每个投影读入什么？",
    "formula": (
        r"$\text{head}_i=\operatorname{Attention}(QW_i^Q,KW_i^K,VW_i^V)\qquad\text{MultiHead}=[\text{head}_1;\ldots;\text{head}_h]\,W^O$"
    ),
    "intro": (
        "第 3.2.2 节中有 3h 个从 d_model 到 d_k（这里也是 d_v）的投影，以及一个输出投影。"
        "代码把 h 个查询矩阵并排放进一个矩阵：数值相同，一次算完。把结果拆成多个头，并不等于拆分词嵌入："
        "每个头都读入全部 d_model 个分量。输出投影把各头得到的结果混合起来；没有它，这些结果就只能并排放着。"
    ),
    "look": (
        "带框的行是融合矩阵中属于一个头的部分，横跨输入的所有列。表的最后一行显示：假如一个头只读入输入的一段，"
        "会算出什么。"
    ),
    "h.label": "头数 h",
    "d_k.label": "每个头的宽度 d_k",
    "d_model.label": "宽度 d_model",
    "head.label": "显示的头",
    "head.info": "属于至多 4 个头的小例子。",
    "shapes": "一个注意力的各个投影",
    "map": "投影",
    "count": "个数",
    "shape": "形状",
    "query": "查询",
    "key": "键",
    "value": "值",
    "output": "输出",
    "fused": "或融合为",
    "small": "一个小的融合投影：d_model 为 8，d_k 为 3，随机数",
    "rows": "查询的分量",
    "columns": "输入的分量",
    "row_of": "头 {head}",
    "numbers": "第 {head} 个头的查询，三种算法",
    "from_fused": "取自融合结果",
    "from_own": "该头自己的矩阵",
    "from_slice": "自己的矩阵，只用输入的一段",
    "number.projections": "投影数，3h + 1",
    "number.width": "所有头的总宽度，h · d_k",
    "number.weights": "一个注意力的权重数",
    "number.biases": "一个注意力的偏置数",
    "number.error": "前两行之差",
}
