"""Words of the exercises on cross-attention."""

WORDS = {
    "finds": {
        "en": "The decoder writes {token}. Which cross-attention head gives the most weight to {source}?",
        "zh": "解码器写出 {token}。哪个交叉注意力头给 {source} 的权重最大？",
    },
    "finds.why": {
        "en": (
            "{answer} gives {weight} of its row to {source}. Other heads look elsewhere: each has projections of its "
            "own."
        ),
        "zh": "{answer}把这一行中 {weight} 的权重给了 {source}。其他头给它的较少：每个头都有自己的投影。",
    },
    "without_which": {
        "en": "Without which cross-attention head does {token} become least likely?",
        "zh": "关闭哪个交叉注意力头，{token} 的概率最低？",
    },
    "without_which.why": {
        "en": (
            "Without {answer} the probability of {token} goes from {now} to {without}. Each head was switched off "
            "alone, the tokens before it kept."
        ),
        "zh": "关闭{answer}后，{token} 的概率从 {now} 变成 {without}。每次只关闭一个头，前面的词元保持不变。",
    },
    "source_of": {
        "en": "The decoder writes {token}. Which source token does {head} attend to most at this step?",
        "zh": "解码器写出 {token}。在这一步，{head}最关注哪个源端词元？",
    },
    "source_of.why": {
        "en": "{answer} gets {weight} of the row. Of all cross-attention heads, this one is the most focused.",
        "zh": "{answer} 得到这一行中 {weight} 的权重。在所有交叉注意力头中，这个头最集中。",
    },
    "never_most": {
        "en": (
            "{head} has one row for each of {steps} steps. Click a source token that gets the largest weight in no row."
        ),
        "zh": "{head}有 {steps} 行，每步一行。点击一个在任何一行中权重都不是最大的源端词元。",
    },
    "never_most.why": {
        "en": (
            "Only {count} of {tokens} source tokens are ever the largest of a row here. Each row sums to 1; a column "
            "need not: a source token may get little in all rows."
        ),
        "zh": (
            "{tokens} 个源端词元中，只有 {count} 个曾是某一行的最大值。每一行之和为 1，列则不必："
            "一个源端词元可能在每一行都只得到很少的权重。"
        ),
    },
    "shape": {
        "en": (
            "The source has {source} tokens, the translation {written}, end symbols counted. What is the shape of a "
            "cross-attention head's weights, queries × keys?"
        ),
        "zh": (
            "源句有 {source} 个词元，译文有 {written} 个，都计入结束符号。交叉注意力头的权重是什么形状（查询 × 键）？"
        ),
    },
    "shape.why": {
        "en": "{written} × {source}: one row for each step of the decoder, one column for each source token.",
        "zh": "{written} × {source}：解码器的每一步一行，每个源端词元一列。",
    },
    "what_changes": {
        "en": (
            "The encoder reads the tokens of “{source}” in reverse order, while the decoder reads the same tokens as "
            "before. Which of the queries, keys and values of cross-attention in decoder layer {layer} change?"
        ),
        "zh": (
            "编码器以相反的顺序读入“{source}”的词元，而解码器读入的词元与原来相同。解码器第 {layer} 层的交叉注意力中，"
            "查询、键和值里哪些会改变？"
        ),
    },
    "what_changes.why": {
        "en": (
            "{answer}. Keys and values are made of the memory; a query is made of the decoder's own states, which "
            "have seen the source only after the cross-attention of layer 1."
        ),
        "zh": (
            "{answer}。键和值由编码器输出（memory）算出；查询由解码器自己的状态算出，而这些状态在第 1 "
            "层的交叉注意力之后才含有源句的信息。"
        ),
    },
    "without_cross": {
        "en": (
            "The model writes {token} with probability {now}. How likely is it if all cross-attention heads are off? "
            "Guess within 0.15."
        ),
        "zh": "模型写出 {token} 的概率是 {now}。如果关闭所有交叉注意力头，这个概率是多少？误差不超过 0.15 即可。",
    },
    "without_cross.why": {
        "en": (
            "{now} becomes {answer}. Without cross-attention the decoder is a language model that knows only what was "
            "written before, {last} last; nothing else brings it the source."
        ),
        "zh": (
            "{now} 变成 {answer}。没有交叉注意力，解码器就只是一个语言模型，只知道前面写出的词元，最后一个是 {last}；"
            "源句的信息没有别的途径到达它。"
        ),
    },
    "memory_vectors": {
        "en": "How many vectors does the encoder hand to the decoder for this sentence?",
        "zh": "对这个句子，编码器交给解码器多少个向量？",
    },
    "memory_vectors.why": {
        "en": (
            "{answer}: the memory has one vector of {width} numbers for each source token, {end} included, not one "
            "for the whole sentence."
        ),
        "zh": (
            "{answer} 个：编码器输出（memory）对每个源端词元（包括 {end}）各有一个 {width} 维的向量，"
            "而不是整句只有一个。"
        ),
    },
}
