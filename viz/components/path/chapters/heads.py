"""Words of the chapter on several heads (section 3.2.2)."""

WORDS = {
    "title": {
        "en": "Several heads, several questions",
        "zh": "多个头，多个问题",
    },
    "text": {
        "en": (
            "One recipe per token is little: a verb may need its subject, its object and the word before it, all "
            "at once. A single head would have to blend these into one average.\n"
            "So a layer asks several times side by side. Think of readers who mark the same text with pens of "
            "different colours: one underlines neighbours, one the ends of sentences, one words that belong "
            "together. Each head has projections of its own, three for each head, and works in a narrow space of "
            "$d_{model}/h$ numbers, so all heads together cost about as much as one wide head. Their results are "
            "laid side by side and mixed by one more matrix.\n"
            "Nobody tells a head what to look for. What you see in the small pictures was found by training "
            "alone."
        ),
        "zh": (
            "每个词元只有一份配方是不够的：一个动词可能同时需要它的主语、宾语和前一个词。单独一个头只能把这些混成一"
            "个平均值。\n"
            "因此一层会同时提几个问题。想象几位读者用不同颜色的笔在同一篇文章上做记号：一位标出相邻的词，一位标出句"
            "尾，一位标出相关的词。每个头有自己的投影（查询、键、值各一个），在 $d_{model}/h$ 维的窄空间里工作"
            "，所以全部头合起来的开销与一个宽头差不多。各头的结果并排放在一起，再由一个矩阵混合。\n"
            "没有人告诉头该找什么。小图里看到的分工，完全是训练出来的。"
        ),
    },
    "do": {
        "en": (
            "Look for a line just below the diagonal: click the encoder's head that attends most to the token before."
        ),
        "zh": "找一条紧贴在对角线下方的线：点击编码器中最关注前一个词元的头。",
    },
}
