"""Words of the mistake of plotting with dropout."""

WORDS = {
    "title": {"en": "Plotted with dropout on", "zh": "画图时没有关闭随机失活"},
    "question": {
        "en": "What is seen if attention is recorded after dropout, in training mode?",
        "zh": "如果在训练模式下、在随机失活之后记录注意力，看到的是什么？",
    },
    "intro": {
        "en": (
            "Some code keeps the weights after dropout. In training mode these have holes, the rest is "
            "multiplied by 1/(1 − p), and rows no longer sum to 1; a weight can exceed 1. Each pass draws other "
            "holes, so that a plot shows chance. Correct: evaluation mode, or weights recorded before dropout. The "
            "weights are those of the loaded model; dropout is drawn here."
        ),
        "zh": (
            "有些代码保存的是随机失活（dropout）之后的权重。在训练模式下，这样的权重有空洞，其余的乘以 "
            "1/(1\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}p)，各行之和不再是 1，单个权重也可能超过 1。"
            "每次前向计算的空洞都不同，所以图上画的只是一次偶然的结果。正确的做法：用评估模式，"
            "或在随机失活之前记录权重。"
            "这里的权重来自当前模型；随机失活是在这里抽取的。"
        ),
    },
    "look": {
        "en": "cells that vanish and come back when the seed changes, and sums that wander around 1.",
        "zh": "换一个随机种子，有的单元格消失，有的又重现，各行之和在 1 附近摆动。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "rate.label": {"en": "Dropout rate p", "zh": "失活率 p"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "after": {"en": "after dropout", "zh": "随机失活之后"},
    "before": {"en": "before dropout", "zh": "随机失活之前"},
    "sums": {"en": "Sum of each row", "zh": "每行之和"},
    "sum": {"en": "sum", "zh": "和"},
    "number.least": {"en": "Smallest sum of a row after dropout", "zh": "随机失活之后最小的行和"},
    "number.most": {"en": "Largest sum of a row after dropout", "zh": "随机失活之后最大的行和"},
    "number.largest": {"en": "Largest weight after dropout", "zh": "随机失活之后的最大权重"},
}
