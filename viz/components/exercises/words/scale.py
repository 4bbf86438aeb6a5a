"""Words of the exercises on the factor 1 / √d_k."""

WORDS = {
    "variance": {
        "en": "The {d_k} components of a query and of a key are independent random numbers of mean 0 and variance "
        "1. What is the variance of their dot product q · k?",
        "zh": "一个查询和一个键各有 {d_k} 个分量，都是均值为 0、方差为 1 的独立随机数。点积 q · k 的方差是多少？",
    },
    "variance.why": {
        "en": "{d_k}: each product has variance 1, and {d_k} of them are added. Divided by √{d_k} ≈ {root}, the "
        "score has variance 1 for every d_k (footnote 4).",
        "zh": "{d_k}：每个乘积的方差是 1，共有 {d_k} 个相加。除以 √{d_k} ≈ {root} 之后，不论 d_k 多大，得分的方差都"
        "是 1（脚注 4）。",
    },
    "quadrupled": {
        "en": "d_k grows from {d_k} to {grown}, {growth} times as much. By which factor does the standard deviation "
        "of undivided dot products grow?",
        "zh": "d_k 从 {d_k} 增大到 {grown}，变为 {growth} 倍。未缩放的点积的标准差变为几倍？",
    },
    "quadrupled.why": {
        "en": "{answer}: the variance grows like d_k, so the standard deviation grows like √d_k. That is why the "
        "paper divides by the root.",
        "zh": "{answer} 倍：方差与 d_k 成正比，所以标准差与 √d_k 成正比。因此论文除以的是平方根。",
    },
    "before_division": {
        "en": "In {head}, query {row} and key {column} have score {score} after the division by √d_k. d_k is {d_k}, "
        "and √{d_k} ≈ {root}. What was their dot product? (within {tolerance})",
        "zh": "在{head}中，查询 {row} 与键 {column} 的得分在除以 √d_k 之后是 {score}。d_k 为 {d_k}，√{d_k} ≈ "
        "{root}。它们的点积原来是多少？（误差不超过 {tolerance}）",
    },
    "before_division.why": {
        "en": "{score} · {root} ≈ {answer}. Without the division this number would enter softmax.",
        "zh": "{score} · {root} ≈ {answer}。如果不缩放，进入 softmax 的就是这个数。",
    },
    "without_root": {
        "en": "When the model predicts {step}, {head} gives {token} its largest weight, {weight}. Guess this weight "
        "if scores were not divided by √{d_k} ≈ {root}. (within {tolerance})",
        "zh": "模型预测 {step} 时，{head}把最大的权重 {weight} 给了 {token}。猜一猜：如果得分不除以 √{d_k} ≈ "
        "{root}，这个权重是多少？（误差不超过 {tolerance}）",
    },
    "without_root.why": {
        "en": "{answer}: every difference between scores becomes {root} times as large, and softmax moves towards a "
        "single 1. There its gradient almost vanishes.",
        "zh": "{answer}：得分之间的每个差都变为 {root} 倍，softmax 趋向于只有一个 1，那里的梯度几乎为零。",
    },
    "divided_by_d_k": {
        "en": "When the model predicts {step}, {head} gives {token} its largest weight, {weight}. Guess this weight "
        "if scores were divided by d_k = {d_k} instead of √{d_k}. (within {tolerance})",
        "zh": "模型预测 {step} 时，{head}把最大的权重 {weight} 给了 {token}。猜一猜：如果得分除以的是 d_k = {d_k} "
        "而不是 √{d_k}，这个权重是多少？（误差不超过 {tolerance}）",
    },
    "divided_by_d_k.why": {
        "en": "{answer}: every difference between scores shrinks by another factor of {root}, and the row becomes "
        "almost even.",
        "zh": "{answer}：得分之间的每个差又缩小到原来的 1/{root}，这一行变得几乎平均。",
    },
    "slope": {
        "en": "In {head}, in the row of {row}, {token} has weight w = {weight}. How fast does this weight grow with "
        "its own score? (the derivative of softmax, w · (1 − w); within 0.01)",
        "zh": "在{head}的 {row} 这一行中，{token} 的权重是 w = {weight}。这个权重随它自己的得分变化有多快？（"
        "softmax 的导数，w · (1 − w)，误差不超过 0.01）",
    },
    "slope.why": {
        "en": "{weight} · {rest} = {answer}. It is largest, 0.25, at a weight of 0.5, and vanishes near 0 and near "
        "1: a saturated softmax passes almost no gradient back.",
        "zh": "{weight} · {rest} = {answer}。权重为 0.5 时最大，为 0.25；权重接近 0 或 1 时趋于零：饱和的 softmax "
        "几乎不回传梯度。",
    },
    "flattest_row": {
        "en": "Each query of {head} has a row of weights. Which query's softmax passes back the least gradient?",
        "zh": "{head}的每个查询都有一行权重。哪个查询的 softmax 回传的梯度最小？",
    },
    "flattest_row.why": {
        "en": "{answer}: its largest weight is {weight}. Summed over the row, w · (1 − w) is {passed}; the next "
        "smallest sum is {other}.",
        "zh": "{answer}：它的最大权重是 {weight}。这一行的 w · (1 − w) 之和是 {passed}，次小的是 {other}。",
    },
    "largest_variance": {
        "en": "Among the heads of {kind}, whose scores have the largest variance? (few strong cells in most rows "
        "are a sign of it)",
        "zh": "在{kind}的各个头中，哪个头的得分方差最大？（多数行中只有少数格子很强，是方差大的迹象）",
    },
    "largest_variance.why": {
        "en": "{answer}: variance {variance}; that of the next is {other}. Training moves it away from the 1 that "
        "random components would have.",
        "zh": "{answer}：方差为 {variance}，次大的为 {other}。随机分量的方差应为 1，训练使它偏离了 1。",
    },
}
