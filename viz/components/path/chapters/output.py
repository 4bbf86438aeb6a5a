"""Words of the chapter on the output and the search (sections 3.4 and 6.1)."""

WORDS = {
    "title": {
        "en": "A probability for every token",
        "zh": "每个词元都有概率",
    },
    "text": {
        "en": (
            "At the top, the last vector of a step is compared with a vector of every token in the vocabulary: "
            "one dot product each, its logit. Softmax turns these thousands of logits into probabilities. Often the "
            "table is the very one of the embeddings (weight tying): reading a token and writing it use the same "
            "card.\n"
            "The model has now said what it thinks; which token to write is decided by the search. Greedy search "
            "takes the most probable one and never looks back. Beam search works like hikers who follow several "
            "paths at once and give up the worst: a step that looks poor may lead to the better sentence. Every "
            "further token makes a sentence less probable, so a length penalty keeps it from preferring short ones.\n"
            "The filled part of the bar under each token is its probability. A bar that is far from full means that "
            "the model had other ideas."
        ),
        "zh": (
            "在最上面，一步的最后一个向量与词表中每个词元的向量比较：各作一次点积，得到它的 logit。"
            "softmax 把这几千个 logit 变成概率。这"
            "张表往往就是词嵌入的那张表：读一个词元和写一个词元，用的是同一张卡片。\n"
            "模型说出了它的看法，写哪个词元则由搜索决定。贪心搜索总是取概率最大的，从不回头。束搜索像一队徒步的人，"
            "同时走几条路，放弃走得最差的：眼前不太好的一步，可能通向更好的句子。"
            "每多一个词元，整句的概率就更低，所以用长度惩罚使它不会一味偏爱短句。\n"
            "每个词元下方横条的填充部分是它的概率。离填满还远，说明模型还有别的想法。"
        ),
    },
    "do": {
        "en": "Click the token of the translation whose bar is least filled: what else did the model consider?",
        "zh": "点击译文中横条填得最少的词元：模型还考虑过什么？",
    },
}
