"""Words of the mistake of Xavier's initialisation on the tied embedding, in Chinese."""

WORDS = {
    "title": "共享词嵌入与 Xavier",
    "question": "一张表既作词嵌入，又作输出投影，哪种初始化适合它？",
    "formula": (
        r"$E\sim\mathcal{N}\left(0,\tfrac{1}{d_{\text{model}}}\right)\qquad\text{而不是}\quad E\sim\mathcal{U}"
        r"\left(-\sqrt{\tfrac{6}{V+d_{\text{model}}}},\ \sqrt{\tfrac{6}{V+d_{\text{model}}}}\right)$"
    ),
    "intro": (
        "Xavier 的界把整个词表都算作一个和的输入。但词嵌入是查表：只读一行。词表很大时，各行就太短，即使有因子 "
        r"$\sqrt{d_{\text{model}}}$，位置编码也会淹没词。取方差为 1 也不是出路：同一张表还要算 logit，它们会太大。方"
        r"差取 $1/d_{\text{model}}$，两方面都合适。"
    ),
    "look": (
        "看词的长度与位置的长度之比，以及最初的损失与 ln V（均匀概率的损失）之比。这个损失是按 logit "
        "服从正态分布估算的。"
    ),
    "vocabulary.label": "词表大小 V",
    "d_model.label": "宽度 d_model",
    "seed.label": "随机种子",
    "xavier": "Xavier",
    "scaled": "方差 1 / d_model",
    "unit": "方差 1",
    "lengths": "缩放后的词嵌入的长度，以及位置编码的长度",
    "norm": "欧几里得范数",
    "word": "√d_model · 词嵌入",
    "position": "位置编码",
    "table": "各种初始化的起点",
    "share": "词在两个长度中所占的份额",
    "logits": "logit 的标准差",
    "loss": "最初的损失（奈特）",
    "number.position": "位置编码的长度",
    "number.uniform": "均匀概率的损失，ln V",
    "number.length_xavier": "词的长度，Xavier",
    "number.length_scaled": "词的长度，方差 1 / d_model",
}
