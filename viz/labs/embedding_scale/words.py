"""Words of the lab of the embedding's factor."""

WORDS = {
    "title": {"en": "Embedding scale", "zh": "词嵌入的缩放"},
    "question": {
        "en": "Why is the embedding multiplied by the square root of d_model?",
        "zh": "词嵌入为什么要乘以 d_model 的平方根？",
    },
    "formula": (
        "$x=\\sqrt{d_{\\text{model}}}\\;E_t+PE_{pos}$\n"
        r"$\left\|PE_{pos}\right\|=\sqrt{d_{\text{model}}/2}$"
    ),
    "intro": {
        "en": (
            "The token and its position are added, so the longer of the two vectors dominates the sum. Rows of "
            r"the table begin at $N(0, 1/d_{\text{model}})$, a norm of about 1, so that the last linear layer, "
            "which has the same rows in the paper, begins with small logits. A sinusoidal position is much "
            r"longer: each pair of sine and cosine has norm 1, all together $\sqrt{d_{\text{model}}/2}$. The "
            r"factor lifts the token to that size. It has nothing to do with $1/\sqrt{d_k}$ in attention, which "
            "keeps scores small."
        ),
        "zh": (
            r"词元向量与位置向量相加，所以较长的那个向量在和中占主导。表的各行按 $N(0, 1/d_{\text{model}})$ 初始化，"
            "范数约为 1；论文中最后的线性层使用相同的行，这样一开始的 logit 就很小。正弦位置编码则长得多："
            r"每一对正弦和余弦的范数为 1，合起来是 $\sqrt{d_{\text{model}}/2}$。这个因子把词元向量提升到同样的大小。"
            r"它与注意力中的 $1/\sqrt{d_k}$ 无关，后者的作用是让得分保持较小。"
        ),
    },
    "look": {
        "en": (
            "blue against orange. At power 0 there is no factor; at 0.5 it is that of the paper. The model "
            "was trained with that factor, so its rows have the size that suits it: other powers show what it "
            "would read if the factor changed now."
        ),
        "zh": (
            "比较蓝色与橙色的柱子。幂次为 0 时没有因子；为 0.5 时就是论文中的因子。模型训练时用的是论文的因子，"
            "各行的大小与之相配：选其他幂次，看到的是现在改变因子后模型会读到什么。"
        ),
    },
    "side.label": {"en": "Side", "zh": "源端或目标端"},
    "side.source": {"en": "Source (encoder)", "zh": "源端（编码器）"},
    "side.target": {"en": "Target (decoder)", "zh": "目标端（解码器）"},
    "power.label": {"en": "Power of d_model", "zh": "d_model 的幂次"},
    "power.info": {
        "en": "The factor is d_model to this power; 0.5 is the square root.",
        "zh": "因子等于 d_model 的该次幂；0.5 就是平方根。",
    },
    "norms": {"en": "Norms of {drawn} of {total} tokens", "zh": "{total} 个词元中 {drawn} 个的范数"},
    "norm": {"en": "Euclidean norm", "zh": "欧几里得范数"},
    "plain": {"en": "row of the table", "zh": "表中的行"},
    "scaled": {"en": "row times {factor}", "zh": "行乘以 {factor}"},
    "position": {"en": "position", "zh": "位置"},
    "shares": {"en": "Share of the token in the sum", "zh": "词元在和中所占的份额"},
    "share": {"en": "token² / (token² + position²)", "zh": "词元² / (词元² + 位置²)"},
    "without": {"en": "without the factor", "zh": "不乘因子"},
    "with": {"en": "with a factor of {factor}", "zh": "乘以因子 {factor}"},
    "reading": {
        "en": (
            "On average a token is {plain} times as long as its position without the factor, and {ratio} times "
            "with a factor of {factor}."
        ),
        "zh": "不乘因子时，词元向量的长度平均是位置向量的 {plain} 倍；乘以因子 {factor} 后是 {ratio} 倍。",
    },
    "number.factor": {"en": "Factor", "zh": "因子"},
    "number.word": {"en": "Norm of a row of the table, on average", "zh": "表中行的范数，平均值"},
    "number.position": {"en": "Norm of a position, on average", "zh": "位置向量的范数，平均值"},
    "number.expected": {
        "en": "√(d_model / 2), the norm of every sinusoidal position",
        "zh": "√(d_model / 2)，每个正弦位置编码的范数",
    },
    "number.ratio_plain": {"en": "Token / position without the factor", "zh": "词元 / 位置，不乘因子"},
    "number.ratio": {"en": "Token / position with the factor", "zh": "词元 / 位置，乘以因子"},
    "number.share_plain": {
        "en": "Share of the token without the factor, of both squared norms",
        "zh": "不乘因子时词元的份额，按两个范数的平方计",
    },
    "number.share": {"en": "Share of the token with the factor", "zh": "乘以因子后词元的份额"},
    "number.cosine_plain": {
        "en": "Cosine of the sum with the token, without the factor",
        "zh": "和与词元的余弦，不乘因子",
    },
    "number.cosine": {"en": "Cosine of the sum with the token, with the factor", "zh": "和与词元的余弦，乘以因子"},
}
