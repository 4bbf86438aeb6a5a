"""Words of the lab of the empty row, in Chinese."""

WORDS = {
    "title": "整行都被屏蔽",
    "question": "如果一行的键全部被屏蔽，权重是什么？",
    "intro": (
        "这种情况出现在左侧填充时：第一个 <pad> 在因果掩码之下只看得到自己，而填充掩码连它自己也屏蔽了。"
        "（这里采用右侧填充，每一行至少有一个可见的词元。）一行全是负无穷时，softmax 得 0/0，即 NaN，并会扩散到整个批。"
        "如果改用 −1e9，原来的得分就在舍入中消失，权重均匀地落在这些本来全都禁止关注的键上。本项目把这样的行置为零。"
    ),
    "look": "只要没有可见的键，同一行就有三种不同的答案；一旦有一个键可见，三者就相同。",
    "open.label": "可见的键数",
    "size.label": "得分的大小",
    "seed.label": "随机种子",
    "key_open": "键 {key}",
    "key_closed": "键 {key}，已屏蔽",
    "table": "一行的权重",
    "scores": "得分",
    "infinite": "掩码 −∞",
    "large": "掩码 −1e9",
    "zeros": "本项目",
    "weight": "权重",
    "reading.open": "只要有可见的键，三者就一致：被屏蔽的键权重为零。",
    "reading.empty": "没有可见的键：分别得到 NaN、均匀的一行和全零。",
    "number.sum_infinite": "权重之和，掩码 −∞",
    "number.sum_large": "权重之和，掩码 −1e9",
    "number.sum_zeros": "权重之和，本项目",
}
