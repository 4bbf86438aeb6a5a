"""Words of the lab of measured layers."""

WORDS = {
    "title": {"en": "Table 1, measured", "zh": "表 1：实测用时"},
    "question": {
        "en": "Do real layers take the time that Table 1 suggests?",
        "zh": "真实的层所用的时间与表 1 的预期一致吗？",
    },
    "intro": {
        "en": (
            "Layers as wide as the loaded model, on this machine, over random states: the model's own "
            "self-attention, an LSTM, a convolution with kernel 3, and attention restricted to 16 neighbours. "
            "The last one is computed as a full matrix with a band open, as most code does it, so that it saves "
            "nothing. Times of a few hundredths of a millisecond are mostly overhead; the better of two runs is "
            "shown."
        ),
        "zh": (
            "各层与当前模型同宽，在本机上处理随机状态：模型自己的自注意力、一个 LSTM、一个核宽为 3 的卷积，以及只看 16 "
            "个近邻的受限注意力。最后一种仍按完整矩阵计算，只开放一条带状区域，多数代码都这样做，所以什么也没节省。"
            "百分之几毫秒的用时主要是固定开销；显示两次运行中较快的一次。"
        ),
    },
    "look": {
        "en": (
            "how each time grows with n. The LSTM must take n steps one after the other. The other layers compute all "
            "positions at once, so that for short sentences most of their time is overhead; for long ones the n² of "
            "attention shows as well."
        ),
        "zh": (
            "看各层的用时怎样随 n 增长。LSTM 必须依次进行 n 步；其他层同时计算所有位置，"
            "句子短时用时大多是固定开销，句子长时注意力的 n² 也会显现。"
        ),
    },
    "logarithmic.label": {"en": "Logarithmic axes", "zh": "对数坐标轴"},
    "chart": {"en": "Time of one layer against the length", "zh": "一层的用时随句长的变化"},
    "tokens": {"en": "tokens n", "zh": "词元数 n"},
    "ms": {"en": "milliseconds", "zh": "毫秒"},
    "attention": {"en": "self-attention", "zh": "自注意力"},
    "recurrent": "LSTM",
    "convolution": {"en": "convolution", "zh": "卷积"},
    "restricted": {"en": "restricted, as a mask", "zh": "受限注意力，用掩码实现"},
    "layer": {"en": "whole encoder layer", "zh": "整个编码器层"},
    "table": {"en": "Milliseconds", "zh": "毫秒数"},
    "number.attention": {"en": "Self-attention, longest sentence (ms)", "zh": "自注意力，最长的句子（毫秒）"},
    "number.recurrent": {"en": "LSTM, longest sentence (ms)", "zh": "LSTM，最长的句子（毫秒）"},
    "number.ratio": {"en": "LSTM over self-attention", "zh": "用时比，LSTM / 自注意力"},
}
