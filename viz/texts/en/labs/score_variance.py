"""Words of the lab of the model's own scores."""

WORDS = {
    "title": "Variance of real scores",
    "question": "Do the scores of a trained model have the variance that footnote 4 expects?",
    "formula": r"$\operatorname{Var}(q\cdot k)=d_k\qquad\text{independent, mean 0, variance 1}$",
    "intro": (
        "The footnote speaks of random components. A fresh model comes near; training then makes scores "
        "larger or smaller, head by head, because a sharp head needs large scores. Each point is one head of "
        "the loaded model: the variance of all its scores over the sentence at hand that no mask closes."
    ),
    "look": "points far above the line: sharp heads, whose softmax is close to saturation in spite of the division.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "divided.label": "Divided by √d_k",
    "chart": "Variance of the scores of every head, over {queries} queries",
    "layer": "layer",
    "variance": "variance",
    "footnote": "footnote 4",
    "head": "head {head}",
    "head_axis": "head",
    "table": "The same in numbers",
    "number.queries": "Queries of the sentence",
    "number.scores": "Scores of a head that no mask closes",
    "number.mean": "Mean of all heads",
    "number.least": "Smallest",
    "number.most": "Largest",
    "number.expected": "Expected for random vectors",
}
