"""Words of the lab of the embedding as a lookup."""

WORDS = {
    "title": {"en": "Embedding lookup", "zh": "词嵌入查表"},
    "question": {"en": "How does a token become a vector?", "zh": "词元如何变成向量？"},
    "formula": (
        "$\\operatorname{Embedding}(t)=\\operatorname{onehot}(t)\\,E=E_t$\n"
        r"$E\in\mathbb{R}^{V\times d_{\text{model}}}$"
    ),
    "intro": {
        "en": (
            "The tokenizer gives each token a number, and the embedding is that row of a learned table $E$. A "
            "product of a one-hot row with the table gives the same vector, because every other row is "
            "multiplied by 0. So the embedding is a linear layer whose product never needs to be computed. "
            "Training moves the rows; tokens that are used alike tend to get similar rows."
        ),
        "zh": (
            "分词器给每个词元一个编号，词嵌入（embedding）就是可学习的表 $E$ 中对应这个编号的一行。"
            "用独热行向量乘这张表，得到的是同一个向量，因为其他各行都乘以 0。所以词嵌入是一个线性层，"
            "只是乘积从来不必真正计算。训练会调整这些行；用法相近的词元，对应的行往往也相近。"
        ),
    },
    "look": {
        "en": (
            "the thin line inside the thick one: the row that was looked up is the product. Then read the "
            "nearest tokens, and compare their cosines with the median over the table."
        ),
        "zh": "粗线之中的细线：查表取出的那一行就是乘积。再看最近的词元，把它们的余弦与整张表的中位数相比。",
    },
    "token.label": {"en": "Token", "zh": "词元"},
    "token.info": {
        "en": "Those that the encoder reads, then those that the decoder reads.",
        "zh": "先列编码器读入的词元，再列解码器读入的词元。",
    },
    "count.label": {"en": "Nearest tokens", "zh": "最近词元的个数"},
    "table": {
        "en": "The table around the token: the first {columns} of {width} dimensions",
        "zh": "表中该词元附近的行：共 {width} 维，显示前 {columns} 维",
    },
    "token": {"en": "token", "zh": "词元"},
    "dimension": {"en": "dimension", "zh": "维度"},
    "row": {"en": "The vector of “{token}”", "zh": "“{token}”的向量"},
    "value": {"en": "value", "zh": "值"},
    "product": {"en": "one-hot row times the table", "zh": "独热行向量乘以表"},
    "lookup": {"en": "row that is looked up", "zh": "查表取出的行"},
    "near": {"en": "Nearest tokens to “{token}” in the table", "zh": "表中离“{token}”最近的词元"},
    "cosine": {"en": "cosine", "zh": "余弦"},
    "reading": {
        "en": (
            "“{token}” is row {id} of {size}. Its nearest other row is that of “{nearest}”, with a cosine of "
            "{cosine}; half of all other rows have a cosine below {middle}."
        ),
        "zh": (
            "“{token}”是 {size} 行中的第 {id} 行。离它最近的另一行属于“{nearest}”，余弦为 {cosine}；其余各行中，"
            "有一半与它的余弦低于 {middle}。"
        ),
    },
    "number.id": {"en": "Number of the token", "zh": "词元的编号"},
    "number.apart": {"en": "Largest difference between lookup and product", "zh": "查表与乘积之间的最大差"},
    "number.multiplications": {"en": "Multiplications of the product", "zh": "乘积所需的乘法次数"},
    "number.copied": {"en": "Numbers that the lookup copies", "zh": "查表所复制的数的个数"},
    "number.length": {"en": "Norm of the vector", "zh": "向量的范数"},
    "number.middle": {
        "en": "Median cosine with all other tokens of the table",
        "zh": "与表中所有其他词元的余弦的中位数",
    },
}
