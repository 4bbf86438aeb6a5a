"""Words of the lab of BLEU, in Chinese."""

WORDS = {
    "title": "手算 BLEU",
    "question": "BLEU 统计什么？",
    "formula": (
        r"$\text{BLEU}=BP\cdot\exp\left(\frac{1}{4}\sum_{n=1}^{4}\ln p_n\right)\qquad BP=\min\left(1,e^{1-r/c}"
        r"\right)$"
    ),
    "intro": (
        "对 n 从 1 到 4，统计译文的 n 元组（n-gram）有多少也出现在参考译文中，每个 n "
        "元组最多计它在参考译文中出现的次数（截断）。四个比例的几何平均，在译文较短（$c<r$）时再乘以短句惩罚。"
        "单个句子常常没有四个词相同的一段，不作平滑的 BLEU 就是 0。"
    ),
    "look": "看哪种改动损失最大：中间错一个词，最多破坏四个四元组；末尾错一个词，只破坏一个。",
    "hypothesis.label": "译文",
    "hypothesis.info": "改动它，观察得分。",
    "reference.label": "参考译文",
    "reference.info": "一开始是去掉第一个词的译文。",
    "tokens.label": "切分方式",
    "tokens.words": "按空格切分",
    "tokens.info": "“标点分开”即 sacreBLEU 的 13a，它不切开弯引号之类的标点和全角标点。",
    "tokens.punctuation": "标点分开",
    "tokens.characters": "按字（中文）",
    "order.label": "列出的阶 n",
    "marked": "译文（着色：参考译文中也有的词元）",
    "table": "各阶的匹配",
    "matches": "匹配数",
    "totals": "n 元组数",
    "precision": "比例",
    "grams": "译文的 {order} 元组（共 {all} 个，列出 {shown} 个）",
    "gram": "n 元组",
    "own": "出现",
    "clipped": "计入",
    "by_hand": "得分",
    "mean": "均值",
    "number.bleu": "BLEU",
    "number.brevity": "短句惩罚 BP",
    "number.length": "译文的词元数 c",
    "number.reference": "参考译文的词元数 r",
}
