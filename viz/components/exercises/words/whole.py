"""Words of the exercises on the whole model."""

WORDS = {
    "figure_1": {
        "en": "Put these parts of Figure 1 in the order in which the model computes them (first layers only).",
        "zh": "把图 1 中的这些部分按模型计算的顺序排列（只看各自的第一层）。",
    },
    "figure_1.why": {
        "en": (
            "First the encoder with its {encoder} layers, then the decoder with {decoder}: each decoder layer attends "
            "to its own tokens, then to the memory, then comes its feed-forward network."
        ),
        "zh": (
            "先是 {encoder} 层的编码器，然后是 {decoder} 层的解码器：解码器的每一层先关注自己的词元，"
            "再关注编码器输出（memory），最后是前馈网络。"
        ),
    },
    "figure_1.embedding": {"en": "source embedding with positions", "zh": "源端词嵌入加位置编码"},
    "figure_1.encoder_self": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "figure_1.encoder_forward": {"en": "encoder feed-forward network", "zh": "编码器前馈网络"},
    "figure_1.decoder_self": {"en": "masked self-attention", "zh": "掩码自注意力"},
    "figure_1.cross": {"en": "cross-attention", "zh": "交叉注意力"},
    "figure_1.decoder_forward": {"en": "decoder feed-forward network", "zh": "解码器前馈网络"},
    "figure_1.softmax": {"en": "linear layer and softmax", "zh": "线性层和 softmax"},
    "head_count": {
        "en": (
            "This model has {encoder} encoder layers and {decoder} decoder layers, with {heads} heads in each "
            "attention. How many attention heads does it have in all?"
        ),
        "zh": (
            "本模型有 {encoder} 个编码器层和 {decoder} 个解码器层，每个注意力有 {heads} 个头。它一共有多少个注意力头？"
        ),
    },
    "head_count.why": {
        "en": (
            "An encoder layer has one attention, a decoder layer two: ({encoder} + 2 · {decoder}) · {heads} = {answer}."
        ),
        "zh": "编码器的一层有一个注意力，解码器的一层有两个：({encoder} + 2 · {decoder}) · {heads} = {answer}。",
    },
    "largest_part": {
        "en": "Which part holds most of this model's {parameters} parameters?",
        "zh": "本模型有 {parameters} 个参数，哪一部分最多？",
    },
    "largest_part.why": {
        "en": (
            "{answer}. Embeddings hold {embedding} %, all attentions {attention} %, all feed-forward networks "
            "{feed_forward} %."
        ),
        "zh": "{answer}。词嵌入占 {embedding}%，所有注意力占 {attention}%，所有前馈网络占 {feed_forward}%。",
    },
    "largest_part.embedding": {"en": "embeddings and output matrix", "zh": "词嵌入和输出矩阵"},
    "largest_part.attention": {"en": "projections of all attentions", "zh": "所有注意力的投影"},
    "largest_part.feed_forward": {"en": "all feed-forward networks", "zh": "所有前馈网络"},
    "n_and_d": {
        "en": (
            "By Table 1 a self-attention layer needs n² · d operations, a recurrent layer n · d². Here n = {tokens} "
            "and d = {width}. How many times as many does the recurrent layer need?"
        ),
        "zh": (
            "按表 1，自注意力层需要 n² · d 次运算，循环层需要 n · d² 次。这里 n = {tokens}，d = {width}。"
            "循环层的运算量是自注意力层的多少倍？"
        ),
    },
    "n_and_d.why": {
        "en": (
            "n · d² / (n² · d) = d / n = {answer}. They would be equal at {width} tokens; beyond that self-attention "
            "costs more."
        ),
        "zh": "n · d² / (n² · d) = d / n = {answer}。到 {width} 个词元时两者相等，再长，自注意力的运算更多。",
    },
    "passes": {
        "en": "Greedy search writes {tokens} tokens, the end symbol counted. How often does the {side} run meanwhile?",
        "zh": "贪心解码写出 {tokens} 个词元（计入结束符号）。在此期间{side}运行多少次？",
    },
    "passes.why": {"en": "{answer}. {reason}", "zh": "{answer} 次。{reason}"},
    "passes.encoder": {"en": "encoder", "zh": "编码器"},
    "passes.decoder": {"en": "decoder", "zh": "解码器"},
    "passes.encoder_runs": {
        "en": "The source does not change, so its memory is computed once and used at every step.",
        "zh": "源句不变，所以编码器输出（memory）只计算一次，每一步都用到它。",
    },
    "passes.decoder_runs": {
        "en": "One run for each token: the next token depends on all tokens written before.",
        "zh": "每个词元一次：下一个词元取决于前面写出的所有词元。",
    },
    "greatest_loss": {
        "en": "One kind of attention is switched off in all layers. Without which is the translation least likely?",
        "zh": "在所有层中关闭一种注意力。关闭哪一种，译文的概率最低？",
    },
    "greatest_loss.why": {
        "en": (
            "{answer}. The translation loses {encoder} nats without encoder self-attention, {decoder} without masked "
            "self-attention, {cross} without cross-attention."
        ),
        "zh": (
            "{answer}。没有编码器自注意力，译文损失 {encoder} 奈特；没有掩码自注意力，损失 {decoder} 奈特；"
            "没有交叉注意力，损失 {cross} 奈特。"
        ),
    },
    "greatest_loss.encoder_attention": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "greatest_loss.decoder_attention": {"en": "masked self-attention of the decoder", "zh": "解码器的掩码自注意力"},
    "greatest_loss.cross_attention": {"en": "cross-attention", "zh": "交叉注意力"},
    "needed_head": {
        "en": "Of all heads of {kind}: without which one does the whole translation lose most log-probability?",
        "zh": "在{kind}的所有头中，关闭哪一个，整个译文损失的对数概率最多？",
    },
    "needed_head.why": {
        "en": (
            "Without {answer} it loses {loss} nats. Of the {heads} heads, {spared} cost less than 0.1 nats when they "
            "are off alone: others do similar work."
        ),
        "zh": (
            "没有{answer}，译文损失 {loss} 奈特。{heads} 个头中有 {spared} 个单独关闭时损失不到 0.1 奈特："
            "别的头做着相似的事。"
        ),
    },
    "needed_head.encoder_attention": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "needed_head.decoder_attention": {"en": "the decoder's masked self-attention", "zh": "解码器掩码自注意力"},
    "needed_head.cross_attention": {"en": "cross-attention", "zh": "交叉注意力"},
    "matched_words": {
        "en": (
            "BLEU compares the translation “{text}” with the reference “{reference}”. It counts {words} words in the "
            "translation (punctuation counts, in Chinese each character). How many of them does it find in the "
            "reference?"
        ),
        "zh": (
            "BLEU 把译文“{text}”与参考译文“{reference}”比较。它在译文中数出 {words} 个词（标点也算，"
            "中文每个字算一个）。其中有多少个出现在参考译文中？"
        ),
    },
    "matched_words.why": {
        "en": (
            "{answer} of {words}; each counts at most as often as in the reference. BLEU does the same for 2, 3 and 4 "
            "words in a row and takes the geometric mean."
        ),
        "zh": (
            "{words} 个中有 {answer} 个；每个词最多计它在参考译文中出现的次数。BLEU 对连续 2、3、4 个词也这样计算，"
            "再取几何平均。"
        ),
    },
}
