"""Words of the lab of the embedding as a lookup, in Chinese."""

WORDS = {
    "title": "词嵌入查表",
    "question": "词元如何变成向量？",
    "formula": (
        "$\\operatorname{Embedding}(t)=\\operatorname{onehot}(t)\\,E=E_t$\n"
        r"$E\in\mathbb{R}^{V\times d_{\text{model}}}$"
    ),
    "intro": (
        "分词器给每个词元一个编号，词嵌入（embedding）就是可学习的表 $E$ 中对应这个编号的一行。"
        "用独热行向量乘这张表，得到的是同一个向量，因为其他各行都乘以 0。所以词嵌入是一个线性层，"
        "只是乘积从来不必真正计算。训练会调整这些行；用法相近的词元，对应的行往往也相近。"
    ),
    "look": "粗线之中的细线：查表取出的那一行就是乘积。再看最近的词元，把它们的余弦与整张表的中位数相比。",
    "token.label": "词元",
    "token.info": "先列编码器读入的词元，再列解码器读入的词元。",
    "count.label": "最近词元的个数",
    "table": "表中该词元附近的行：共 {width} 维，显示前 {columns} 维",
    "token": "词元",
    "dimension": "维度",
    "row": "“{token}”的向量",
    "value": "值",
    "product": "独热行向量乘以表",
    "lookup": "查表取出的行",
    "near": "表中离“{token}”最近的词元",
    "cosine": "余弦",
    "reading": (
        "“{token}”是 {size} 行中的第 {id} 行。离它最近的另一行属于“{nearest}”，余弦为 {cosine}；其余各行中，"
        "有一半与它的余弦低于 {middle}。"
    ),
    "number.id": "词元的编号",
    "number.apart": "查表与乘积之间的最大差",
    "number.multiplications": "乘积所需的乘法次数",
    "number.copied": "查表所复制的数的个数",
    "number.length": "向量的范数",
    "number.middle": "与表中所有其他词元的余弦的中位数",
}
