"""Words of the lab of the map of embeddings."""

WORDS = {
    "title": {"en": "Map of embeddings", "zh": "词嵌入的二维图"},
    "question": {
        "en": "Do a word and its translation have similar embeddings?",
        "zh": "一个词与它的译词，词嵌入相似吗？",
    },
    "formula": r"$\operatorname{cosine}(s,t)=\frac{E_s\cdot E_t}{\left\|E_s\right\|\left\|E_t\right\|}$",
    "intro": {
        "en": (
            "With tied tables source and target tokens are rows of one matrix, so their cosine can be compared; "
            "rows of separate tables share no coordinates, and their cosine says nothing. Nothing in the loss "
            "asks a word and its translation to have similar embeddings. The map is a principal component "
            "analysis of the tokens of both sentences and of their nearest neighbours. Which tokens belong "
            "together is read from the cross-attention: the source token with the largest weight, averaged over "
            "all heads and layers, which is a guess and sometimes wrong."
        ),
        "zh": (
            "如果共享词嵌入表，源端词元和目标端词元就是同一个矩阵的行，可以比较余弦；如果两张表各自独立，"
            "它们的行没有共同的坐标，余弦就毫无意义。损失并不要求一个词与它的译词有相似的词嵌入。"
            "二维图是对两个句子的词元及其最近邻所作的主成分分析。哪些词元彼此对应，由交叉注意力读出："
            "对所有头和层取平均，"
            "取权重最大的源端词元。这只是推测，有时会错。"
        ),
    },
    "look": {
        "en": (
            "short lines between aligned tokens on the map, then check with the matrix: two dimensions keep only "
            "part of the distances, and tokens that look close may not be. If translations lay together, framed "
            "cells would be the strongest of their columns."
        ),
        "zh": (
            "看二维图上对齐词元之间的短线，再用矩阵核对：二维图只保留了一部分距离信息，看上去很近的词元其实未必近。"
            "如果译词与原词的位置很近，带框的单元格就应当是所在列中最强的。"
        ),
    },
    "token.label": {"en": "Token", "zh": "词元"},
    "token.info": {"en": "Marked on the map, its label first.", "zh": "在二维图上标出，优先显示其标签。"},
    "neighbours.label": {"en": "Neighbours of each token", "zh": "每个词元的近邻数"},
    "neighbours.info": {"en": "Tokens of the table with the largest cosine.", "zh": "表中余弦最大的词元。"},
    "pairs.label": {"en": "Lines between aligned tokens", "zh": "对齐词元之间的连线"},
    "map": {"en": "Embeddings on two principal components", "zh": "两个主成分上的词嵌入"},
    "component": {"en": "component {number}: {share} of the variance", "zh": "第 {number} 主成分：占方差的 {share}"},
    "neighbour": {"en": "neighbour", "zh": "近邻"},
    "source": {"en": "source", "zh": "源端"},
    "target": {"en": "translation", "zh": "译文"},
    "both": {"en": "in both", "zh": "两边都有"},
    "chosen": {"en": "chosen token", "zh": "选中的词元"},
    "matrix": {
        "en": "Cosines of at most {most} tokens of each side: aligned pairs have a frame, equal rows are hatched",
        "zh": "余弦，每边至多 {most} 个词元：对齐的词元对加框，相同的行画斜线",
    },
    "reading": {
        "en": (
            "The cosine of aligned pairs is {aligned} on average, that of all other pairs {others}. An aligned "
            "token is closer than {below} of the other source tokens; 50% would be chance."
        ),
        "zh": (
            "对齐词元对的余弦平均为 {aligned}，其余词元对平均为 {others}。与其他源端词元相比，"
            "对齐的词元比其中 {below} 更近；50% 相当于随机水平。"
        ),
    },
    "number.aligned": {"en": "Mean cosine of aligned pairs", "zh": "对齐词元对的平均余弦"},
    "number.others": {
        "en": "Mean cosine of all other pairs of source and target",
        "zh": "其余源端与目标端词元对的平均余弦",
    },
    "number.below": {
        "en": "Other source tokens that are less similar than the aligned one",
        "zh": "不如对齐词元相似的其他源端词元所占比例",
    },
    "number.count": {
        "en": "Aligned pairs, without tokens that are the same on both sides",
        "zh": "对齐词元对数，不计两边相同的词元",
    },
    "number.kept": {"en": "Variance that the map keeps", "zh": "二维图保留的方差"},
}
