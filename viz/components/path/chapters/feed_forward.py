"""Words of the chapter on the feed-forward network (section 3.3)."""

WORDS = {
    "title": {
        "en": "Each position thinks alone",
        "zh": "每个位置独立思考",
    },
    "text": {
        "en": (
            "After the meeting, everyone goes back to their own desk. Attention was the meeting: tokens exchanged "
            "what they know. Now a small network works on each position by itself, the same network at every "
            "position, without a look at the neighbours.\n"
            "It is two matrices with a ReLU between them: from $d_{model}$ up to $d_{ff}$, in the paper four times as "
            "wide, everything negative cut to 0, and back again. Each of the wide numbers is like a question "
            "about the vector, “is this a verb after a number?”; ReLU keeps the answers “yes”, and the second "
            "matrix writes down what follows from each of them.\n"
            "In the paper's models about two thirds of an encoder layer's parameters are here. Attention moves "
            "information between tokens; the feed-forward network changes it in place."
        ),
        "zh": (
            "会议结束，大家各回各的座位。注意力就是那场会议：词元交换各自知道的东西。现在，一个小网络对每个位置单独"
            "计算，每个位置用的都是同一个网络，不看旁边。\n"
            "它由两个矩阵和中间的 ReLU 组成：从 $d_{model}$ 扩展到 $d_{ff}$，"
            "论文中宽四倍，把负数都变成 0，再压回 $d_{model}$ 维。"
            "宽的那一层中，每个数都像对向量提出的一个问题：“这是数词后面的动词吗"
            "？”ReLU 只留下回答“是”的，第二个矩阵写下由此得出的结论。\n"
            "在论文的模型中，编码器一层的参数约有三分之二在这里。注意力在词元之间传递信息，前馈网络则在原位加工信息。"
        ),
    },
    "do": {
        "en": "Click a feed-forward block of the decoder: it is the same computation with other numbers.",
        "zh": "点击解码器的一个前馈网络：计算相同，数不同。",
    },
}
