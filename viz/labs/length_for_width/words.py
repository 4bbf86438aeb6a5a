"""Words of the mistake of length for width."""

WORDS = {
    "title": {"en": "Length taken for d_model", "zh": "误把句长当作 d_model"},
    "question": {
        "en": "May the same position have another encoding in another sentence?",
        "zh": "同一个位置，在另一个句子里可以有另一种编码吗？",
    },
    "intro": {
        "en": (
            "The exponent divides by the width of the model. Code that passes the length of the sentence instead "
            "gives every length its own wavelengths: position 3 of a short sentence is another vector than "
            "position 3 of a long one. The model meets a new encoding for each length and cannot learn what a "
            "position means."
        ),
        "zh": (
            "指数的分母应当是模型的宽度。如果代码传入的是句长，每种句长就有各自的波长："
            "短句的位置 3 与长句的位置 3 是不同的向量。模型每遇到一种句长就遇到一种新编码，学不会位置的含义。"
        ),
    },
    "look": {
        "en": (
            "two different sets of bars for the same position as it is often written, the same set twice as it "
            "should be. The first 16 dimensions are drawn."
        ),
        "zh": "同一个位置，错误写法中是两组不同的柱子，正确写法中两组相同。图中画出前 16 维。",
    },
    "short.label": {"en": "Tokens of one sentence", "zh": "一个句子的词元数"},
    "long.label": {"en": "Tokens of another", "zh": "另一个句子的词元数"},
    "position.label": {"en": "Position", "zh": "位置"},
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "dimension": {"en": "dimension", "zh": "维度"},
    "tokens": {"en": "{n} tokens", "zh": "{n} 个词元"},
    "number.distance": {
        "en": "Distance of the two encodings, length in the exponent",
        "zh": "两个编码的距离，指数中用句长",
    },
    "number.distance_right": {"en": "Distance, d_model in the exponent", "zh": "距离，指数中用 d_model"},
}
