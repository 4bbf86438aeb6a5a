"""Words of the last chapter: the whole model, and what came after it (sections 4, 6 and 7)."""

WORDS = {
    "title": {
        "en": "The whole, once more",
        "zh": "再看一遍整体",
    },
    "text": {
        "en": (
            "Back to the beginning: your sentence, cut into tokens, looked up, given positions; mixed by heads "
            "and thought over by feed-forward networks, layer by layer; read by the decoder, which writes one "
            "token after the other.\n"
            "Every pair of tokens is one step apart, and all positions are computed at once: that is why this "
            "model replaced recurrent ones, in which a word at the end hears of the first one only as in a game "
            "of whispers. The price is a table of n × n weights in every head, which grows with the square of the "
            "length (Table 1).\n"
            "In 2017 the paper reached 28.4 BLEU from English to German (Table 2), after 3.5 days on eight "
            "graphics processors. BLEU, from 0 to 100, counts how many runs of one to four words a translation "
            "shares with one that a person made; scores on other sentences, as that of your model, cannot be "
            "compared with it. Which head of your model does most of the work? It is measured below."
        ),
        "zh": (
            "回到起点：这个句子切分成词元，查表，加上位置；一层又一层，由各个头混合，由前馈网络加工；最后由解码器读"
            "取，一个词元接一个词元地写出译文。\n"
            "任何两个词元之间都只隔一步，所有位置同时计算：所以它取代了循环网络，在那里，句尾的词要听到第一个词，就"
            "像玩传话游戏。代价是每个头都有一张 n × n 的权重表，随长度的平方增长（表 1）。\n"
            "2017 年，论文在英译德上达到 28.4 BLEU（表 2），用八块图形处理器训练了 3.5 天。BLEU 从 0 到 100，统计"
            "译文与人工译文有多少一到四个词的片段相同；测试的句子不同，就不能比较，这个模型的得分也是如此。"
            "在这个模型里，哪个头最重要？下面有测量的结果。"
        ),
    },
    "do": {
        "en": "Find the most important head, named below, in the small pictures and click it.",
        "zh": "在小图中找到最重要的头（名字在下面），点击它。",
    },
}
