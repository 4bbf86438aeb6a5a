"""Words of the lab of teacher forcing."""

WORDS = {
    "title": {"en": "Teacher forcing and free running", "zh": "教师强制与自由运行"},
    "question": {
        "en": "What follows a wrong token in training, and what when the model translates?",
        "zh": "错一个词元，在训练中会怎样？在模型翻译时又会怎样？",
    },
    "intro": {
        "en": (
            "In training the decoder reads the correct tokens, whatever it predicted: after a mistake the next "
            "input is correct again, and all steps are computed at once. When it translates, it reads its own "
            "tokens, so that a wrong one stays in the input for good. Here one token of the translation is "
            "replaced by another one that the model finds probable there, and both are computed."
        ),
        "zh": (
            "训练时，不论解码器预测了什么，它读入的都是正确的词元，这就是教师强制（teacher forcing）：错了一步，"
            "下一个输入又是正确的，而且所有步一次算完。翻译时，它读入自己生成的词元，所以错误的词元会一直留在输入中。"
            "这里把译文的一个词元换成模型认为在该处概率也较大的另一个词元，两种情形都算一算。"
        ),
    },
    "look": {
        "en": (
            "steps up to the wrong token, which cannot change, and later ones, which may. Under teacher forcing "
            "all other inputs stay correct; in free running every later input follows from the wrong one."
        ),
        "zh": (
            "错误词元及其之前的各步不会变；之后的各步可能变化。在教师强制下，其他输入都保持正确；在自由运行中，"
            "此后的每个输入都受这个错误影响。"
        ),
    },
    "step.label": {"en": "Step that goes wrong", "zh": "出错的步"},
    "rank.label": {"en": "Wrong token taken there", "zh": "用来替换的错误词元"},
    "rank.info": {
        "en": "1 is the most probable token other than the translation's; the end symbol is left out.",
        "zh": "1 是除译文的词元以外概率最大的词元；不计结束符号。",
    },
    "reads": {
        "en": "Teacher forcing: what the decoder reads, one token wrong",
        "zh": "教师强制：解码器读入的词元，其中一个是错的",
    },
    "predicts": {
        "en": "What it finds most probable at each step then (tinted where the wrong input changed it)",
        "zh": "此时它在每一步认为最可能的词元（着色：因错误的输入而改变）",
    },
    "free": {
        "en": "Free running: greedy search goes on from the wrong token",
        "zh": "自由运行：从错误的词元起继续贪心解码",
    },
    "chart": {
        "en": "Probability of each token of the translation under teacher forcing",
        "zh": "教师强制下译文中每个词元的概率",
    },
    "probability": {"en": "probability", "zh": "概率"},
    "all_right": {"en": "all inputs correct", "zh": "所有输入正确"},
    "one_wrong": {"en": "one input wrong", "zh": "一个输入错误"},
    "number.wrong": {"en": "The wrong token", "zh": "错误的词元"},
    "number.changed": {"en": "Predictions that the wrong input changed", "zh": "因错误的输入而改变的预测数"},
    "number.after": {"en": "Probability of the next token, one input wrong", "zh": "下一个词元的概率，一个输入错误"},
    "number.before": {
        "en": "Probability of the next token, all inputs correct",
        "zh": "下一个词元的概率，所有输入正确",
    },
    "number.length": {"en": "Tokens of the translation in free running", "zh": "自由运行的译文的词元数"},
}
