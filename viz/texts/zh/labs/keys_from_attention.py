"""Words of the mistake of the encoder's keys, in Chinese."""

WORDS = {
    "title": "键来自编码器的注意力",
    "question": "交叉注意力的键和值从哪里来？",
    "formula": r"$K=M\,W^K_{\ell},\quad V=M\,W^V_{\ell}\qquad M\text{：编码器的最终状态}$",
    "intro": (
        "常有讲解说，编码器把它的注意力向量 K 和 V 传给解码器。其实它传递的是最终状态，即编码器输出（memory），"
        "每个源端词元一个向量。解码器的每一层都用自己的矩阵由它算出键和值。编码器自己的键不会离开编码器。"
    ),
    "look": "第二幅图与第三幅图相同：编码器输出乘以该层自己的矩阵，就是该层所用的键。其他层的键则不同。",
    "layer.label": "解码器的层",
    "head.label": "头",
    "token": "源端词元",
    "component": "分量",
    "encoder": "编码器最后一个自注意力的键",
    "keys": "解码器第 {layer} 层所用的键",
    "again": "编码器输出乘以解码器第 {layer} 层的矩阵",
    "alike": "第 {layer} 层的键与各层的键相比",
    "layer_axis": "层",
    "cosine": "余弦",
    "number.error": "两者的最大差，所有层",
    "number.memory": "编码器输出的形状",
    "number.key": "一个头的键的形状",
}
