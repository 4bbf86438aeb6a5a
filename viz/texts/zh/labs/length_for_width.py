"""Words of the mistake of length for width, in Chinese."""

WORDS = {
    "title": "误把句长当作 d_model",
    "question": "同一个位置，在另一个句子里可以有另一种编码吗？",
    "intro": (
        "指数的分母应当是模型的宽度。如果代码传入的是句长，每种句长就有各自的波长："
        "短句的位置 3 与长句的位置 3 是不同的向量。模型每遇到一种句长就遇到一种新编码，学不会位置的含义。"
    ),
    "look": "同一个位置，错误写法中是两组不同的柱子，正确写法中两组相同。图中画出前 16 维。",
    "short.label": "一个句子的词元数",
    "long.label": "另一个句子的词元数",
    "position.label": "位置",
    "d_model.label": "宽度 d_model",
    "dimension": "维度",
    "tokens": "{n} 个词元",
    "number.distance": "两个编码的距离，指数中用句长",
    "number.distance_right": "距离，指数中用 d_model",
}
