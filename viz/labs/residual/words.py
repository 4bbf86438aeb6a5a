"""Words of the lab of the residual stream."""

WORDS = {
    "title": {"en": "Residual stream", "zh": "残差流"},
    "question": {
        "en": "How much does each sub-layer change what flows through the model?",
        "zh": "每个子层对流过模型的向量改变多少？",
    },
    "formula": r"$x\leftarrow x+\operatorname{Sublayer}(x)$",
    "intro": {
        "en": (
            "Each sub-layer reads the stream and adds its output to it; nothing is replaced. So a layer can do "
            "little without harm, and gradients reach the first layer. The numbers before the names below are "
            "layers."
        ),
        "zh": (
            "每个子层读取残差流，把自己的输出加上去；原有的内容不被替换。这就是残差连接（residual connection）。"
            "有了它，"
            "一层即使几乎不做什么，也没有害处；梯度也因此能到达第一层。图中名称前的数字是层号。"
        ),
    },
    "look": {
        "en": (
            "how large an addition is against the stream that it meets, and whether it points along the stream "
            "(cosine near 1), across it (0) or against it (below 0)."
        ),
        "zh": (
            "看加上去的向量与它所遇到的残差流相比有多大，方向是顺着残差流（余弦接近 1）、与之垂直（0）还是相反（小于 "
            "0）。"
        ),
    },
    "side.label": {"en": "Stack", "zh": "编码器或解码器"},
    "side.encoder": {"en": "Encoder", "zh": "编码器"},
    "side.decoder": {"en": "Decoder", "zh": "解码器"},
    "position.label": {"en": "Position of the token", "zh": "词元的位置"},
    "position.info": {"en": "From 0.", "zh": "从 0 开始。"},
    "norms": {
        "en": "At “{token}”: norm of the stream and of what is added to it",
        "zh": "“{token}”处：残差流的范数，以及加上去的向量的范数",
    },
    "self": {"en": "{layer} self-attention", "zh": "{layer} 自注意力"},
    "cross": {"en": "{layer} cross-attention", "zh": "{layer} 交叉注意力"},
    "feed_forward": {"en": "{layer} feed-forward", "zh": "{layer} 前馈网络"},
    "norm": {"en": "Euclidean norm", "zh": "欧几里得范数"},
    "stream": {"en": "stream before the sum", "zh": "相加之前的残差流"},
    "added": {"en": "added by the sub-layer", "zh": "子层加上的向量"},
    "direction": {"en": "Direction of the addition against the stream", "zh": "加上去的向量与残差流的夹角余弦"},
    "cosine": {"en": "cosine", "zh": "余弦"},
    "number.first": {"en": "Norm of the stream before the first sum", "zh": "第一次相加之前残差流的范数"},
    "number.last": {"en": "Norm of the stream before the last sum", "zh": "最后一次相加之前残差流的范数"},
    "number.largest": {"en": "Largest addition", "zh": "加上去的最大向量"},
}
