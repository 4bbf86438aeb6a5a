"""Words of the mistake of the missing end symbol, in Chinese."""

WORDS = {
    "title": "截断时丢掉结束符号",
    "question": "如果先加结束符号，再截断长句，会怎样？",
    "intro": (
        "有些代码先加结束符号，再保留前 n 个词元。长句因此丢掉结束符号，"
        "模型遇到的就是训练中从未见过的一种源语言句子。正确的次序是保留 n − 1 个词元，再把结束符号放在最后。"
        "如果没有截断，错误写法一栏显示的是没有结束符号的句子。"
    ),
    "look": "看译文怎样继续或结束，以及每一步结束符号的概率。变化多大，取决于句子。",
    "limit.label": "保留的词元数",
    "limit.info": "源端的词元数，含结束符号。",
    "source": "编码器读入的源语言句子",
    "target": "贪心解码的译文，附每个词元的概率",
    "ends": "每一步结束符号的概率",
    "step": "步",
    "probability": "概率",
    "with": "有结束符号",
    "without": "没有结束符号",
    "number.log_wrong": "译文的对数概率，没有结束符号",
    "number.log_right": "译文的对数概率，有结束符号",
    "number.length_wrong": "译文的词元数，没有结束符号",
    "number.length_right": "译文的词元数，有结束符号",
}
