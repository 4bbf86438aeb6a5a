"""Words of the mistake of missing dropout."""

WORDS = {
    "title": {"en": "Dropout left out", "zh": "漏掉的随机失活"},
    "question": {"en": "Where does the paper apply dropout?", "zh": "论文在哪些地方使用随机失活？"},
    "intro": {
        "en": (
            "Section 5.4 applies it to the output of each sub-layer, before it is added and normalised, and to "
            "the sums of embedding and position, in both stacks: seven kinds of places. Code often has it in the "
            "encoder alone, or forgets the feed-forward sub-layer or the embeddings. Dropout on the attention "
            "weights is not in the paper's text. Here dropout is switched on at one kind of place of the loaded "
            "model, in all layers, and the translation is scored three times."
        ),
        "zh": (
            "按第 5.4 节，它用于每个子层的输出，在相加和归一化之前；也用于编码器和解码器中词嵌入与位置编码之和："
            "共七类位置。有些代码只在编码器中使用，或漏掉了前馈子层或词嵌入。对注意力权重的随机失活，论文正文没有提到。"
            "这里在当前模型的所有层中，每次只对一类位置开启随机失活，给译文评分三次。"
        ),
    },
    "look": {
        "en": (
            "how much noise each place makes: the translation's log-probability falls most where dropout hurts "
            "most, which is also where it regularises. Three draws are few; another seed gives somewhat other "
            "bars."
        ),
        "zh": (
            "看每类位置带来多少噪声：随机失活影响最大的地方，译文的对数概率下降最多，那也是正则化作用最强的地方。"
            "三次抽取不算多；换一个随机种子，柱子会有些不同。"
        ),
    },
    "rate.label": {"en": "Dropout rate", "zh": "失活率"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "chart": {
        "en": "Dropout at one kind of place: loss of log-probability, and its spread",
        "zh": "每次只在一类位置随机失活：对数概率的损失及其离散程度",
    },
    "nats": {"en": "nats", "zh": "奈特"},
    "lost": {"en": "mean loss", "zh": "平均损失"},
    "spread": {"en": "standard deviation", "zh": "标准差"},
    "table": {"en": "The seven places", "zh": "七类位置"},
    "place": {"en": "place", "zh": "位置"},
    "section": {"en": "named in", "zh": "见于"},
    "named": {"en": "5.4", "zh": "第 5.4 节"},
    "encoder_embedding": {"en": "encoder embedding", "zh": "编码器词嵌入"},
    "decoder_embedding": {"en": "decoder embedding", "zh": "解码器词嵌入"},
    "encoder_attention": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "encoder_feed_forward": {"en": "encoder feed-forward", "zh": "编码器前馈网络"},
    "decoder_attention": {"en": "decoder self-attention", "zh": "解码器自注意力"},
    "cross_attention": {"en": "cross-attention", "zh": "交叉注意力"},
    "decoder_feed_forward": {"en": "decoder feed-forward", "zh": "解码器前馈网络"},
    "number.none": {"en": "Log-probability of the translation without dropout", "zh": "没有随机失活时译文的对数概率"},
    "number.every": {
        "en": "Mean log-probability with dropout at all places",
        "zh": "所有位置都有随机失活时的平均对数概率",
    },
    "number.lost": {"en": "Difference", "zh": "差值"},
}
