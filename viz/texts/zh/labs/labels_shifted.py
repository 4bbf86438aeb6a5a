"""Words of the mistake of shifted labels, in Chinese."""

WORDS = {
    "title": "标签右移",
    "question": "右移的是哪一个：解码器读入的，还是它要预测的？",
    "formula": r"$\text{读入}=(\langle s\rangle,y_1,\ldots,y_{T-1})\qquad\text{标签}=(y_1,\ldots,y_T)$",
    "intro": (
        "图 1 写的是“outputs (shifted right)”，即右移的输出：指解码器读入的输出。如果改为右移标签，"
        "那么除第一步外，每一步都要预测刚读入的词元的前一个词元。因果掩码允许它看到那个词元，于是损失降到接近零，"
        "而模型对下一个词元什么也没学到。"
    ),
    "look": "每一步的标签：在右边，按位置来看，它从不在已读入的词元之中；在左边，它在前一步就读入了。",
    "position.label": "步",
    "step": "步",
    "read": "读入",
    "label": "要预测",
    "wrong": "标签右移",
    "right": "解码器输入右移",
    "reading": "在第 {step} 步，解码器最后读入的是 {read}，要预测的是 {label}。",
    "number.steps": "这个译文的步数",
    "number.seen_wrong": "标签已在此前输入中的步数，标签右移",
    "number.seen_right": "标签已在此前输入中的步数，输入右移",
}
