"""Words of the lab of several heads, in Chinese."""

WORDS = {
    "title": "为什么要多个头",
    "question": "多个头能做到什么一个头做不到的事？",
    "formula": (
        r"$\text{MultiHead}=[\textstyle\sum_k\alpha^1_k v^1_k;\ldots;\sum_k\alpha^h_k v^h_k]\,W^O\qquad"
        r"\text{只有一行：}\;[\textstyle\sum_k\alpha_k v^1_k;\ldots;\sum_k\alpha_k v^h_k]\,W^O$"
    ),
    "intro": (
        "softmax 的一行就是一个加权平均：词元从不同位置取得的内容按固定的份额混在一起，后面的层无法再把它们分开。有 h "
        "个头，一个词元就有 h 行，得到并排的 h 个结果，因此可以用一个头看相邻的词，同时用另一个头看动词。"
        "图中各头的下面还有两行，各用一行代替所有的头：“平均行”是各头的平均，“最佳行”是用最小二乘法在 softmax "
        "能给出的所有行中找到的。所有的值和投影保持不变。从头就用一个头训练，下降会小一些：论文中低 0.9 BLEU（表 3 的 "
        "A 行）。"
    ),
    "look": (
        "方框落在不同的列中：各个头同时关注不同的词元。任何单独一行都做不到这一点，柱子表示它损失了该层结果的多少。"
        "只在一层这样做，其他层往往能够弥补；每个注意力都这样做，译文的概率就大大下降，尽管一个宽的头要做的乘法一样多。"
    ),
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "query.label": "查询",
    "query.info": "作为查询的词元的位置。",
    "rows": "“{token}”这一行：每个头各自的权重（方框为最大权重），以及代替所有头的一行",
    "head": "头 {head}",
    "mean": "平均行",
    "best": "最佳行",
    "key": "键",
    "missed": "所有头共用一行时，每个词元与该层结果的相对误差",
    "share": "比例",
    "losses": "译文每个词元的损失",
    "nats": "−log p（奈特）",
    "own": "各头自己的行",
    "mean_here": "这一层用平均行",
    "mean_every": "每个注意力都用平均行",
    "cost": "{queries} 个查询时一个注意力的代价",
    "of_heads": "{heads} 个头，宽 {d_k}",
    "of_one": "一个头，宽 {d_model}",
    "cost.weights": "参数（不含偏置）",
    "cost.projections": "投影的乘法",
    "cost.products": "得分与加权平均的乘法",
    "cost.exponentials": "softmax 的指数运算",
    "reading": (
        "“{token}”的 {heads} 个头把最大权重放在不同的词元上，共 {distinct} 个。最佳行损失结果的 {missed}。"
        "每个注意力都用平均行时，译文的对数概率从 {own} 变为 {every}。"
    ),
    "see.several_heads_trained": "公平的比较，每个模型都经过训练：",
    "number.different": "有效行数（1：所有头都一样）",
    "number.missed_mean": "平均行损失的比例，这个词元",
    "number.missed_best": "最佳行损失的比例，这个词元",
    "number.own": "译文的对数概率，各头自己的行",
    "number.mean": "这一层用平均行",
    "number.best": "这一层用最佳行",
    "number.kind": "这一类的所有层都用平均行",
    "number.every": "每个注意力都用平均行",
}
