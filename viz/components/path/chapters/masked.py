"""Words of the chapter on masked self-attention (section 3.2.3)."""

WORDS = {
    "title": {
        "en": "Writing without looking ahead",
        "zh": "不能偷看后文",
    },
    "text": {
        "en": (
            "The decoder writes the translation token by token, and each step reads what has been written so far. "
            "Think of a typist whose hand covers the rest of the line: the next word has to be guessed, not "
            "copied.\n"
            "That hand is the causal mask. Before softmax, every score of a later token is set to minus infinity, "
            "so its weight is exactly 0, and the rest of the row still sums to 1: the upper right of the matrix "
            "is empty. Without it, training would teach the model to copy the next word from its own input. The "
            "encoder needs no such mask: its sentence is complete from the start.\n"
            "The decoder's input is shifted right by one: step 1 reads only the start symbol and predicts the "
            "first token. Keys and values of earlier tokens do not change any more, so they are kept in a cache; "
            "each step computes one new row instead of all of them."
        ),
        "zh": (
            "解码器一个词元一个词元地写出译文，每一步只读已经写出的部分。想象一位打字员，用手遮着这一行余下的内容："
            "下一个词只能猜，不能抄。\n"
            "这只手就是因果掩码。在 softmax 之前，后面词元的得分都设为负无穷，权重正好是 0，其余的仍然和为 1：矩阵的"
            "右上角是空的。没有这个掩码，训练只会教模型从自己的输入里照抄下一个词。编码器不需要它：源句从一开始就是"
            "完整的。\n"
            "解码器的输入向右移一位：第 1 步只读起始符号，预测第一个词元。前面词元的键和值不再改变，因此保存在缓存"
            "中；每一步只算新的一行，不必全部重算。"
        ),
    },
    "do": {
        "en": "Step to the last token with the slider, then look at its row, the lowest of the matrix: it may look at "
        "all that was written, every other row at less.",
        "zh": "用滑块走到最后一个词元，再看矩阵最下面的一行：它可以看到已写出的全部内容，其他各行看到的都更少。",
    },
}
