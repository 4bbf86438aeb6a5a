"""Words of the mistake of Xavier's initialisation on the tied embedding."""

WORDS = {
    "title": {"en": "Xavier on the tied embedding", "zh": "共享词嵌入与 Xavier"},
    "question": {
        "en": "Which initialisation suits a table that is embedding and output projection at once?",
        "zh": "一张表既作词嵌入，又作输出投影，哪种初始化适合它？",
    },
    "formula": {
        "en": (
            r"$E\sim\mathcal{N}\left(0,\tfrac{1}{d_{\text{model}}}\right)\qquad\text{not}\quad "
            r"E\sim\mathcal{U}\left(-\sqrt{\tfrac{6}{V+d_{\text{model}}}},\ "
            r"\sqrt{\tfrac{6}{V+d_{\text{model}}}}\right)$"
        ),
        "zh": (
            r"$E\sim\mathcal{N}\left(0,\tfrac{1}{d_{\text{model}}}\right)\qquad\text{而不是}\quad E\sim\mathcal{U}"
            r"\left(-\sqrt{\tfrac{6}{V+d_{\text{model}}}},\ \sqrt{\tfrac{6}{V+d_{\text{model}}}}\right)$"
        ),
    },
    "intro": {
        "en": (
            "Xavier's bound counts the whole vocabulary as inputs of one sum. But an embedding is looked up: one "
            "row is read. With a large vocabulary the rows become so short that the positional encoding drowns "
            r"the word, in spite of the factor $\sqrt{d_{\text{model}}}$. Numbers of variance 1 are no way out: "
            r"the same table makes the logits, and these become too large. A variance of $1/d_{\text{model}}$ "
            "suits both."
        ),
        "zh": (
            "Xavier 的界把整个词表都算作一个和的输入。但词嵌入是查表：只读一行。词表很大时，各行就太短，即使有因子 "
            r"$\sqrt{d_{\text{model}}}$，位置编码也会淹没词。取方差为 1 也不是出路：同一张表还要算 logit，它们会太大。"
            r"方"
            r"差取 $1/d_{\text{model}}$，两方面都合适。"
        ),
    },
    "look": {
        "en": (
            "the word's length against the position's, and the first loss against ln V, that of uniform "
            "probabilities. The loss is an estimate for normal logits."
        ),
        "zh": (
            "看词的长度与位置的长度之比，以及最初的损失与 ln V（均匀概率的损失）之比。这个损失是按 logit "
            "服从正态分布估算的。"
        ),
    },
    "vocabulary.label": {"en": "Vocabulary V", "zh": "词表大小 V"},
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "xavier": "Xavier",
    "scaled": {"en": "variance 1 / d_model", "zh": "方差 1 / d_model"},
    "unit": {"en": "variance 1", "zh": "方差 1"},
    "lengths": {
        "en": "Length of a scaled word embedding and of the positional encoding",
        "zh": "缩放后的词嵌入的长度，以及位置编码的长度",
    },
    "norm": {"en": "Euclidean norm", "zh": "欧几里得范数"},
    "word": {"en": "√d_model · embedding", "zh": "√d_model · 词嵌入"},
    "position": {"en": "positional encoding", "zh": "位置编码"},
    "table": {"en": "What each initialisation begins with", "zh": "各种初始化的起点"},
    "share": {"en": "word's part of the two lengths", "zh": "词在两个长度中所占的份额"},
    "logits": {"en": "standard deviation of the logits", "zh": "logit 的标准差"},
    "loss": {"en": "first loss (nats)", "zh": "最初的损失（奈特）"},
    "number.position": {"en": "Length of the positional encoding", "zh": "位置编码的长度"},
    "number.uniform": {"en": "Loss of uniform probabilities, ln V", "zh": "均匀概率的损失，ln V"},
    "number.length_xavier": {"en": "Length of a word, Xavier", "zh": "词的长度，Xavier"},
    "number.length_scaled": {"en": "Length of a word, variance 1 / d_model", "zh": "词的长度，方差 1 / d_model"},
}
