"""Words of the path's card."""

WORDS = {
    "title": {"en": "The path through the paper", "zh": "论文路线"},
    "length": {"en": "Length of the path", "zh": "路线的长短"},
    "length.hour": {"en": "The paper in an hour", "zh": "一小时读懂论文"},
    "length.ten": {"en": "Ten minutes", "zh": "十分钟"},
    "length.lecture": {"en": "For a lecture", "zh": "课堂讲解"},
    "chapters": {"en": "Chapters", "zh": "章节"},
    "text": {"en": "Text of the chapter", "zh": "本章内容"},
    "count": {"en": "Chapter {n} of {chapters}", "zh": "第 {n} 章，共 {chapters} 章"},
    "dot": {"en": "{n}. {title}", "zh": "{n}. {title}"},
    "dot.done": {"en": "{n}. {title} (done)", "zh": "{n}. {title}（已完成）"},
    "fold": {"en": "Fold the path", "zh": "收起路线"},
    "unfold": {"en": "Unfold the path", "zh": "展开路线"},
    "more": {"en": "more", "zh": "展开"},
    "less": {"en": "less", "zh": "收起"},
    "close": {"en": "Close the path", "zh": "关闭路线"},
    "show": {"en": "Show me", "zh": "带我去看"},
    "back": {"en": "Back", "zh": "上一章"},
    "next": {"en": "Next", "zh": "下一章"},
    "test": {"en": "Test yourself", "zh": "自测"},
    "do": {"en": "Do:", "zh": "动手："},
    "heads.not_yet": {
        "en": "Not this head: its strongest cells lie elsewhere. Look at the others.",
        "zh": "不是这个头：它最深的格子在别处。请再看看其他的头。",
    },
    "output.not_yet": {
        "en": "Not this token: another one's bar is filled less.",
        "zh": "不是这个词元：还有填得更少的横条。",
    },
    "feed_forward.not_yet": {
        "en": "Not this block: look for “Feed forward” in the decoder, at the right of the figure.",
        "zh": "不是这个方块：请看图右侧的解码器，找前馈网络。",
    },
    "whole.not_yet": {
        "en": "Not this head: another one costs more, its name is below.",
        "zh": "不是这个头：另有一个头的代价更大，名字在下面。",
    },
    "do.done": {"en": "Done:", "zh": "已完成："},
    "question": {"en": "Question", "zh": "问题"},
    "question.loading": {"en": "Measuring your sentence …", "zh": "正在测量这个句子……"},
    "question.none": {
        "en": "This model and this sentence give no clear question here.",
        "zh": "就这一章而言，这个模型和这个句子没有答案明确的问题。",
    },
    "ask": {"en": "Ask a question", "zh": "出一道题"},
    "another": {"en": "Another question", "zh": "换一道题"},
    "found": {
        "en": "You came with “{sentence}”. This is what you found out:",
        "zh": "一路上的句子是“{sentence}”。得到的结果：",
    },
    "found.best": {
        "en": "Its most important head is {head}: without it the whole translation loses {loss} nats, the sum over "
        "all tokens; a single one may lose nothing, or gain.",
        "zh": "最重要的头是{head}：没有它，整句译文损失 {loss} 奈特，这是各词元之和；"
        "单个词元可能毫无损失，概率甚至会上升。",
    },
    "found.change": {
        "en": "Without any cross-attention the probability of {token} goes from {before} to {after}, "
        "which is the largest fall of a probability in this sentence.",
        "zh": "关闭全部交叉注意力后，{token} 的概率从 {before} 变为 {after}，在所有词元中下降最多。",
    },
    "next.title": {"en": "What came next", "zh": "后来的发展"},
    "next.rope": {
        "en": "RoPE turns queries and keys by their position instead of adding one (Su et al., 2021).",
        "zh": "RoPE 按位置旋转查询和键，而不是加上位置编码（Su et al., 2021）。",
    },
    "next.flash": {
        "en": "FlashAttention computes the same weights block by block, and never stores the table (Dao et al., 2022).",
        "zh": "FlashAttention 分块计算同样的权重，从不保存整张表（Dao et al., 2022）。",
    },
    "next.linear": {
        "en": "Linear attention replaces softmax, so that the cost grows with n, not n² (Katharopoulos et al., 2020).",
        "zh": "线性注意力换掉 softmax，开销随 n 而不是 n² 增长（Katharopoulos et al., 2020）。",
    },
    "next.local": {
        "en": "Local attention looks only at near neighbours, for long texts: Longformer (Beltagy et al., 2020).",
        "zh": "局部注意力只看邻近的一段，适合长文本：Longformer（Beltagy et al., 2020）。",
    },
    "next.adamw": {
        "en": "AdamW separates weight decay from the gradient; most models are trained with it (Loshchilov and Hutter, "
        "2019).",
        "zh": "AdamW 把权重衰减与梯度分开，多数模型都用它训练（Loshchilov & Hutter, 2019）。",
    },
    "next.decoder_only": {
        "en": "Decoder-only models keep the right of Figure 1, without cross-attention: GPT (Radford et al., 2018).",
        "zh": "只有解码器的模型保留图 1 的右半边，去掉交叉注意力：GPT（Radford et al., 2018）。",
    },
}
