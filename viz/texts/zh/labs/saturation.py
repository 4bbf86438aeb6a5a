"""Words of the lab of saturation, in Chinese."""

WORDS = {
    "title": "缩放与不缩放：训练对比",
    "question": "不除以 √d_k 的注意力学得更差吗？",
    "intro": (
        "六个随机的查询，要通过对查询做梯度下降，在六个固定的随机的键中各自找到自己的键。在模型中，权重用来混合值，"
        "所以这里的损失看的是输出：输出与自己的键所对应的值的距离平方的一半，六个值两两垂直。它的梯度要穿过 softmax，"
        "而饱和的一行几乎什么也传不过去：不作除法时，大多数查询停在最初偏向的键上。在最初的设置下，"
        "100 个随机种子中的每一个，都是作除法的一方最后的损失更小。如果权重本身就是预测，有把握的错误仍有梯度；"
        "这时不作除法的一方更快，因为它的得分每一步移动的距离是另一方的 d_k 倍。"
    ),
    "look": (
        "中间那个查询的梯度：不作除法时它极小；再看有多少查询找到自己的键。然后把 d_k 调小，两者的差别就很小；"
        "或者让损失看权重，结果就反过来。"
    ),
    "learned.label": "损失看的是",
    "learned.output": "输出",
    "learned.weights": "权重",
    "learned.info": "值的加权平均，或自己的键的权重的 −ln。",
    "d_k.label": "宽度 d_k",
    "d_k.info": "论文中为 64。",
    "rate.label": "学习率",
    "seed.label": "随机种子",
    "step": "步",
    "divided": "除以 √d_k",
    "plain": "不除",
    "loss.output": "输出的损失",
    "loss.weights": "权重的损失（奈特）",
    "gradient": "中间那个查询的梯度的范数",
    "saturated": "有权重超过 0.99 的行所占的比例",
    "correct": "找到自己的键的查询所占的比例",
    "reading": (
        "{steps} 步之后找到自己的键的查询：作除法时 {queries} 个中有 {divided} 个，不作除法时有 {plain} 个。"
        "中间那个查询的梯度：作除法时为 {gradient}，不作除法时为 {other}。不作除法时饱和的行：{saturated}。"
    ),
    "number.queries": "学习的查询数",
    "number.keys": "键数",
    "number.first_scaled": "最初的损失，除以 √d_k",
    "number.first_unscaled": "最初的损失，不除",
    "number.last_scaled": "最后的损失，除以 √d_k",
    "number.last_unscaled": "最后的损失，不除",
}
