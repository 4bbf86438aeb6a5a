"""Words of the exercises on tokens and embeddings."""

WORDS = {
    "tokens_of_word": {
        "en": "How many tokens does this model's tokenizer cut “{word}” into?",
        "zh": "这个模型的分词器把“{word}”切成几个词元？",
    },
    "tokens_of_word.why": {
        "en": "{answer}: {pieces}. Frequent words are one token; rare words are put together from pieces.",
        "zh": "{answer} 个：{pieces}。常见的词是一个词元，少见的词由几段拼成。",
    },
    "most_pieces": {"en": "Which of these words is cut into the most tokens?", "zh": "下面哪个词被切成的词元最多？"},
    "most_pieces.why": {
        "en": "“{answer}” is cut into {count}: {pieces}. Byte-pair encoding merges what is frequent in the training "
        "data, so what counts is how rare a word is there, not only how long it is.",
        "zh": "“{answer}”被切成 {count} 个：{pieces}。字节对编码合并训练数据中常见的片段，所以关键是这个词在数据中"
        "有多少见，而不只是它有多长。",
    },
    "rows_of_source": {
        "en": "The sentence is cut into {tokens} tokens. How many vectors of {width} numbers does the encoder read?",
        "zh": "这个句子被切成 {tokens} 个词元。编码器读入多少个由 {width} 个数组成的向量？",
    },
    "rows_of_source.why": {
        "en": "{answer}: one for each token, and one for the end symbol {end}.",
        "zh": "{answer} 个：每个词元一个，再加结束符 {end} 的一个。",
    },
    "nearest": {
        "en": "Which of these tokens has the embedding whose direction is nearest to that of {token}?",
        "zh": "下面哪个词元的词嵌入与 {token} 的方向最接近？",
    },
    "nearest.why": {
        "en": "{answer}: their cosine is {cosine}; that of the next is {other}. Tokens that occur in similar "
        "contexts, or that translate each other, get similar rows of the table.",
        "zh": "{answer}：两者的余弦为 {cosine}，次高的为 {other}。出现在相似上下文中的词元，或互为译文的词元，在词"
        "嵌入表中的行也相似。",
    },
    "scaled_norm": {
        "en": "The row of {token} in the embedding table has length {norm}. d_model is {d_model}, and √{d_model} ≈ "
        "{root}. How long is the vector before its position is added? (within {tolerance})",
        "zh": "词嵌入表中 {token} 这一行的长度为 {norm}。d_model 为 {d_model}，√{d_model} ≈ {root}。加上位置编码之"
        "前，这个向量有多长？（误差不超过 {tolerance}）",
    },
    "scaled_norm.why": {
        "en": "{norm} · {root} ≈ {answer}: embeddings are multiplied by √d_model (section 3.4).",
        "zh": "{norm} · {root} ≈ {answer}：词嵌入要乘以 √d_model（第 3.4 节）。",
    },
    "left_out": {
        "en": "If embeddings were not multiplied by √d_model, which would be longer for {token}?",
        "zh": "如果词嵌入不乘以 √d_model，对于 {token}，哪一个更长？",
    },
    "left_out.word": {"en": "its row of the embedding table", "zh": "词嵌入表中它的那一行"},
    "left_out.position": {"en": "the encoding of its position", "zh": "它的位置编码"},
    "left_out.equal": {"en": "both are equally long", "zh": "两者一样长"},
    "left_out.why": {
        "en": "The row has length {word}, the position {position}. The factor √d_model ≈ {root} keeps the token "
        "from being lost beside its position.",
        "zh": "词嵌入的长度为 {word}，位置编码的长度为 {position}。因子 √d_model ≈ {root} 使词元不会被位置淹没。",
    },
    "matrices": {
        "en": "Source embedding, target embedding and output projection each have {width} numbers for every token "
        "of their vocabulary. How many different matrices does this model keep for the three?",
        "zh": "源词嵌入、目标词嵌入和输出投影各为其词表中的每个词元保存 {width} 个数。这个模型为三者保存了几个不同"
        "的矩阵？",
    },
    "matrices.why": {
        "en": "{sharing} (section 3.4; the source vocabulary has {size} tokens).",
        "zh": "{sharing}（第 3.4 节；源词表有 {size} 个词元）。",
    },
    "matrices.all": {"en": "One: all three share it, as in the paper", "zh": "一个：三者共用，与论文相同"},
    "matrices.two": {"en": "Two: one of them is shared", "zh": "两个：其中一个是共用的"},
    "matrices.none": {"en": "Three: nothing is shared", "zh": "三个：都不共用"},
}
