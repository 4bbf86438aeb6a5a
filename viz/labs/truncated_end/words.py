"""Words of the mistake of the missing end symbol."""

WORDS = {
    "title": {"en": "Truncation without the end", "zh": "截断时丢掉结束符号"},
    "question": {
        "en": "What happens if a long sentence is cut after its end symbol was added?",
        "zh": "如果先加结束符号，再截断长句，会怎样？",
    },
    "intro": {
        "en": (
            "Code often adds the end symbol first and then keeps the first n tokens. Long sentences lose their "
            "end symbol, and the model meets a source of a kind that it never saw in training. The correct order "
            "keeps n − 1 tokens and puts the end symbol last. Where nothing is cut, the panel of the mistake "
            "shows the sentence without its end symbol."
        ),
        "zh": (
            "有些代码先加结束符号，再保留前 n 个词元。长句因此丢掉结束符号，"
            "模型遇到的就是训练中从未见过的一种源语言句子。正确的次序是保留 n − 1 个词元，再把结束符号放在最后。"
            "如果没有截断，错误写法一栏显示的是没有结束符号的句子。"
        ),
    },
    "look": {
        "en": (
            "how the translation goes on or ends, and the probability of the end symbol at each step. How much "
            "it changes depends on the sentence."
        ),
        "zh": "看译文怎样继续或结束，以及每一步结束符号的概率。变化多大，取决于句子。",
    },
    "limit.label": {"en": "Tokens kept", "zh": "保留的词元数"},
    "limit.info": {"en": "Of the source, the end symbol counted.", "zh": "源端的词元数，含结束符号。"},
    "source": {"en": "Source as the encoder reads it", "zh": "编码器读入的源语言句子"},
    "target": {
        "en": "Greedy translation, with the probability of each token",
        "zh": "贪心解码的译文，附每个词元的概率",
    },
    "ends": {"en": "Probability of the end symbol at each step", "zh": "每一步结束符号的概率"},
    "step": {"en": "step", "zh": "步"},
    "probability": {"en": "probability", "zh": "概率"},
    "with": {"en": "with the end symbol", "zh": "有结束符号"},
    "without": {"en": "without", "zh": "没有结束符号"},
    "number.log_wrong": {
        "en": "Log-probability of the translation, without the end symbol",
        "zh": "译文的对数概率，没有结束符号",
    },
    "number.log_right": {"en": "Log-probability of the translation, with it", "zh": "译文的对数概率，有结束符号"},
    "number.length_wrong": {
        "en": "Tokens of the translation, without the end symbol",
        "zh": "译文的词元数，没有结束符号",
    },
    "number.length_right": {"en": "Tokens of the translation, with it", "zh": "译文的词元数，有结束符号"},
}
