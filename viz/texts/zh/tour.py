"""The words of the tour, in Chinese: twelve stops through the paper with the numbers of the sentence at hand."""

TOUR: dict[str, str] = {
    "tour.title": "Transformer 导览",
    "tour.count": "导览 · {stop} / {stops}",
    "tour.back": "上一站",
    "tour.next": "下一站",
    "tour.end": "结束",
    "tour.close": "结束导览",
    "tour.embedding.title": "词变成向量",
    "tour.embedding.text": (
        "句子先切分成词元（token），每个词元再到一张学得的表中查出一个向量。从这里起，模型看到的就只有这些数："
        "图下方的小方图，每个词元一幅。"
    ),
    "tour.position.title": "加入顺序",
    "tour.position.text": (
        "单靠注意力，打乱词序后每个词得到的结果不变，只是跟着换位。因此要给每个向量加上位置编码：不同波长的波在这个位置的取值。"
    ),
    "tour.attention.title": "词元相互关注",
    "tour.attention.text": (
        "每个词元用一个查询（query）提问。查询与所有词元的键（key）相乘，经过 softmax，得到和为 1 的权重，"
        "再用这些权重混合各个值（value）。所有词元同时这样做。"
    ),
    "tour.scale.title": "为什么除以 √d_k",
    "tour.scale.text": (
        "查询和键越长，它们的乘积就越大，softmax 会把全部权重集中到一个键上：几乎没有梯度，学不到东西。移动 d_k，"
        "观察变化；除以 √d_k 可使得分保持在合适的范围内。"
    ),
    "tour.heads.title": "多个头，多个问题",
    "tour.heads.text": (
        "一层同时并行做几次这样的计算，每个头都有自己的投影。这里是所有的头：有的关注相邻词元，有的关注句尾，"
        "有的关注相关的词。"
    ),
    "tour.residual.title": "不替换，只相加",
    "tour.residual.text": (
        "注意力得到的结果加到输入上。这条残差流贯穿所有层；旁边的层归一化使数值保持在合适的范围内。"
    ),
    "tour.feed_forward.title": "每个位置独立计算",
    "tour.feed_forward.text": (
        "接着，一个小网络对每个位置单独计算：先变宽，经过 ReLU，再变窄。注意力在词元之间传递信息，"
        "前馈网络则在原位加工信息。"
    ),
    "tour.masked.title": "一次生成一个词元",
    "tour.masked.text": (
        "解码器读入它已经生成的词元。前面词元的键和值保存在缓存中，因此每一步在每层只需计算一个新的查询、键和值，"
        "不必全部重算。"
    ),
    "tour.cross.title": "向源语言句子提问",
    "tour.cross.text": (
        "在交叉注意力中，查询来自解码器，键和值来自编码器输出（memory），即那条橙色的线。"
        "它只计算一次，每一步、每个解码器层都读取它。"
    ),
    "tour.alignment.title": "对应哪个源端词？",
    "tour.alignment.text": (
        "同样的交叉注意力，画成词与词之间的连线。点击译文中的一个词，看它关注哪里；关闭一个头再翻译，看什么会出错。"
    ),
    "tour.softmax.title": "每个词元都有概率",
    "tour.softmax.text": (
        "最后的向量与词表中每个词元的输出向量作点积；softmax 把结果变成概率。搜索选取一个词元，下一步再读入它。"
    ),
    "tour.training.title": "训练时一次读入全部",
    "tour.training.text": (
        "训练时已知正确的译文，因此所有位置一次算完；因果掩码屏蔽未来的词元。正确词元的概率越低，损失就越大。"
        "可以在“训练”标签页训练自己的模型。"
    ),
}
