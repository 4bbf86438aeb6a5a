"""Words of the mistake of missing dropout, in Chinese."""

WORDS = {
    "title": "漏掉的随机失活",
    "question": "论文在哪些地方使用随机失活？",
    "intro": (
        "按第 5.4 节，它用于每个子层的输出，在相加和归一化之前；也用于编码器和解码器中词嵌入与位置编码之和："
        "共七类位置。有些代码只在编码器中使用，或漏掉了前馈子层或词嵌入。对注意力权重的随机失活，论文正文没有提到。"
        "这里在当前模型的所有层中，每次只对一类位置开启随机失活，给译文评分三次。"
    ),
    "look": (
        "看每类位置带来多少噪声：随机失活影响最大的地方，译文的对数概率下降最多，那也是正则化作用最强的地方。"
        "三次抽取不算多；换一个随机种子，柱子会有些不同。"
    ),
    "rate.label": "失活率",
    "seed.label": "随机种子",
    "chart": "每次只在一类位置随机失活：对数概率的损失及其离散程度",
    "nats": "奈特",
    "lost": "平均损失",
    "spread": "标准差",
    "table": "七类位置",
    "place": "位置",
    "section": "见于",
    "named": "第 5.4 节",
    "encoder_embedding": "编码器词嵌入",
    "decoder_embedding": "解码器词嵌入",
    "encoder_attention": "编码器自注意力",
    "encoder_feed_forward": "编码器前馈网络",
    "decoder_attention": "解码器自注意力",
    "cross_attention": "交叉注意力",
    "decoder_feed_forward": "解码器前馈网络",
    "number.none": "没有随机失活时译文的对数概率",
    "number.every": "所有位置都有随机失活时的平均对数概率",
    "number.lost": "差值",
}
