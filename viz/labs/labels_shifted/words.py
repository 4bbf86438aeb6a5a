"""Words of the mistake of shifted labels."""

WORDS = {
    "title": {"en": "Labels shifted right", "zh": "标签右移"},
    "question": {
        "en": "How low does the loss of a decoder fall that learns nothing but to repeat?",
        "zh": "一个只会重复的解码器，损失能降到多低？",
    },
    "formula": {
        "en": r"$\text{read}=(\langle s\rangle,y_1,\ldots,y_{T-1})\qquad\text{label}=(y_1,\ldots,y_T)$",
        "zh": r"$\text{读入}=(\langle s\rangle,y_1,\ldots,y_{T-1})\qquad\text{标签}=(y_1,\ldots,y_T)$",
    },
    "intro": {
        "en": (
            "Figure 1 says outputs (shifted right): the outputs that the decoder reads. With the labels shifted "
            "instead, each step but the first must predict the token before the one that it has just read. The "
            "causal mask lets it see that token, so repeating it is enough: the loss falls to nearly zero and the "
            "model learns nothing about the next token. Below, a decoder that only repeats the token before the "
            "last one is scored against both kinds of labels; nothing of the loaded model is computed here but "
            "its tokens and the size of its vocabulary."
        ),
        "zh": (
            "图 1 写的是“outputs (shifted right)”，即右移的输出：指解码器读入的输出。如果改为右移标签，那么除第一步外，"
            "每一步都要预测刚读入的词元的前一个词元。因果掩码允许它看到那个词元，所以只要重复就够了：损失降到接近零，"
            "而模型对下一个词元什么也没学到。下面用两种标签给一个只会重复倒数第二个词元的解码器打分；"
            "这里用到的只有当前模型的词元和词表大小。"
        ),
    },
    "look": {
        "en": (
            "the label of each step: with shifted labels it was read one step earlier, with a shifted input it comes "
            "next. So the rule that only repeats has almost no loss with shifted labels, and a large one with the "
            "correct ones."
        ),
        "zh": (
            "看每一步的标签：标签右移时，它在前一步就读入了；输入右移时，它是接下来的词元。"
            "因此只会重复的规则在标签右移时几乎没有损失，用正确的标签时损失很大。"
        ),
    },
    "position.label": {"en": "Step", "zh": "步"},
    "sure.label": {"en": "Probability of the repeated token", "zh": "重复词元的概率"},
    "step": {"en": "step", "zh": "步"},
    "read": {"en": "reads", "zh": "读入"},
    "label": {"en": "must predict", "zh": "要预测"},
    "wrong": {"en": "Labels shifted right", "zh": "标签右移"},
    "right": {"en": "Decoder input shifted right", "zh": "解码器输入右移"},
    "copying": {
        "en": "Loss of a decoder that repeats the token before the last one",
        "zh": "只重复倒数第二个词元的解码器的损失",
    },
    "nats": {"en": "nats", "zh": "奈特"},
    "reading": {
        "en": (
            "At step {step} the decoder should read “{read}” last and predict “{label}”. Repeating costs {low} nats "
            "per label with shifted labels and {high} with the correct ones."
        ),
        "zh": (
            "在第 {step} 步，解码器刚读入的应是“{read}”，要预测的应是“{label}”。只重复时的损失：标签右移时每个标签 "
            "{low} "
            "奈特，用正确的标签时 {high}。"
        ),
    },
    "number.steps": {"en": "Steps of this translation", "zh": "这个译文的步数"},
    "number.seen_wrong": {
        "en": "Steps whose label was read one step earlier, labels shifted",
        "zh": "标签在前一步就已读入的步数，标签右移",
    },
    "number.seen_right": {
        "en": "Steps whose label was read one step earlier, input shifted",
        "zh": "标签在前一步就已读入的步数，输入右移",
    },
    "number.copying_wrong": {
        "en": "Mean loss of repeating, labels shifted (nats per label)",
        "zh": "重复的平均损失，标签右移（每个标签的奈特数）",
    },
    "number.copying_right": {
        "en": "Mean loss of repeating, input shifted (nats per label)",
        "zh": "重复的平均损失，输入右移（每个标签的奈特数）",
    },
}
