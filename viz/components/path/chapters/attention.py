"""Words of the chapter on scaled dot-product attention (section 3.2.1)."""

WORDS = {
    "title": {
        "en": "Query, key, value",
        "zh": "查询、键、值",
    },
    "text": {
        "en": (
            "Think of a search box. What you type is the query; every page on offer has a few keywords, its key; "
            "what you get to read is its content, the value. The better a key fits the query, the higher the page "
            "is ranked.\n"
            "Here each token does all three: from its vector the model makes a query (what am I looking for?), a "
            "key (what can I be found by?) and a value (what do I hand over?). The product of a query with a key, "
            "divided by $\\sqrt{d_k}$ (the next chapter says why), is a score. Softmax turns the scores of a row into "
            "weights that sum to 1.\n"
            "And unlike a search, the answer is not one page but a mixture, as in a recipe: 60 % of this value, "
            "30 % of that, a pinch of the rest. Where the recipe says 0.98, the token practically copies."
        ),
        "zh": (
            "想一想搜索框。输入的内容是查询；每个页面都有几个关键词，这就是键；最后读到的内容是值。键与查询越相符，"
            "页面就排得越靠前。\n"
            "这里每个词元同时扮演三个角色：模型从它的向量算出一个查询（要找什么？）、一个键（凭什么被找到？）和一个"
            "值（交出什么？）。查询与键的乘积除以 $\\sqrt{d_k}$（原因见下一章），就是得分。"
            "softmax 把一行得分变成和为 1 的权重。\n"
            "与搜索不同的是，答案不是某一个页面，而是一种混合，就像配方：这个值放 60%，那个值放 30%，其余的各加一小"
            "撮。如果配方上写着 0.98，这个词元几乎就是照抄。"
        ),
    },
    "do": {
        "en": "In the figure, click a token on the left: its lines show what its query takes, and from "
        "where: the mix that makes its row.",
        "zh": "在图中点击左侧的一个词元：它的连线表示从各个词元取多少值，也就是这一行的配方。",
    },
}
