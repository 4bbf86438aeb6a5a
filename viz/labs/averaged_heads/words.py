"""Words of the mistake of averaged heads."""

WORDS = {
    "title": {"en": "Heads averaged", "zh": "对各头取平均"},
    "question": {"en": "What does the average of all heads of a layer show?", "zh": "一层所有头的平均显示了什么？"},
    "intro": {
        "en": (
            "Many tools plot one matrix for each layer: the mean over its heads. No part of the model computes "
            "that mean. Each head has values of its own and a part of the output projection of its own, so that "
            "weights of different heads do not add up. The mean blurs what single heads do, and its entropy is "
            "never below the mean of theirs."
        ),
        "zh": (
            "许多工具每层只画一个矩阵，即各头的均值。模型中没有任何部分计算这个均值。每个头有自己的值，"
            "也有自己的一份输出投影，所以不同的头的权重不能相加。均值抹去了单个头所做的事，"
            "它的熵从不低于各头的熵的均值。"
        ),
    },
    "look": {
        "en": "a head whose own pattern is clear, but hardly seen in the average.",
        "zh": "有的头自己的图样清楚，在平均中却几乎看不出来。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "average": {"en": "average", "zh": "平均"},
    "single": {"en": "Head {head}", "zh": "第 {head} 个头"},
    "head_name": {"en": "head {head}", "zh": "头 {head}"},
    "chart": {"en": "Entropy of each head's rows, and of the average's", "zh": "每个头各行的熵，以及平均的熵"},
    "entropy": {"en": "nats", "zh": "奈特"},
    "number.entropy_heads": {"en": "Mean entropy of the heads (nats)", "zh": "各头的平均熵（奈特）"},
    "number.entropy_average": {"en": "Entropy of the average (nats)", "zh": "平均的熵（奈特）"},
    "number.largest_heads": {"en": "Mean largest weight of the heads' rows", "zh": "各头每行最大权重的平均值"},
    "number.largest_average": {"en": "Mean largest weight of the average's rows", "zh": "平均后每行最大权重的平均值"},
}
