"""Words of the lab of corpus BLEU, in Chinese."""

WORDS = {
    "title": "语料库 BLEU 与平均 BLEU",
    "question": "为什么不能对句子的得分取平均？为什么切分方式这么重要？",
    "formula": (
        r"$p_n=\frac{\sum_s\text{匹配数}_n(s)}{\sum_s n\text{ 元组数}(s)}\qquad\text{而不是}\qquad\frac{1}{S}\sum_s"
        r"\text{BLEU}(s)$"
    ),
    "intro": (
        "语料库 BLEU 先把所有句子的计数相加，再求一次比例。句子得分的平均则是另一个数：一个句子不论多好，"
        "只要没有四个词元相同的一段，就按 0 计。而且得分取决于怎样切分词元：没有分词的中文句子按空格切分，"
        "就只有一个词元，没有二元到四元组，即使它就是参考译文本身，不作平滑也得 0。"
    ),
    "look": (
        "语料库 BLEU 与句子 BLEU 的平均，以及它们怎样随切分方式变化。只有切分方式相同，"
        "公布的得分才可以比较，所以 sacreBLEU 会打印一个签名。"
    ),
    "hypotheses.label": "译文，每行一句",
    "references.label": "参考译文，每行一句",
    "tokens.label": "切分方式",
    "tokens.words": "按空格切分",
    "tokens.info": "“标点分开”即 sacreBLEU 的 13a，它不切开弯引号之类的标点和全角标点。",
    "tokens.punctuation": "标点分开",
    "tokens.characters": "按字（中文）",
    "chart": "每个句子的 BLEU，不作平滑",
    "sentence": "句子 {number}",
    "table": "每个句子",
    "translation": "译文",
    "four": "四元匹配数",
    "number.corpus": "语料库 BLEU",
    "number.averaged": "句子 BLEU 的平均",
    "number.difference": "差值",
    "number.missing": "没有对应行而略去的行",
}
