"""Words of the lab of the residual stream, in Chinese."""

WORDS = {
    "title": "残差流",
    "question": "每个子层对流过模型的向量改变多少？",
    "formula": r"$x\leftarrow x+\operatorname{Sublayer}(x)$",
    "intro": (
        "每个子层读取残差流，把自己的输出加上去；原有的内容不被替换。这就是残差连接（residual connection）。有了它，"
        "一层即使几乎不做什么，也没有害处；梯度也因此能到达第一层。图中名称前的数字是层号。"
    ),
    "look": (
        "看加上去的向量与它所遇到的残差流相比有多大，方向是顺着残差流（余弦接近 1）、与之垂直（0）还是相反（小于 0）。"
    ),
    "side.label": "编码器或解码器",
    "side.encoder": "编码器",
    "side.decoder": "解码器",
    "position.label": "词元的位置",
    "position.info": "从 0 开始。",
    "norms": "“{token}”处：残差流的范数，以及加上去的向量的范数",
    "self": "{layer} 自注意力",
    "cross": "{layer} 交叉注意力",
    "feed_forward": "{layer} 前馈网络",
    "norm": "欧几里得范数",
    "stream": "相加之前的残差流",
    "added": "子层加上的向量",
    "direction": "加上去的向量与残差流的夹角余弦",
    "cosine": "余弦",
    "number.first": "第一次相加之前残差流的范数",
    "number.last": "最后一次相加之前残差流的范数",
    "number.largest": "加上去的最大向量",
}
