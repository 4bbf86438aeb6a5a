"""Words of the lab of the empty row."""

WORDS = {
    "title": {"en": "A row with nothing to attend to", "zh": "整行都被屏蔽"},
    "question": {
        "en": "What are the weights if every key of a row is masked?",
        "zh": "如果一行的键全部被屏蔽，权重是什么？",
    },
    "intro": {
        "en": (
            "It happens with padding on the left: its first <pad> may see only itself under the causal mask, and "
            "not even that under the padding mask. (Padding on the right, as in this project, leaves each row a "
            "token.) "
            "Softmax of minus infinities alone is 0/0, NaN, which spreads through the whole batch. With −1e9 "
            "instead the scores vanish in rounding and the weights come out uniform, over keys that are all "
            "forbidden. This project sets such rows to zero."
        ),
        "zh": (
            "这种情况出现在左侧填充时：第一个 <pad> 在因果掩码之下只看得到自己，而填充掩码连它自己也屏蔽了。"
            "（这里采用右侧填充，每一行至少有一个可见的词元。）一行全是负无穷时，softmax 得 0/0，即 NaN，"
            "并会扩散到整个批。"
            "如果改用 −1e9，原来的得分就在舍入中消失，权重均匀地落在这些本来全都禁止关注的键上。"
            "本项目把这样的行置为零。"
        ),
    },
    "look": {
        "en": (
            "three different answers for the same row as long as no key is open, and the same one as soon as a key is."
        ),
        "zh": "只要没有可见的键，同一行就有三种不同的答案；一旦有一个键可见，三者就相同。",
    },
    "open.label": {"en": "Open keys", "zh": "可见的键数"},
    "size.label": {"en": "Size of the scores", "zh": "得分的大小"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "key_open": {"en": "key {key}", "zh": "键 {key}"},
    "key_closed": {"en": "key {key}, closed", "zh": "键 {key}，已屏蔽"},
    "table": {"en": "Weights of one row", "zh": "一行的权重"},
    "scores": {"en": "score", "zh": "得分"},
    "infinite": {"en": "mask −∞", "zh": "掩码 −∞"},
    "large": {"en": "mask −1e9", "zh": "掩码 −1e9"},
    "zeros": {"en": "this project", "zh": "本项目"},
    "weight": {"en": "weight", "zh": "权重"},
    "reading.open": {
        "en": "With an open key all three agree: closed keys get nothing.",
        "zh": "只要有可见的键，三者就一致：被屏蔽的键权重为零。",
    },
    "reading.empty": {
        "en": "No key is open: NaN, a uniform row, and zeros.",
        "zh": "没有可见的键：分别得到 NaN、均匀的一行和全零。",
    },
    "number.sum_infinite": {"en": "Sum of the weights, mask −∞", "zh": "权重之和，掩码 −∞"},
    "number.sum_large": {"en": "Sum of the weights, mask −1e9", "zh": "权重之和，掩码 −1e9"},
    "number.sum_zeros": {"en": "Sum of the weights, this project", "zh": "权重之和，本项目"},
}
