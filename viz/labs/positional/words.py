"""Words of the lab of the positional encoding."""

WORDS = {
    "title": {"en": "Positional encoding", "zh": "位置编码"},
    "question": {"en": "How does the model know the order of the words?", "zh": "模型如何知道词的顺序？"},
    "formula": (
        r"$PE_{(pos,\,2i)}=\sin\frac{pos}{base^{\,2i/d_{\text{model}}}}\qquad "
        r"PE_{(pos,\,2i+1)}=\cos\frac{pos}{base^{\,2i/d_{\text{model}}}}$"
    ),
    "intro": {
        "en": (
            "Attention ignores order. So each position adds its own pattern of sines and cosines to the "
            r"embedding. A pair of dimensions is one wave; wavelengths grow from $2\pi$ towards $base\cdot 2\pi$."
        ),
        "zh": (
            "注意力本身不知道顺序。因此，位置编码（positional encoding）把每个位置特有的一组正弦和余弦加到词嵌入上。"
            r"每对维度是一个波；波长从 $2\pi$ 开始，逐渐增长，趋近 $base\cdot 2\pi$。"
        ),
    },
    "look": {
        "en": (
            "waves that get longer from one pair to the next, a cosine a quarter of a wave ahead of its sine, "
            "and rows of the matrix that all differ: each position is unique."
        ),
        "zh": "相邻各对的波越来越长，余弦比正弦超前四分之一个周期，矩阵的各行互不相同：每个位置都是唯一的。",
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "d_model.info": {"en": "Dimensions of an embedding.", "zh": "词嵌入的维数。"},
    "length.label": {"en": "Positions", "zh": "位置数"},
    "pair.label": {"en": "Pair i", "zh": "第 i 对"},
    "pair.info": {
        "en": "Dimensions 2i and 2i + 1; the last pair is d_model/2 − 1.",
        "zh": "维度 2i 和 2i + 1；最后一对是 d_model/2 − 1。",
    },
    "base.label": {"en": "Base", "zh": "底数"},
    "base.info": {"en": "10000 in the paper.", "zh": "论文中为 10000。"},
    "base.10": "10",
    "base.100": "100",
    "base.1000": "1000",
    "base.10000": "10000",
    "base.100000": "100000",
    "curves": {
        "en": "Pair {pair}, the last is {last}: its dimensions against the position",
        "zh": "第 {pair} 对（最后一对是第 {last} 对）：两个维度随位置的变化",
    },
    "matrix": {"en": "The whole matrix", "zh": "整个矩阵"},
    "position": {"en": "position", "zh": "位置"},
    "dimension": {"en": "dimension", "zh": "维度"},
    "sine": {"en": "dimension {d}, sine", "zh": "维度 {d}，正弦"},
    "cosine": {"en": "dimension {d}, cosine", "zh": "维度 {d}，余弦"},
    "see.rotation": {"en": "Why sines and cosines, of all functions:", "zh": "为什么偏偏用正弦和余弦："},
    "see.permutation": {"en": "What a model knows without positions:", "zh": "没有位置时模型知道什么："},
    "number.wavelength": {"en": "Wavelength of the chosen pair (tokens)", "zh": "所选一对的波长（词元）"},
    "number.shortest": {"en": "Shortest wavelength (tokens)", "zh": "最短波长（词元）"},
    "number.longest": {"en": "Longest wavelength (tokens)", "zh": "最长波长（词元）"},
}
