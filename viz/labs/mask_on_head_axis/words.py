"""Words of the mistake of the axis of heads."""

WORDS = {
    "title": {"en": "A mask on the head axis", "zh": "掩码对到了头那一维"},
    "question": {
        "en": (
            "What does a mask of shape [B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T] "
            "do to scores of shape [B,\N{NO-BREAK SPACE}h,\N{NO-BREAK SPACE}T,\N{NO-BREAK SPACE}T]?"
        ),
        "zh": (
            "形状为 [B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T] "
            "的掩码对形状为 [B,\N{NO-BREAK SPACE}h,\N{NO-BREAK SPACE}T,\N{NO-BREAK SPACE}T] 的得分做了什么？"
        ),
    },
    "intro": {
        "en": (
            "Broadcasting aligns shapes from the right, so that the axis of sentences meets that of heads. With "
            "B ≠ h this is an error, which is good luck, unless one of them is 1. With B = h it fits by accident: head "
            "1 of every sentence gets the padding of sentence 1, head 2 that of sentence 2. Nothing fails, and the "
            "model learns from padding. "
            "Correct is one more axis: [B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T]. "
            "Sentence 1 has no padding here, each next one a token more."
        ),
        "zh": (
            "广播（broadcasting）从右边对齐形状，于是句子那一维对上了头那一维。B ≠ h 时会报错（除非其中一个是 1），"
            "这算幸运。B = h 时形状碰巧吻合：每个句子的头 1 都用句子 1 的填充，头 2 都用句子 2 的填充。"
            "程序不报错，模型却从填充中学习。"
            "正确的做法是再加一维：[B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T]。"
            "这里句子 1 没有填充，之后每个句子依次多一个填充词元。"
        ),
    },
    "look": {
        "en": (
            "columns of padding that belong to another sentence, in the mask as it is often written: with B = h, every "
            "head but one shows them. Make the batch and the heads unequal: the mistake becomes an error (hatched)."
        ),
        "zh": (
            "看错误写法的掩码中属于另一个句子的填充列：B = h 时，只有一个头没有。"
            "让句子数与头数不相等，这个错误就会变成报错（斜线）。"
        ),
    },
    "batch.label": {"en": "Sentences B", "zh": "句子数 B"},
    "heads.label": {"en": "Heads h", "zh": "头数 h"},
    "length.label": {"en": "Tokens T", "zh": "词元数 T"},
    "sentence.label": {"en": "Sentence shown", "zh": "显示的句子"},
    "head.label": {"en": "Head shown", "zh": "显示的头"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "shapes": {"en": "Shapes, aligned from the right", "zh": "形状，从右边对齐"},
    "fits": {"en": "fits by accident, or because one of them is 1", "zh": "碰巧吻合，或因为其中一个是 1"},
    "fails": {"en": "error: the shapes do not fit", "zh": "错误：形状不吻合"},
    "right_shape": {"en": "correct", "zh": "正确"},
    "yes": {"en": "yes", "zh": "能"},
    "no": {"en": "no", "zh": "不能"},
    "reading.fits": {
        "en": "Head {head} of sentence {sentence} is masked with the padding of sentence {other}.",
        "zh": "句子 {sentence} 的第 {head} 个头用的是句子 {other} 的填充掩码。",
    },
    "reading.spreads": {
        "en": (
            "No error: the scores become {shape}, with a head for each sentence. Head {head} of sentence {sentence} "
            "is masked with the padding of sentence {other}."
        ),
        "zh": (
            "不报错：得分变成 {shape}，有几个句子就有几个头。其中第 {head} 个头在句子 {sentence} 中用的是句子 {other} "
            "的填充掩码。"
        ),
    },
    "reading.fails": {
        "en": "The shapes do not fit: the program stops with an error.",
        "zh": "形状不吻合：程序报错停止。",
    },
    "open": {"en": "open", "zh": "可见"},
    "closed": {"en": "padding", "zh": "填充"},
    "number.fits": {"en": "Does it run?", "zh": "能运行吗？"},
    "number.differ": {"en": "Cells that are wrong in this head", "zh": "这个头中错误的单元格数"},
    "number.tokens": {"en": "Tokens of this sentence without padding", "zh": "本句不含填充的词元数"},
}
