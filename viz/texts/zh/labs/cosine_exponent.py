"""Words of the mistake of the cosine's exponent, in Chinese."""

WORDS = {
    "title": "余弦的指数",
    "question": "一对维度中的余弦用哪个频率？",
    "formula": r"$\cos\frac{pos}{10000^{2i/d}}\qquad\text{而不是}\qquad\cos\frac{pos}{10000^{(2i+1)/d}}$",
    "intro": (
        "在论文中，维度 2i 和 2i + 1 共用一个频率。有些代码按维度而不是按对编号，余弦就有了自己的频率。"
        "于是每一对不再沿圆转动，平移不再是旋转，两个位置的内积与它们所处的位置有关。模型仍能学会区分位置；"
        "失去的是作者选用这种编码所看中的性质。"
    ),
    "look": "共用指数时是圆，各自的指数则不是；共用指数时，内积是一条水平线。",
    "d_model.label": "宽度 d_model",
    "d_model.info": "模型越宽，这个错误的影响越小。",
    "pair.label": "第 i 对",
    "offset.label": "偏移 k",
    "pair_title": "第 {pair} 对，逐个位置",
    "sine": "维度 {d}",
    "cosine": "维度 {d}",
    "products": "PE(p) · PE(p + {offset})",
    "position": "位置 p",
    "product": "内积",
    "with_wrong": "各自的指数",
    "with_right": "共用的指数",
    "number.radius_wrong": "该对的半径的离散程度，各自的指数",
    "number.radius_right": "该对的半径的离散程度，共用的指数",
    "number.product_wrong": "内积的离散程度，各自的指数",
    "number.product_right": "内积的离散程度，共用的指数",
}
