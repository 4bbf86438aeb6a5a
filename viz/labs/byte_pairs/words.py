"""Words of the lab of byte pairs."""

WORDS = {
    "title": {"en": "Byte-pair encoding", "zh": "字节对编码"},
    "question": {"en": "How does a sentence become tokens?", "zh": "句子怎样变成词元？"},
    "intro": {
        "en": (
            "Training the tokenizer joined the most frequent pair of neighbouring pieces again and again. To "
            "encode a sentence, the same merges are applied in the order in which they were learned, beginning "
            "with single bytes, within words only. Frequent words end as one token; rare ones stay in pieces, "
            "and none is unknown. A letter beyond ASCII has two or more bytes, a Chinese character three."
        ),
        "zh": (
            "训练分词器（tokenizer）时，反复把最常见的一对相邻片段合并，这就是字节对编码（byte-pair encoding，BPE）。"
            "编码一个句子时，从单个字节开始，按学到的次序依次应用同样的合并，只在词的内部进行。常见词最后成为一个词元，"
            "罕见词仍是几个片段，没有不认识的词。ASCII 以外的字母占两个或更多字节，汉字占三个。"
        ),
    },
    "look": {
        "en": (
            "the pieces that the last merge has made, which are tinted, and the number below each piece: the "
            "place of its merge in the order of learning. Small numbers are pairs that were frequent in the "
            "training text. Type a rare word, or one of the other language."
        ),
        "zh": (
            "着色的片段由最后一次合并得到；每个片段下方的数是它的合并第几个学到。数越小，这一对在训练文本中越常见。"
            "试着输入一个罕见词，或另一种语言的词。"
        ),
    },
    "text.label": {"en": "Your sentence", "zh": "输入句子"},
    "side.label": {"en": "Vocabulary", "zh": "词表"},
    "side.source": {"en": "of the source", "zh": "源端的词表"},
    "side.target": {"en": "of the target", "zh": "目标端的词表"},
    "merges.label": {"en": "Merges applied, at most", "zh": "最多应用的合并数"},
    "merges.info": {"en": "Drag it from 0; the right end applies all.", "zh": "从 0 开始拖动；最右端应用全部合并。"},
    "pieces": {
        "en": "After {at} of {all} merges that apply here (below: which merge made the piece)",
        "zh": "这里适用的 {all} 次合并中，已应用 {at} 次（下方：片段由第几个学到的合并得到）",
    },
    "chart": {"en": "Pieces of the sentence after each merge", "zh": "每次合并之后句子的片段数"},
    "merge": {"en": "merges applied", "zh": "已应用的合并数"},
    "count": {"en": "pieces", "zh": "片段数"},
    "none": {"en": "no merge yet", "zh": "尚未合并"},
    "byte": {"en": "byte", "zh": "字节"},
    "number.applied": {"en": "Merges applied", "zh": "已应用的合并数"},
    "number.learned_as": {"en": "The last one was learned as number", "zh": "最后一次合并是第几个学到的"},
    "number.pieces": {"en": "Pieces now", "zh": "现在的片段数"},
    "number.bytes": {
        "en": "Bytes of the sentence, with a space in front where the tokenizer adds one",
        "zh": "句子的字节数，含分词器在句首加的空格（如果有）",
    },
    "number.tokens": {"en": "Tokens of the model", "zh": "模型的词元数"},
    "number.per_piece": {"en": "Characters per piece now", "zh": "现在每个片段的字符数"},
}
