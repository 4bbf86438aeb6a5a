"""Words of the mistake of the axis of heads, in Chinese."""

WORDS = {
    "title": "掩码对到了头那一维",
    "question": (
        "形状为 [B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T] "
        "的掩码对形状为 [B,\N{NO-BREAK SPACE}h,\N{NO-BREAK SPACE}T,\N{NO-BREAK SPACE}T] 的得分做了什么？"
    ),
    "intro": (
        "广播（broadcasting）从右边对齐形状，于是句子那一维对上了头那一维。B ≠ h 时会报错，这算幸运。B = h "
        "时形状碰巧吻合：每个句子的头 1 都用句子 1 的填充，头 2 都用句子 2 的填充。程序不报错，模型却从填充中学习。"
        "正确的做法是再加一维：[B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T]。"
        "这里句子 1 没有填充，之后每个句子依次多一个填充词元。"
    ),
    "look": (
        "看错误写法的掩码中属于另一个句子的填充列：B = h 时，只有一个头没有。"
        "让句子数与头数不相等，这个错误就会变成报错（斜线）。"
    ),
    "batch.label": "句子数 B",
    "heads.label": "头数 h",
    "length.label": "词元数 T",
    "sentence.label": "显示的句子",
    "head.label": "显示的头",
    "query": "查询",
    "key": "键",
    "shapes": "形状，从右边对齐",
    "fits": "碰巧吻合，或因为其中一个是 1",
    "fails": "错误：形状不吻合",
    "right_shape": "正确",
    "yes": "能",
    "no": "不能",
    "reading.fits": "句子 {sentence} 的第 {head} 个头用的是句子 {other} 的填充掩码。",
    "reading.fails": "形状不吻合：程序报错停止。",
    "open": "可见",
    "closed": "填充",
    "number.fits": "能运行吗？",
    "number.differ": "这个头中错误的单元格数",
    "number.tokens": "本句不含填充的词元数",
}
