"""Words of the lab of the placement of the normalisation, in Chinese."""

WORDS = {
    "title": "Post-norm 与 pre-norm",
    "question": "层归一化放在哪里，有影响吗？",
    "formula": (
        "$\\text{post-norm：}\\quad x\\leftarrow\\operatorname{LayerNorm}\\left(x+f(x)\\right)$\n"
        r"$\text{pre-norm：}\quad x\leftarrow x+f\left(\operatorname{LayerNorm}(x)\right)$"
    ),
    "intro": (
        "Post-norm 是论文的做法，每次相加之后都把残差流恢复到同样的大小。Pre-norm 不改动残差流，"
        "只对子层读入的内容作归一化；相加的结果不断累积，最后一层之后还要再做一次归一化。这里先比较两个初始权重相同、"
        "未经训练的编码器，再画出当前模型训练之后的残差流。梯度是归一化输出的一个随机投影对一层全部权重的梯度。"
    ),
    "look": (
        "残差流：post-norm 平稳地保持在 1，pre-norm 不断增大。残差流很大时，靠后的子层加上去的内容对它改变很小，"
        "所以在 pre-norm 中，后面各层的梯度往往比前面各层小；增加层数就能看到。已发表的比较表明，"
        "pre-norm 不需要长时间预热也能训练，而很深的 post-norm 需要预热；本实验只测量两者的起点。"
    ),
    "layers.label": "未经训练编码器的层数",
    "seed.label": "随机种子",
    "side.label": "当前模型：编码器或解码器",
    "side.encoder": "编码器",
    "side.decoder": "解码器",
    "streams": "残差流在每个子层之前和最后一个子层之后的大小",
    "sublayers": "已经过的子层数",
    "rms": "各分量的均方根",
    "post": "post-norm，未经训练",
    "pre": "pre-norm，未经训练",
    "own": "当前模型，{placement}-norm",
    "gradients": "每层权重的梯度范数，训练之前",
    "layer": "层",
    "gradient": "梯度的范数",
    "reading": (
        "经过 {layers} 个未经训练的层，残差流在 pre-norm 中增大到 {pre} 倍，在 post-norm 中为 {post} 倍。当前模型采用 "
        "{placement}-norm，为 {own} 倍。"
    ),
    "number.placement": "当前模型的归一化位置",
    "number.own": "其残差流从头到尾的增长倍数",
    "number.post_growth": "post-norm 的增长倍数，未经训练",
    "number.pre_growth": "pre-norm 的增长倍数，未经训练",
    "number.post_first": "第一层的梯度，post-norm",
    "number.post_last": "最后一层的梯度，post-norm",
    "number.pre_first": "第一层的梯度，pre-norm",
    "number.pre_last": "最后一层的梯度，pre-norm",
    "number.width": "未经训练的层的宽度",
}
