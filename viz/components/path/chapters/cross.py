"""Words of the chapter on cross-attention (section 3.2.3)."""

WORDS = {
    "title": {
        "en": "Asking the source",
        "zh": "向源句提问",
    },
    "text": {
        "en": (
            "So far each side was alone with itself. In cross-attention the decoder asks the source sentence: the "
            "query comes from what has been written, keys and values come from the encoder's result, the memory. "
            "Think of a translator with a finger on the source text, moving it before each new word.\n"
            "The memory is computed once and read at every step, in every decoder layer. Drawn as a matrix, with a "
            "row for each target word and a column for each source word, the weights often look like a word "
            "alignment. Nobody gave the model an alignment; it came out of translating.\n"
            "How much hangs on it? Make a guess before you try: what will the decoder write if it cannot read the "
            "source at all, and only knows the language?"
        ),
        "zh": (
            "到目前为止，两边各自只看自己。在交叉注意力中，解码器向源句提问：查询来自已经写出的部分，键和值来自编码"
            "器的结果，也就是记忆（memory）。想象一位译者，手指按着原文，每写一个新词之前先移动手指。\n"
            "记忆只计算一次，每一步、每个解码器层都读取它。把这些权重画成矩阵，每行是译文的一个词，每列是原文的一个"
            "词，往往很像词对齐。没有人给过模型词对齐，它是在学习翻译的过程中自己出现的。\n"
            "它有多重要？先猜一猜，再动手：如果完全读不到原文，只懂这门语言，解码器会写出什么？"
        ),
    },
    "do": {
        "en": (
            "Click “cross-attention” above its heads: all of them are switched off, and the sentence is "
            "translated again. What it writes now stands below, under “What changed”."
        ),
        "zh": "点击这些头上方的“交叉注意力”：它们全部关闭，句子自动重新翻译。新的译文在下方“改动的影响”中。",
    },
}
