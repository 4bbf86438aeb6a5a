"""Words of the mistake of shifted labels, in Chinese."""

WORDS = {
    "title": "标签右移",
    "question": "一个只会重复的解码器，损失能降到多低？",
    "formula": r"$\text{读入}=(\langle s\rangle,y_1,\ldots,y_{T-1})\qquad\text{标签}=(y_1,\ldots,y_T)$",
    "intro": (
        "图 1 写的是“outputs (shifted right)”，即右移的输出：指解码器读入的输出。如果改为右移标签，那么除第一步外，"
        "每一步都要预测刚读入的词元的前一个词元。因果掩码允许它看到那个词元，所以只要重复就够了：损失降到接近零，"
        "而模型对下一个词元什么也没学到。下面用两种标签给一个只会重复倒数第二个词元的解码器打分；"
        "这里用到的只有当前模型的词元和词表大小。"
    ),
    "look": (
        "看每一步的标签：标签右移时，它在前一步就读入了；输入右移时，它是接下来的词元。"
        "因此只会重复的规则在标签右移时几乎没有损失，用正确的标签时损失很大。"
    ),
    "position.label": "步",
    "sure.label": "重复词元的概率",
    "step": "步",
    "read": "读入",
    "label": "要预测",
    "wrong": "标签右移",
    "right": "解码器输入右移",
    "copying": "只重复倒数第二个词元的解码器的损失",
    "nats": "奈特",
    "reading": (
        "在第 {step} 步，解码器刚读入的应是“{read}”，要预测的应是“{label}”。只重复时的损失：标签右移时每个标签 {low} "
        "奈特，用正确的标签时 {high}。"
    ),
    "number.steps": "这个译文的步数",
    "number.seen_wrong": "标签已在此前输入中的步数，标签右移",
    "number.seen_right": "标签已在此前输入中的步数，输入右移",
    "number.copying_wrong": "重复的平均损失，标签右移（每个标签的奈特数）",
    "number.copying_right": "重复的平均损失，输入右移（每个标签的奈特数）",
}
