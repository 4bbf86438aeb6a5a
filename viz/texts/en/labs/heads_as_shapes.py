"""Words of the lab of heads as shapes."""

WORDS = {
    "title": "Heads as shapes",
    "question": "How many projections does an attention with h heads have, and what does each read?",
    "formula": (
        r"$\text{head}_i=\operatorname{Attention}(QW_i^Q,KW_i^K,VW_i^V)\qquad\text{MultiHead}=[\text{head}_1;\ldots;\text{head}_h]\,W^O$"
    ),
    "intro": (
        "Section 3.2.2 has 3h projections of d_model to d_k (here also d_v) and one output projection. Code "
        "keeps the h matrices of the queries side by side in one: the same numbers, computed at once. "
        "Splitting its result into heads does not split the embedding: each head reads all d_model "
        "components. The output projection mixes what the heads found; without it they could only stay side "
        "by side."
    ),
    "look": (
        "the outlined rows: one head's part of the fused matrix, drawn with its input across, over all "
        "columns. The last line of the table is what a head would compute that reads only a slice of the input."
    ),
    "h.label": "Heads h",
    "d_k.label": "Width d_k of a head",
    "d_model.label": "Width d_model",
    "head.label": "Head shown",
    "head.info": "In the small example of up to 4 heads.",
    "shapes": "Projections of one attention",
    "map": "projection",
    "count": "how many",
    "shape": "shape",
    "query": "queries",
    "key": "keys",
    "value": "values",
    "output": "output",
    "fused": "or fused",
    "small": "A small fused projection: d_model 8, d_k 3, random numbers",
    "rows": "component of a query",
    "columns": "component of the input",
    "row_of": "head {head}",
    "numbers": "The query of head {head}, three ways",
    "from_fused": "part of the fused result",
    "from_own": "the head's own matrix",
    "from_slice": "own matrix on a slice of the input",
    "number.projections": "Projections, 3h + 1",
    "number.width": "Width of all heads, h · d_k",
    "number.weights": "Weights of one attention",
    "number.biases": "Biases of one attention",
    "number.error": "Difference of the first two lines",
}
