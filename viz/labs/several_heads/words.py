"""Words of the lab of several heads."""

WORDS = {
    "title": {"en": "Why several heads", "zh": "为什么要多个头"},
    "question": {"en": "What can several heads do that one cannot?", "zh": "多个头能做到什么一个头做不到的事？"},
    "formula": {
        "en": (
            r"$\text{MultiHead}=[\textstyle\sum_k\alpha^1_k v^1_k;\ldots;\sum_k\alpha^h_k v^h_k]\,W^O\qquad"
            r"\text{one row:}\;[\textstyle\sum_k\alpha_k v^1_k;\ldots;\sum_k\alpha_k v^h_k]\,W^O$"
        ),
        "zh": (
            r"$\text{MultiHead}=[\textstyle\sum_k\alpha^1_k v^1_k;\ldots;\sum_k\alpha^h_k v^h_k]\,W^O\qquad"
            r"\text{只有一行：}\;[\textstyle\sum_k\alpha_k v^1_k;\ldots;\sum_k\alpha_k v^h_k]\,W^O$"
        ),
    },
    "intro": {
        "en": (
            "One softmax row is one weighted mean: what a token takes from different places is mixed in fixed "
            "shares, and no later layer can take it apart. With h heads a token has h rows and h results side by "
            "side, so it can look at its neighbour with one and at the verb with another. Below the heads of a "
            "layer are two single rows for all of them: the mean of their rows, and the best one, found by least "
            "squares among all rows that a softmax can give. All values and projections stay as they are. A model "
            "that is trained with one head would lose less: 0.9 BLEU in the paper (Table 3, rows A)."
        ),
        "zh": (
            "softmax 的一行就是一个加权平均：词元从不同位置取得的内容按固定的份额混在一起，后面的层无法再把它们分开。"
            "有 h "
            "个头，一个词元就有 h 行，得到并排的 h 个结果，因此可以用一个头看相邻的词，同时用另一个头看动词。"
            "图中各头的下面还有两行，各用一行代替所有的头：“平均行”是各头的平均，“最佳行”是用最小二乘法在 softmax "
            "能给出的所有行中找到的。所有的值和投影保持不变。从头就用一个头训练，下降会小一些：论文中低 0.9 BLEU（表 3 "
            "的 "
            "A 行）。"
        ),
    },
    "look": {
        "en": (
            "frames in different columns: the heads attend to different tokens at once. Neither single row can do "
            "that, "
            "and the bars say how much of the layer's result it misses. In one layer the others often make up for it; "
            "in "
            "every attention the translation becomes much less probable, although one wide head would cost as many "
            "multiplications."
        ),
        "zh": (
            "方框落在不同的列中：各个头同时关注不同的词元。任何单独一行都做不到这一点，柱子表示它损失了该层结果的多少。"
            "只在一层这样做，其他层往往能够弥补；每个注意力都这样做，译文的概率就大大下降，"
            "尽管一个宽的头要做的乘法一样多。"
        ),
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "query.label": {"en": "Query", "zh": "查询"},
    "query.info": {"en": "Position of the token that attends.", "zh": "作为查询的词元的位置。"},
    "rows": {
        "en": "Rows of “{token}”: each head's own, framed at its largest weight, and one row for all heads",
        "zh": "“{token}”这一行：每个头各自的权重（方框为最大权重），以及代替所有头的一行",
    },
    "head": {"en": "head {head}", "zh": "头 {head}"},
    "mean": {"en": "mean row", "zh": "平均行"},
    "best": {"en": "best single row", "zh": "最佳行"},
    "key": {"en": "key", "zh": "键"},
    "missed": {
        "en": "What one row for all heads misses of the layer's result, token by token",
        "zh": "所有头共用一行时，每个词元与该层结果的相对误差",
    },
    "share": {"en": "share", "zh": "比例"},
    "losses": {"en": "Loss of each token of the translation", "zh": "译文每个词元的损失"},
    "nats": {"en": "−log p (nats)", "zh": "−log p（奈特）"},
    "own": {"en": "own rows", "zh": "各头自己的行"},
    "mean_here": {"en": "mean row in this layer", "zh": "这一层用平均行"},
    "mean_every": {"en": "mean row in every attention", "zh": "每个注意力都用平均行"},
    "cost": {"en": "The cost of one attention of {queries} queries", "zh": "{queries} 个查询时一个注意力的代价"},
    "of_heads": {"en": "{heads} heads of {d_k}", "zh": "{heads} 个头，宽 {d_k}"},
    "of_one": {"en": "one head of {d_model}", "zh": "一个头，宽 {d_model}"},
    "cost.weights": {"en": "parameters, without biases", "zh": "参数（不含偏置）"},
    "cost.projections": {"en": "multiplications of the projections", "zh": "投影的乘法"},
    "cost.products": {"en": "multiplications of scores and weighted means", "zh": "得分与加权平均的乘法"},
    "cost.exponentials": {"en": "exponentials of the softmax", "zh": "softmax 的指数运算"},
    "reading": {
        "en": (
            "Tokens on which the {heads} heads of “{token}” have their largest weights: {distinct}. The best single "
            "row "
            "misses {missed} of the result. With the mean row in every attention, the log-probability of the "
            "translation "
            "goes from {own} to {every}."
        ),
        "zh": (
            "“{token}”的 {heads} 个头把最大权重放在不同的词元上，共 {distinct} 个。最佳行损失结果的 {missed}。"
            "每个注意力都用平均行时，译文的对数概率从 {own} 变为 {every}。"
        ),
    },
    "see.several_heads_trained": {
        "en": "A fair comparison, each model trained:",
        "zh": "公平的比较，每个模型都经过训练：",
    },
    "number.different": {"en": "Rows that really differ (1: all heads the same)", "zh": "有效行数（1：所有头都一样）"},
    "number.missed_mean": {"en": "Share that the mean row misses, this token", "zh": "平均行损失的比例，这个词元"},
    "number.missed_best": {
        "en": "Share that the best single row misses, this token",
        "zh": "最佳行损失的比例，这个词元",
    },
    "number.own": {"en": "Log-probability of the translation, own rows", "zh": "译文的对数概率，各头自己的行"},
    "number.mean": {"en": "With the mean row in this layer", "zh": "这一层用平均行"},
    "number.best": {"en": "With the best single rows in this layer", "zh": "这一层用最佳行"},
    "number.kind": {"en": "With the mean row in all layers of this kind", "zh": "这一类的所有层都用平均行"},
    "number.every": {"en": "With the mean row in every attention", "zh": "每个注意力都用平均行"},
}
