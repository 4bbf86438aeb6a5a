"""Words of the lab of saturation."""

WORDS = {
    "title": {"en": "Trained both ways", "zh": "缩放与不缩放：训练对比"},
    "question": {"en": "Does an attention without the division learn worse?", "zh": "不除以 √d_k 的注意力学得更差吗？"},
    "intro": {
        "en": (
            "Six random queries must each find their own key among six random ones, by gradient descent on the "
            "queries. "
            "In a model the weights mix values, so the loss is that of the output: half its squared distance from the "
            "value of the own key, where the six values are at right angles. Its gradient passes through the softmax, "
            "and "
            "a saturated row lets almost nothing through: without the division most queries stay where they lean at "
            "first. "
            "At the first settings the divided side has the smaller last loss for each of 100 seeds. If the weights "
            "themselves are the prediction, a confident error keeps its gradient. The plain side is then the faster "
            "one, as its scores move d_k times as far in a step."
        ),
        "zh": (
            "六个随机的查询，要通过对查询做梯度下降，在六个固定的随机的键中各自找到自己的键。在模型中，权重用来混合值，"
            "所以这里的损失看的是输出：输出与自己的键所对应的值的距离平方的一半，六个值两两垂直。它的梯度要穿过 "
            "softmax，"
            "而饱和的一行几乎什么也传不过去：不作除法时，大多数查询停在最初偏向的键上。在最初的设置下，"
            "100 个随机种子中的每一个，都是作除法的一方最后的损失更小。如果权重本身就是预测，有把握的错误仍有梯度；"
            "这时不作除法的一方更快，因为它的得分每一步移动的距离是另一方的 d_k 倍。"
        ),
    },
    "look": {
        "en": (
            "the gradient of the middle query, which is tiny without the division, and how many queries find their "
            "key. "
            "Then make d_k small, which leaves little difference, or learn from the weights, which turns it round."
        ),
        "zh": (
            "中间那个查询的梯度：不作除法时它极小；再看有多少查询找到自己的键。然后把 d_k 调小，两者的差别就很小；"
            "或者让损失看权重，结果就反过来。"
        ),
    },
    "learned.label": {"en": "The loss is that of", "zh": "损失看的是"},
    "learned.output": {"en": "the output", "zh": "输出"},
    "learned.weights": {"en": "the weights", "zh": "权重"},
    "learned.info": {
        "en": "The weighted mean of the values, or −ln of the own key's weight.",
        "zh": "值的加权平均，或自己的键的权重的 −ln。",
    },
    "d_k.label": {"en": "Width d_k", "zh": "宽度 d_k"},
    "d_k.info": {"en": "64 in the paper.", "zh": "论文中为 64。"},
    "rate.label": {"en": "Learning rate", "zh": "学习率"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "step": {"en": "step", "zh": "步"},
    "divided": {"en": "divided by √d_k", "zh": "除以 √d_k"},
    "plain": {"en": "not divided", "zh": "不除"},
    "loss.output": {"en": "Loss of the output", "zh": "输出的损失"},
    "loss.weights": {"en": "Loss of the weights (nats)", "zh": "权重的损失（奈特）"},
    "gradient": {"en": "Norm of the middle query's gradient", "zh": "中间那个查询的梯度的范数"},
    "saturated": {"en": "Share of rows with a weight above 0.99", "zh": "有权重超过 0.99 的行所占的比例"},
    "correct": {"en": "Share of queries that find their key", "zh": "找到自己的键的查询所占的比例"},
    "reading": {
        "en": (
            "Queries that find their key after {steps} steps: {divided} of {queries} with the division, {plain} "
            "without. "
            "The middle query's gradient: {gradient} with it, {other} without. Saturated rows without it: {saturated}."
        ),
        "zh": (
            "{steps} 步之后找到自己的键的查询：作除法时 {queries} 个中有 {divided} 个，不作除法时有 {plain} 个。"
            "中间那个查询的梯度：作除法时为 {gradient}，不作除法时为 {other}。不作除法时饱和的行：{saturated}。"
        ),
    },
    "number.queries": {"en": "Queries that learn", "zh": "学习的查询数"},
    "number.keys": {"en": "Keys", "zh": "键数"},
    "number.first_scaled": {"en": "First loss, divided", "zh": "最初的损失，除以 √d_k"},
    "number.first_unscaled": {"en": "First loss, not divided", "zh": "最初的损失，不除"},
    "number.last_scaled": {"en": "Last loss, divided", "zh": "最后的损失，除以 √d_k"},
    "number.last_unscaled": {"en": "Last loss, not divided", "zh": "最后的损失，不除"},
}
