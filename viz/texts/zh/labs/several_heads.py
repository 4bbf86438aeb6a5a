"""Words of the lab of several heads, in Chinese."""

WORDS = {
    "title": "为什么要多个头",
    "question": "多个头能做到什么一个头做不到的事？",
    "formula": (
        r"$\text{MultiHead}=[\textstyle\sum_k\alpha^1_k v^1_k;\ldots;\sum_k\alpha^h_k v^h_k]\,W^O\qquad"
        r"\text{只有一行：}\;[\textstyle\sum_k\alpha_k v^1_k;\ldots;\sum_k\alpha_k v^h_k]\,W^O$"
    ),
    "intro": (
        "softmax 的一行就是一个加权平均：词元从不同位置取得的内容按固定的份额混在一起，后面的层无法再把它们分开。"
        "有 h 个头，一个词元就有 h 行，得到并排的 h 个结果，因此可以用一个头看相邻的词，同时用另一个头看动词。"
        "在一层各头的下面，是代替所有头的两种单独一行：各头的行的平均，以及最好的一行，"
        "即在 softmax 能给出的所有行中用最小二乘法找到的一行。所有的值和投影保持不变。"
        "从一开始就用一个头训练的模型损失会小一些：在论文中是 0.9 BLEU（表 3，A 行）。"
    ),
    "look": (
        "落在不同列中的方框：各个头同时关注不同的词元。任何单独一行都做不到这一点，"
        "柱子表示它缺少了该层结果的多少。只在一层这样做，其他层往往能够弥补；每个注意力都这样做，"
        "译文的概率就大大下降，尽管一个宽的头要做的乘法一样多。"
    ),
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "query.label": "查询",
    "query.info": "作为查询的词元的位置。",
    "rows": "“{token}”的行：每个头自己的行（方框为最大权重），以及代替所有头的一行",
    "head": "头 {head}",
    "mean": "平均的行",
    "best": "最好的一行",
    "key": "键",
    "missed": "所有头共用一行时，缺少了该层结果的多少，逐个词元",
    "share": "比例",
    "losses": "译文每个词元的损失",
    "nats": "−log p（奈特）",
    "own": "各头自己的行",
    "mean_here": "这一层用平均的行",
    "mean_every": "每个注意力都用平均的行",
    "cost": "{queries} 个查询时一个注意力的代价",
    "of_heads": "{heads} 个头，宽 {d_k}",
    "of_one": "一个头，宽 {d_model}",
    "cost.weights": "参数（不含偏置）",
    "cost.projections": "投影的乘法",
    "cost.products": "得分与加权平均的乘法",
    "cost.exponentials": "softmax 的指数运算",
    "reading": (
        "“{token}”的 {heads} 个头把最大权重放在不同的词元上，共 {distinct} 个。最好的一行缺少结果的 {missed}。"
        "每个注意力都用平均的行时，译文的对数概率从 {own} 变为 {every}。"
    ),
    "see.several_heads_trained": "公平的比较，每个模型都经过训练：",
    "number.different": "真正不同的行数（1：所有头都一样）",
    "number.missed_mean": "平均的行所缺少的比例，这个词元",
    "number.missed_best": "最好的一行所缺少的比例，这个词元",
    "number.own": "译文的对数概率，各头自己的行",
    "number.mean": "这一层用平均的行",
    "number.best": "这一层用最好的一行",
    "number.kind": "这一类的所有层都用平均的行",
    "number.every": "每个注意力都用平均的行",
}
