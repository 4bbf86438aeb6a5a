"""Words of the lab of encodings that fail, in Chinese."""

WORDS = {
    "title": "行不通的位置编码",
    "question": "为什么不直接加上位置的编号？",
    "intro": (
        "编号无限增长，很快就淹没词嵌入。除以句长后，它不超过 1，但相邻位置之间的步幅在每个句子中都不同，"
        "没有哪个权重能学会它。二进制数字有界且唯一，却会跳变：从 7 到 8 有四位改变，从 8 到 9 只有一位。"
        "正弦编码有界，处处步幅相同，范数也不随位置变化。"
    ),
    "look": (
        "正弦编码在两幅图中都是水平线；编号很快超过当前模型词嵌入的范数（点线）。再看表格的各列："
        "只有归一化编号的步幅随句长改变。"
    ),
    "short.label": "短句（词元数）",
    "long.label": "长句（词元数）",
    "d_model.label": "正弦编码的宽度",
    "norms": "长句中各种编码的范数（画到 {high} 为止）",
    "steps": "与前一位置的距离，长句",
    "position": "位置",
    "norm": "范数",
    "distance": "距离",
    "table": "具体数值",
    "largest": "最大范数",
    "in_short": "第一步的步幅，短句",
    "in_long": "第一步的步幅，长句",
    "index": "编号",
    "normalised": "编号 / (长度 − 1)",
    "binary": "二进制数字",
    "sinusoids": "正弦编码",
    "embedding": "本句的词嵌入：{norm}",
    "number.index": "编号的最大范数",
    "number.sinusoids": "正弦编码的范数",
    "number.embedding": "本句词嵌入乘以 √d_model 后的平均范数",
}
