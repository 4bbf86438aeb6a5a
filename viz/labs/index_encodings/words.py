"""Words of the lab of encodings that fail."""

WORDS = {
    "title": {"en": "Encodings that fail", "zh": "行不通的位置编码"},
    "question": {"en": "Why not simply add the number of the position?", "zh": "为什么不直接加上位置的编号？"},
    "intro": {
        "en": (
            "The index grows without bound and soon exceeds the embedding that it is added to. Divided by the "
            "length it is at most 1, but the step between neighbours differs from sentence to sentence, so no "
            "weight can rely on it. Binary digits are bounded and unique, but jump: from 7 to 8 four digits "
            "change, from 8 to 9 one. Sinusoids are bounded, have the same step everywhere, and a norm that does "
            "not depend on the position."
        ),
        "zh": (
            "编号无限增长，很快就淹没词嵌入。除以句长后，它不超过 1，但相邻位置之间的步幅在每个句子中都不同，"
            "没有哪个权重能学会它。二进制数字有界且唯一，却会跳变：从 7 到 8 有四位改变，从 8 到 9 只有一位。"
            "正弦编码有界，处处步幅相同，范数也不随位置变化。"
        ),
    },
    "look": {
        "en": (
            "the two flat lines of the sinusoids, the index that soon crosses the norm of an embedding of the "
            "loaded model (dotted), and the columns of the table: only the normalised index changes its step "
            "with the length of the sentence."
        ),
        "zh": (
            "正弦编码在两幅图中都是水平线；编号很快超过当前模型词嵌入的范数（点线）。再看表格的各列："
            "只有归一化编号的步幅随句长改变。"
        ),
    },
    "short.label": {"en": "A short sentence (tokens)", "zh": "短句（词元数）"},
    "long.label": {"en": "A long sentence (tokens)", "zh": "长句（词元数）"},
    "d_model.label": {"en": "Width of the sinusoids", "zh": "正弦编码的宽度"},
    "norms": {
        "en": "Norm of each encoding in the long sentence (up to {high})",
        "zh": "长句中各种编码的范数（画到 {high} 为止）",
    },
    "steps": {"en": "Distance to the position before, in the long sentence", "zh": "与前一位置的距离，长句"},
    "position": {"en": "position", "zh": "位置"},
    "norm": {"en": "norm", "zh": "范数"},
    "distance": {"en": "distance", "zh": "距离"},
    "table": {"en": "In numbers", "zh": "具体数值"},
    "largest": {"en": "largest norm", "zh": "最大范数"},
    "in_short": {"en": "first step, short sentence", "zh": "第一步的步幅，短句"},
    "in_long": {"en": "first step, long sentence", "zh": "第一步的步幅，长句"},
    "index": {"en": "index", "zh": "编号"},
    "normalised": {"en": "index / (length − 1)", "zh": "编号 / (长度 − 1)"},
    "binary": {"en": "binary digits", "zh": "二进制数字"},
    "sinusoids": {"en": "sinusoids", "zh": "正弦编码"},
    "embedding": {"en": "an embedding of this sentence: {norm}", "zh": "本句的词嵌入：{norm}"},
    "number.index": {"en": "Largest norm of the index", "zh": "编号的最大范数"},
    "number.sinusoids": {"en": "Norm of the sinusoids", "zh": "正弦编码的范数"},
    "number.embedding": {
        "en": "Mean norm of the sentence's embeddings, times √d_model",
        "zh": "本句词嵌入乘以 √d_model 后的平均范数",
    },
}
