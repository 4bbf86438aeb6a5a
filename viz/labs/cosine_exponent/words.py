"""Words of the mistake of the cosine's exponent."""

WORDS = {
    "title": {"en": "The cosine's exponent", "zh": "余弦的指数"},
    "question": {"en": "Which frequency does the cosine of a pair have?", "zh": "一对维度中的余弦用哪个频率？"},
    "formula": {
        "en": r"$\cos\frac{pos}{10000^{2i/d}}\qquad\text{not}\qquad\cos\frac{pos}{10000^{(2i+1)/d}}$",
        "zh": r"$\cos\frac{pos}{10000^{2i/d}}\qquad\text{而不是}\qquad\cos\frac{pos}{10000^{(2i+1)/d}}$",
    },
    "intro": {
        "en": (
            "In the paper dimensions 2i and 2i + 1 share a frequency. Code that counts dimensions instead of "
            "pairs gives the cosine its own. Each pair then no longer turns on a circle, a shift is no rotation, "
            "and the product of two positions depends on where they are. The model can still learn to tell "
            "positions apart; what is lost is the property that the authors chose the encoding for."
        ),
        "zh": (
            "在论文中，维度 2i 和 2i + 1 共用一个频率。有些代码按维度而不是按对编号，余弦就有了自己的频率。"
            "于是每一对不再沿圆转动，平移不再是旋转，两个位置的内积与它们所处的位置有关。模型仍能学会区分位置；"
            "失去的是作者选用这种编码所看中的性质。"
        ),
    },
    "look": {
        "en": "a circle only where the exponent is shared, and the level line of its products.",
        "zh": "共用指数时是圆，各自的指数则不是；共用指数时，内积是一条水平线。",
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "d_model.info": {"en": "The mistake is smaller in wide models.", "zh": "模型越宽，这个错误的影响越小。"},
    "pair.label": {"en": "Pair i", "zh": "第 i 对"},
    "offset.label": {"en": "Offset k", "zh": "偏移 k"},
    "pair_title": {"en": "Pair {pair}, position by position", "zh": "第 {pair} 对，逐个位置"},
    "sine": {"en": "dimension {d}", "zh": "维度 {d}"},
    "cosine": {"en": "dimension {d}", "zh": "维度 {d}"},
    "products": "PE(p) · PE(p + {offset})",
    "position": {"en": "position p", "zh": "位置 p"},
    "product": {"en": "product", "zh": "内积"},
    "with_wrong": {"en": "own exponent", "zh": "各自的指数"},
    "with_right": {"en": "shared exponent", "zh": "共用的指数"},
    "number.radius_wrong": {
        "en": "Spread of the pair's radius, own exponent",
        "zh": "该对的半径的离散程度，各自的指数",
    },
    "number.radius_right": {
        "en": "Spread of the pair's radius, shared exponent",
        "zh": "该对的半径的离散程度，共用的指数",
    },
    "number.product_wrong": {"en": "Spread of the products, own exponent", "zh": "内积的离散程度，各自的指数"},
    "number.product_right": {"en": "Spread of the products, shared exponent", "zh": "内积的离散程度，共用的指数"},
}
