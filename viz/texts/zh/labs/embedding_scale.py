"""Words of the lab of the embedding's factor, in Chinese."""

WORDS = {
    "title": "词嵌入的缩放",
    "question": "词嵌入为什么要乘以 d_model 的平方根？",
    "formula": (
        "$x=\\sqrt{d_{\\text{model}}}\\;E_t+PE_{pos}$\n"
        r"$\left\|PE_{pos}\right\|=\sqrt{d_{\text{model}}/2}$"
    ),
    "intro": (
        r"词元向量与位置向量相加，所以较长的那个向量在和中占主导。表的各行按 $N(0, 1/d_{\text{model}})$ 初始化，"
        "范数约为 1；论文中最后的线性层使用相同的行，这样一开始的 logit 就很小。正弦位置编码则长得多："
        r"每一对正弦和余弦的范数为 1，合起来是 $\sqrt{d_{\text{model}}/2}$。这个因子把词元向量提升到同样的大小。"
        r"它与注意力中的 $1/\sqrt{d_k}$ 无关，后者的作用是让得分保持较小。"
    ),
    "look": (
        "比较蓝色与橙色的柱子。幂次为 0 时没有因子；为 0.5 时就是论文中的因子。模型训练时用的是论文的因子，"
        "各行的大小与之相配：选其他幂次，看到的是现在改变因子后模型会读到什么。"
    ),
    "side.label": "源端或目标端",
    "side.source": "源端（编码器）",
    "side.target": "目标端（解码器）",
    "power.label": "d_model 的幂次",
    "power.info": "因子等于 d_model 的该次幂；0.5 就是平方根。",
    "norms": "{total} 个词元中 {drawn} 个的范数",
    "norm": "欧几里得范数",
    "plain": "表中的行",
    "scaled": "行乘以 {factor}",
    "position": "位置",
    "shares": "词元在和中所占的份额",
    "share": "词元² / (词元² + 位置²)",
    "without": "不乘因子",
    "with": "乘以因子 {factor}",
    "reading": "不乘因子时，词元向量的长度平均是位置向量的 {plain} 倍；乘以因子 {factor} 后是 {ratio} 倍。",
    "number.factor": "因子",
    "number.word": "表中行的范数，平均值",
    "number.position": "位置向量的范数，平均值",
    "number.expected": "√(d_model / 2)，每个正弦位置编码的范数",
    "number.ratio_plain": "词元 / 位置，不乘因子",
    "number.ratio": "词元 / 位置，乘以因子",
    "number.share_plain": "不乘因子时词元的份额，按两个范数的平方计",
    "number.share": "乘以因子后词元的份额",
    "number.cosine_plain": "和与词元的余弦，不乘因子",
    "number.cosine": "和与词元的余弦，乘以因子",
}
