"""Words of the lab of batch normalisation, in Chinese."""

WORDS = {
    "title": "批归一化还是层归一化",
    "question": "为什么用层归一化，而不用批归一化？",
    "formula": (
        "$\\text{批：}\\quad\\mu_i,\\,\\sigma_i\\text{ 对所有词元计算}$\n"
        r"$\text{层：}\quad\mu,\,\sigma\text{ 对一个词元计算}$"
    ),
    "intro": (
        "几个长短不一的随机句子组成一批，短的用零向量填充。批归一化（batch normalisation）对每个维度，"
        "用批中所有的向量求均值和方差，因此同一批的其他句子或填充一变，句子的数值也跟着变。"
        "层归一化只读词元自己的向量。此外，翻译时只有单个句子，批归一化还需要保存滑动平均。"
    ),
    "look": (
        "看第一个句子单独成批与放在这一批中相差多少。加宽这一批：增加的只是填充，批归一化的变化却时大时小。"
        "再把填充排除在统计之外：宽度不再有影响，但其他句子仍有影响。"
    ),
    "others.label": "其他句子数",
    "columns.label": "批的宽度",
    "columns.info": "以位置计；越宽，填充越多。",
    "counted.label": "填充计入统计",
    "seed.label": "随机种子",
    "grid": "这一批：每个词元的维度 0，填充画斜线",
    "sentence": "句子",
    "position": "位置",
    "dimension": "维度",
    "batch": "批归一化",
    "layer": "层归一化",
    "change": "句子 1：在这一批中与单独成批之差，最大 {largest}",
    "sizes": "句子 1 的变化与批的宽度",
    "columns": "批的宽度（位置数）",
    "rms": "变化的均方根",
    "reading": (
        "句子 1 单独成批与放在这一批中相比，归一化后的数值在批归一化下变化 {batch}，在层归一化下变化 {layer}（均方根；"
        "数值本身约为 1）。"
    ),
    "number.share": "这一批中的填充",
    "number.batch": "批归一化下的变化",
    "number.layer": "层归一化下的变化",
}
