"""Words of the exercises on several heads."""

WORDS = {
    "encoder": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "decoder": {"en": "decoder self-attention", "zh": "解码器自注意力"},
    "cross": {"en": "cross-attention", "zh": "交叉注意力"},
}
