"""Words of the lab of byte pairs, in Chinese."""

WORDS = {
    "title": "字节对编码",
    "question": "句子怎样变成词元？",
    "intro": (
        "训练分词器（tokenizer）时，反复把最常见的一对相邻片段合并，这就是字节对编码（byte-pair encoding，BPE）。"
        "编码一个句子时，从单个字节开始，按学到的次序依次应用同样的合并，只在词的内部进行。常见词最后成为一个词元，"
        "罕见词仍是几个片段，没有不认识的词。ASCII 以外的字母占两个或更多字节，汉字占三个。"
    ),
    "look": (
        "着色的片段由最后一次合并得到；每个片段下方的数是它的合并第几个学到。数越小，这一对在训练文本中越常见。"
        "试着输入一个罕见词，或另一种语言的词。"
    ),
    "text.label": "输入句子",
    "side.label": "词表",
    "side.source": "源端的词表",
    "side.target": "目标端的词表",
    "merges.label": "最多应用的合并数",
    "merges.info": "从 0 开始拖动；最右端应用全部合并。",
    "pieces": "这里适用的 {all} 次合并中，已应用 {at} 次（下方：片段由第几个学到的合并得到）",
    "chart": "每次合并之后句子的片段数",
    "merge": "已应用的合并数",
    "count": "片段数",
    "none": "尚未合并",
    "byte": "字节",
    "number.applied": "已应用的合并数",
    "number.learned_as": "最后一次合并是第几个学到的",
    "number.pieces": "现在的片段数",
    "number.bytes": "句子的字节数，含分词器在句首加的空格（如果有）",
    "number.tokens": "模型的词元数",
    "number.per_piece": "现在每个片段的字符数",
}
