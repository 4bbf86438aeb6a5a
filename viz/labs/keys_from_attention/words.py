"""Words of the mistake of the encoder's keys."""

WORDS = {
    "title": {"en": "Keys from the encoder's attention", "zh": "键来自编码器的注意力"},
    "question": {
        "en": "Where do the keys and values of cross-attention come from?",
        "zh": "交叉注意力的键和值从哪里来？",
    },
    "formula": {
        "en": r"$K=M\,W^K_{\ell},\quad V=M\,W^V_{\ell}\qquad M:\text{ final states of the encoder}$",
        "zh": r"$K=M\,W^K_{\ell},\quad V=M\,W^V_{\ell}\qquad M\text{：编码器的最终状态}$",
    },
    "intro": {
        "en": (
            "Explanations often say that the encoder passes its attention vectors K and V on to the decoder. It "
            "passes its final states, the memory, one vector for each source token. Each layer of the decoder "
            "has matrices of its own that make keys and values of it. The encoder's own keys stay in the encoder."
        ),
        "zh": (
            "常有讲解说，编码器把它的注意力向量 K 和 V 传给解码器。其实它传递的是最终状态，即编码器输出（memory），"
            "每个源端词元一个向量。解码器的每一层都用自己的矩阵由它算出键和值。编码器自己的键不会离开编码器。"
        ),
    },
    "look": {
        "en": (
            "the second and the third picture, which are the same: memory times the layer's own matrix gives the "
            "keys that the layer used. Keys of other layers differ."
        ),
        "zh": "第二幅图与第三幅图相同：编码器输出乘以该层自己的矩阵，就是该层所用的键。其他层的键则不同。",
    },
    "layer.label": {"en": "Layer of the decoder", "zh": "解码器的层"},
    "head.label": {"en": "Head", "zh": "头"},
    "token": {"en": "source token", "zh": "源端词元"},
    "component": {"en": "component", "zh": "分量"},
    "encoder": {"en": "Keys of the encoder's last self-attention", "zh": "编码器最后一个自注意力的键"},
    "keys": {"en": "Keys that decoder layer {layer} used", "zh": "解码器第 {layer} 层所用的键"},
    "again": {
        "en": "Memory times the matrix of decoder layer {layer}",
        "zh": "编码器输出乘以解码器第 {layer} 层的矩阵",
    },
    "alike": {"en": "Keys of layer {layer} against those of each layer", "zh": "第 {layer} 层的键与各层的键相比"},
    "layer_axis": {"en": "layer", "zh": "层"},
    "cosine": {"en": "cosine", "zh": "余弦"},
    "number.error": {"en": "Largest difference between the two, over all layers", "zh": "两者的最大差，所有层"},
    "number.memory": {"en": "Shape of the memory", "zh": "编码器输出的形状"},
    "number.key": {"en": "Shape of the keys of a head", "zh": "一个头的键的形状"},
}
