"""Words of the lab of batch normalisation."""

WORDS = {
    "title": {"en": "Batch or layer", "zh": "批归一化还是层归一化"},
    "question": {
        "en": "Why layer normalisation, and not batch normalisation?",
        "zh": "为什么用层归一化，而不用批归一化？",
    },
    "formula": {
        "en": (
            "$\\text{batch:}\\quad\\mu_i,\\,\\sigma_i\\text{ over all tokens}$\n"
            r"$\text{layer:}\quad\mu,\,\sigma\text{ over one token}$"
        ),
        "zh": (
            "$\\text{批：}\\quad\\mu_i,\\,\\sigma_i\\text{ 对所有词元计算}$\n"
            r"$\text{层：}\quad\mu,\,\sigma\text{ 对一个词元计算}$"
        ),
    },
    "intro": {
        "en": (
            "Random sentences of different lengths share a batch; the shorter ones are filled with padding "
            "vectors of zeros. Batch normalisation takes mean and variance of a dimension over all vectors of "
            "the batch, so a sentence gets other values when its neighbours or its padding change. Layer "
            "normalisation reads nothing but the token's own vector. Batch normalisation also needs running "
            "averages for single sentences at translation time."
        ),
        "zh": (
            "几个长短不一的随机句子组成一批，短的用零向量填充。批归一化（batch normalisation）对每个维度，"
            "用批中所有的向量求均值和方差，因此同一批的其他句子或填充一变，句子的数值也跟着变。"
            "层归一化只读词元自己的向量。此外，翻译时只有单个句子，批归一化还需要保存滑动平均。"
        ),
    },
    "look": {
        "en": (
            "how much the first sentence changes between a batch of its own and this batch. Widen the batch: "
            "only padding is added, and batch normalisation changes the values more or less than before. Leave "
            "padding out of the statistics: its width no longer matters, but the other sentences still do."
        ),
        "zh": (
            "看第一个句子单独成批与放在这一批中相差多少。加宽这一批：增加的只是填充，批归一化的变化却时大时小。"
            "再把填充排除在统计之外：宽度不再有影响，但其他句子仍有影响。"
        ),
    },
    "others.label": {"en": "Other sentences", "zh": "其他句子数"},
    "columns.label": {"en": "Width of the batch", "zh": "批的宽度"},
    "columns.info": {"en": "In positions; wider means more padding.", "zh": "以位置计；越宽，填充越多。"},
    "counted.label": {"en": "Padding enters the statistics", "zh": "填充计入统计"},
    "seed.label": {"en": "Random draw", "zh": "随机种子"},
    "grid": {
        "en": "The batch: dimension 0 of each token, padding hatched",
        "zh": "这一批：每个词元的维度 0，填充画斜线",
    },
    "sentence": {"en": "sentence", "zh": "句子"},
    "position": {"en": "position", "zh": "位置"},
    "dimension": {"en": "dimension", "zh": "维度"},
    "batch": {"en": "batch normalisation", "zh": "批归一化"},
    "layer": {"en": "layer normalisation", "zh": "层归一化"},
    "change": {
        "en": "Sentence 1, in this batch minus alone: at most {largest}",
        "zh": "句子 1：在这一批中与单独成批之差，最大 {largest}",
    },
    "sizes": {"en": "Change of sentence 1 against the width of the batch", "zh": "句子 1 的变化与批的宽度"},
    "columns": {"en": "width of the batch in positions", "zh": "批的宽度（位置数）"},
    "rms": {"en": "root mean square of the change", "zh": "变化的均方根"},
    "reading": {
        "en": (
            "Between a batch of its own and this batch, the normalised values of sentence 1 change by {batch} "
            "with batch normalisation and by {layer} with layer normalisation (root mean square; the values "
            "themselves have about 1)."
        ),
        "zh": (
            "句子 1 单独成批与放在这一批中相比，归一化后的数值在批归一化下变化 {batch}，在层归一化下变化 "
            "{layer}（均方根；"
            "数值本身约为 1）。"
        ),
    },
    "number.share": {"en": "Padding in the batch", "zh": "这一批中的填充"},
    "number.batch": {"en": "Change with batch normalisation", "zh": "批归一化下的变化"},
    "number.layer": {"en": "Change with layer normalisation", "zh": "层归一化下的变化"},
}
