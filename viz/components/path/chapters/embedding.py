"""Words of the chapter on tokens and embeddings (sections 3.4 and 5.1)."""

WORDS = {
    "title": {
        "en": "Words become vectors",
        "zh": "词变成向量",
    },
    "text": {
        "en": (
            "A model computes with numbers, so the sentence is first cut into tokens: frequent words whole, rare "
            "ones in pieces that the vocabulary does have (byte-pair encoding, section 5.1). No word is ever "
            "unknown; at worst it is spelled out.\n"
            "Then each token is looked up in a table with one learned row for every token. Think of a card index: "
            "pull the card with the token's number, and the whole card is the answer. Nothing is computed. The "
            "row is multiplied by $\\sqrt{d_{model}}$, so that it is not drowned by the position that comes next.\n"
            "The numbers on the cards are learned. Tokens that are used alike end up with similar cards, as shops "
            "of one trade end up in the same street. The sentence of this page stays with you through all "
            "chapters."
        ),
        "zh": (
            "模型只会计算数，所以句子先切分成词元：常见的词保持完整，少见的词拆成词表里有的几块（字节对编码，第 5.1"
            " 节）。没有不认识的词，最坏的情况也只是逐块拼出来。\n"
            "接着，每个词元到一张表里查一行，表中每个词元都有学得的一行。可以把它想成卡片目录：按词元的编号抽出卡片，"
            "整张卡片就是答案，不需要任何计算。这一行再乘以 $\\sqrt{d_{model}}$，免得被随后"
            "加上的位置淹没。\n"
            "卡片上的数是学出来的。用法相近的词元，卡片也相近，就像同一行业的店铺会聚到同一条街上。本页的这个句子会"
            "贯穿所有章节。"
        ),
    },
    "do": {
        "en": "In Figure 1, click “Embedding” on the side of the decoder: it looks up tokens, too.",
        "zh": "在图 1 中点击解码器一侧的“词嵌入”：它也在查表。",
    },
}
