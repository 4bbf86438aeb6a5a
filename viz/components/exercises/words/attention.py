"""Words of the exercises on attention."""

WORDS = {
    "most_attended": {
        "en": "In {head}, which token does {token} attend to most?",
        "zh": "在{head}中，{token} 最关注哪个词元？",
    },
    "most_attended.why": {
        "en": "{answer} gets {weight} of the row. The weights of a row sum to 1.",
        "zh": "{answer} 得到这一行中 {weight} 的权重。每一行的权重之和为 1。",
    },
    "rest_of_row": {
        "en": "{head} gives {weight} to {token} at this step. How much weight do all other source tokens get together?",
        "zh": "{head}在这一步给 {token} 的权重是 {weight}。其他源词元一共得到多少权重？",
    },
    "rest_of_row.why": {
        "en": "1 − {weight} = {answer}: softmax makes weights that sum to 1.",
        "zh": "1 − {weight} = {answer}：softmax 得到的权重之和为 1。",
    },
    "largest_product": {
        "en": "The query is q = {query}. Which of these keys has the largest dot product q · k?",
        "zh": "查询 q = {query}。下面哪个键与它的点积 q · k 最大？",
    },
    "largest_product.why": {
        "en": "{answer}: multiply number by number and add, which gives {product}. A key gets the more weight the "
        "better it matches the query.",
        "zh": "{answer}：逐项相乘再相加，得 {product}。键与查询越匹配，得到的权重越大。",
    },
    "ratio": {
        "en": "In {head}, in the row of {row}, {first} has score {higher} and {second} has score {lower} as they "
        "enter softmax. How many times as much weight does {first} get as {second}? (e ≈ 2.718; within "
        "{tolerance})",
        "zh": "在{head}的 {row} 这一行中，进入 softmax 的得分：{first} 为 {higher}，{second} 为 {lower}。{first} 的"
        "权重是 {second} 的多少倍？（e ≈ 2.718，误差不超过 {tolerance}）",
    },
    "ratio.why": {
        "en": "The scores differ by {difference}, and e^{difference} ≈ {answer}. Softmax turns differences of "
        "scores into ratios of weights.",
        "zh": "两个得分相差 {difference}，e^{difference} ≈ {answer}。softmax 把得分之差变成权重之比。",
    },
    "mixed_value": {
        "en": "When the decoder predicts {step}, {head} gives {first} the weight {share} and {second} the weight "
        "{rest}. Number {column} of their values is {one} and {other}. What is number {column} of the head's "
        "output? (within 0.05)",
        "zh": "解码器预测 {step} 时，{head}给 {first} 的权重是 {share}，给 {second} 的权重是 {rest}。它们的值的第 "
        "{column} 个数分别是 {one} 和 {other}。这个头的输出的第 {column} 个数是多少？（误差不超过 0.05）",
    },
    "mixed_value.why": {
        "en": "{share} · ({one}) + {rest} · ({other}) ≈ {answer}: the output is the weighted mean of the values.",
        "zh": "{share} · ({one}) + {rest} · ({other}) ≈ {answer}：输出是各个值的加权平均。",
    },
    "order_of_steps": {
        "en": "Put the steps of attention in order (Eq. 1).",
        "zh": "把注意力的各个步骤按顺序排列（式 1）。",
    },
    "order_of_steps.project": {
        "en": "make a query, a key and a value from each token's vector",
        "zh": "由每个词元的向量得到查询、键和值",
    },
    "order_of_steps.products": {"en": "take the dot product of the query with every key", "zh": "求查询与每个键的点积"},
    "order_of_steps.divide": {"en": "divide by √d_k", "zh": "除以 √d_k"},
    "order_of_steps.softmax": {"en": "apply softmax, so that the row sums to 1", "zh": "做 softmax，使这一行之和为 1"},
    "order_of_steps.mix": {"en": "add up the values, each times its weight", "zh": "把各个值乘以其权重后相加"},
    "order_of_steps.why": {
        "en": "Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V: the formula is read from the inside out.",
        "zh": "Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V：由里向外读这个公式。",
    },
    "added_to_scores": {
        "en": "In {head}, in the row that predicts {token}, {added} is added to every score. What happens to the "
        "weights?",
        "zh": "在{head}预测 {token} 的这一行中，给每个得分都加上 {added}。权重会怎样？",
    },
    "added_to_scores.same": {"en": "they stay the same", "zh": "保持不变"},
    "added_to_scores.larger": {"en": "all become larger", "zh": "全部变大"},
    "added_to_scores.even": {"en": "they become more even", "zh": "变得更平均"},
    "added_to_scores.sharper": {"en": "the largest takes even more", "zh": "最大的变得更大"},
    "added_to_scores.why": {
        "en": "They stay the same: e^{added} is a factor of every term of the sum, and cancels. Only differences "
        "between scores count.",
        "zh": "保持不变：和式的每一项都多出因子 e^{added}，约分后消失。起作用的只是得分之间的差。",
    },
    "shape": {
        "en": "The source has {source} tokens, the target {target}, end symbols included. Which shape do the "
        "weights of one cross-attention head have (rows × columns)?",
        "zh": "源句有 {source} 个词元，目标句有 {target} 个（含结束符）。交叉注意力中一个头的权重是什么形状（行 × "
        "列）？",
    },
    "shape.why": {
        "en": "{answer}: a row for each query, which comes from the target; a column for each key, which comes from "
        "the source.",
        "zh": "{answer}：每个查询一行，查询来自目标句；每个键一列，键来自源句。",
    },
}
