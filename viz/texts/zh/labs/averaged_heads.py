"""Words of the mistake of averaged heads, in Chinese."""

WORDS = {
    "title": "对各头取平均",
    "question": "一层所有头的平均显示了什么？",
    "intro": (
        "许多工具每层只画一个矩阵，即各头的均值。模型中没有任何部分计算这个均值。每个头有自己的值，"
        "也有自己的一份输出投影，所以不同的头的权重不能相加。均值抹去了单个头所做的事，"
        "它的熵从不低于各头的熵的均值。"
    ),
    "look": "有的头自己的图样清楚，在平均中却几乎看不出来。",
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "head.label": "头",
    "query": "查询",
    "key": "键",
    "average": "平均",
    "single": "第 {head} 个头",
    "head_name": "头 {head}",
    "chart": "每个头各行的熵，以及平均的熵",
    "entropy": "奈特",
    "number.entropy_heads": "各头的平均熵（奈特）",
    "number.entropy_average": "平均的熵（奈特）",
    "number.largest_heads": "各头每行最大权重的平均值",
    "number.largest_average": "平均后每行最大权重的平均值",
}
