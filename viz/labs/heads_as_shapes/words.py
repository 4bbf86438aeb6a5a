"""Words of the lab of heads as shapes."""

WORDS = {
    "title": {"en": "Heads as shapes", "zh": "从张量形状看多头"},
    "question": {
        "en": "How many projections does an attention with h heads have, and what does each read?",
        "zh": "有 h 个头的注意力有多少个投影？每个投影读入什么？",
    },
    "formula": (
        r"$\text{head}_i=\operatorname{Attention}(QW_i^Q,KW_i^K,VW_i^V)\qquad\text{MultiHead}=[\text{head}_1;\ldots;"
        r"\text{head}_h]\,W^O$"
    ),
    "intro": {
        "en": (
            "Section 3.2.2 has 3h projections of d_model to d_k (here also d_v) and one output projection. Code "
            "keeps the h matrices of the queries side by side in one: the same numbers, computed at once. "
            "Splitting its result into heads does not split the embedding: each head reads all d_model "
            "components. The output projection mixes what the heads found; without it they could only stay side "
            "by side."
        ),
        "zh": (
            "第 3.2.2 节中有 3h 个从 d_model 到 d_k（这里也是 d_v）的投影，以及一个输出投影。"
            "代码把 h 个查询矩阵并排放进一个矩阵：数值相同，一次算完。把结果拆成多个头，并不等于拆分词嵌入："
            "每个头都读入全部 d_model 个分量。输出投影把各头得到的结果混合起来；没有它，这些结果就只能并排放着。"
        ),
    },
    "look": {
        "en": (
            "the outlined rows: one head's part of the fused matrix, drawn with its input across, over all "
            "columns. The last line of the table is what a head would compute that reads only a slice of the input."
        ),
        "zh": (
            "带框的行是融合矩阵中属于一个头的部分，横跨输入的所有列。表的最后一行显示：假如一个头只读入输入的一段，"
            "会算出什么。"
        ),
    },
    "h.label": {"en": "Heads h", "zh": "头数 h"},
    "d_k.label": {"en": "Width d_k of a head", "zh": "每个头的宽度 d_k"},
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "head.label": {"en": "Head shown", "zh": "显示的头"},
    "head.info": {"en": "In the small example of up to 4 heads.", "zh": "属于至多 4 个头的小例子。"},
    "shapes": {"en": "Projections of one attention", "zh": "一个注意力的各个投影"},
    "map": {"en": "projection", "zh": "投影"},
    "count": {"en": "how many", "zh": "个数"},
    "shape": {"en": "shape", "zh": "形状"},
    "query": {"en": "queries", "zh": "查询"},
    "key": {"en": "keys", "zh": "键"},
    "value": {"en": "values", "zh": "值"},
    "output": {"en": "output", "zh": "输出"},
    "fused": {"en": "or fused", "zh": "或融合为"},
    "small": {
        "en": "A small fused projection: d_model 8, d_k 3, random numbers",
        "zh": "一个小的融合投影：d_model 为 8，d_k 为 3，随机数",
    },
    "rows": {"en": "component of a query", "zh": "查询的分量"},
    "columns": {"en": "component of the input", "zh": "输入的分量"},
    "row_of": {"en": "head {head}", "zh": "头 {head}"},
    "numbers": {"en": "The query of head {head}, three ways", "zh": "第 {head} 个头的查询，三种算法"},
    "from_fused": {"en": "part of the fused result", "zh": "取自融合结果"},
    "from_own": {"en": "the head's own matrix", "zh": "该头自己的矩阵"},
    "from_slice": {"en": "own matrix on a slice of the input", "zh": "自己的矩阵，只用输入的一段"},
    "number.projections": {"en": "Projections, 3h + 1", "zh": "投影数，3h + 1"},
    "number.width": {"en": "Width of all heads, h · d_k", "zh": "所有头的总宽度，h · d_k"},
    "number.weights": {"en": "Weights of one attention", "zh": "一个注意力的权重数"},
    "number.biases": {"en": "Biases of one attention", "zh": "一个注意力的偏置数"},
    "number.error": {"en": "Difference of the first two lines", "zh": "前两行之差"},
}
