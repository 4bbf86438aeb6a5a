"""Words of the lab of measured layers, in Chinese."""

WORDS = {
    "title": "表 1：实测用时",
    "question": "真实的层所用的时间与表 1 的预期一致吗？",
    "intro": (
        "各层与当前模型同宽，在本机上处理随机状态：模型自己的自注意力、一个 LSTM、一个核宽为 3 的卷积，以及只看 16 "
        "个近邻的受限注意力。最后一种仍按完整矩阵计算，只开放一条带状区域，多数代码都这样做，所以什么也没节省。"
        "百分之几毫秒的用时主要是固定开销；显示两次运行中较快的一次。"
    ),
    "look": (
        "看各层的用时怎样随 n 增长。LSTM 必须依次进行 n 步；其他层同时计算所有位置，"
        "句子短时用时大多是固定开销，句子长时注意力的 n² 也会显现。"
    ),
    "logarithmic.label": "对数坐标轴",
    "chart": "一层的用时随句长的变化",
    "tokens": "词元数 n",
    "ms": "毫秒",
    "attention": "自注意力",
    "recurrent": "LSTM",
    "convolution": "卷积",
    "restricted": "受限注意力，用掩码实现",
    "layer": "整个编码器层",
    "table": "毫秒数",
    "number.attention": "自注意力，最长的句子（毫秒）",
    "number.recurrent": "LSTM，最长的句子（毫秒）",
    "number.ratio": "用时比，LSTM / 自注意力",
}
