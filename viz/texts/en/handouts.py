"""The words of the files to compute attention by hand: notebook, workbook and worksheet."""

HANDOUTS: dict[str, str] = {
    "handout.title": "{kind}, layer {layer}, head {head}: the row of “{token}” (position {position})",
    "handout.title.step": "{kind}, layer {layer}, head {head}: step {step}, reads “{read}”, predicts “{predicted}”",
    "handout.fact.source": "source sentence",
    "handout.fact.translation": "translation",
    "handout.fact.checkpoint": "checkpoint",
    "handout.fact.model": "model",
    "handout.model": "{layers} + {layers} layers, {heads} heads, d_model {width}, d_ff {inner}, {norm}-norm",
    # Notebook
    "handout.notebook.title": "One attention matrix of {checkpoint}, computed from its weights",
    "handout.notebook.intro": (
        "This notebook needs torch and safetensors, and nothing of Glassformer. It reads the weights of a checkpoint, "
        "runs the encoder and the decoder as the paper describes them, and compares one matrix of attention with the "
        "one that the page drew. If the checkpoint is in another folder, change `folder`."
    ),
    "handout.notebook.parts": "The parts of the model; numbers in comments are sections of the paper.",
    "handout.notebook.run": "The pass over the whole sentence, with the tokens that the page showed.",
    "handout.notebook.compare": "The matrix that the page drew, and the one computed here: they must be equal.",
    # Workbook
    "handout.sheet.start": "Start",
    "handout.sheet.stream": "Stream",
    "handout.sheet.head": "Head {head}",
    "handout.sheet.after": "Add and norm",
    "handout.sheet.forward": "Feed-forward",
    "handout.sheet.parameters.query": "W_Q",
    "handout.sheet.parameters.key": "W_K",
    "handout.sheet.parameters.value": "W_V",
    "handout.sheet.parameters.output": "W_O",
    "handout.sheet.parameters.inner": "W_1",
    "handout.sheet.parameters.outer": "W_2",
    "handout.sheet.parameters.norm": "Norm",
    "handout.sheet.parameters.forward_norm": "Norm of feed-forward",
    "handout.bias": "bias",
    "handout.gain": "gain",
    "handout.shift": "bias",
    "handout.about.stream": "What enters the attention sub-layer: one row of d_model numbers for each token.",
    "handout.about.stream.cross": "What enters cross-attention: the decoder's row asks, the encoder's rows answer.",
    "handout.about.head.chosen": "Eq. 1 for the chosen head: q · k, divided by √d_k, softmax, then the sum of values.",
    "handout.about.head": "Eq. 1 for another head of the same layer: the sub-layer needs all of them.",
    "handout.about.after": "All heads side by side, times W_O, plus the stream, normalised.",
    "handout.about.after.pre": "All heads side by side, times W_O, plus the stream.",
    "handout.about.forward": "Eq. 2 on the same row, plus the stream.",
    "handout.about.forward.decoder": (
        "Eq. 2 of this layer. Cross-attention lies in between: the stream after it is given."
    ),
    "handout.keys": "Tokens that the row may attend to",
    "handout.memory": "Encoder's result",
    "handout.normalised": "Normalised",
    "handout.q": "q",
    "handout.k": "k",
    "handout.v": "v",
    "handout.sum": "Σ weight · v",
    "handout.column.token": "token",
    "handout.column.product": "q · k",
    "handout.column.scaled": "÷ √d_k",
    "handout.column.exponential": "e^(x − max)",
    "handout.column.weight": "weight",
    "handout.column.model": "model",
    "handout.column.difference": "difference",
    "handout.row.stream": "stream",
    "handout.row.joined": "all heads",
    "handout.row.output": "output",
    "handout.row.sum": "stream + output",
    "handout.row.result": "normalised",
    "handout.row.hidden": "hidden",
    "handout.row.model": "model",
    "handout.row.difference": "difference",
    "handout.how.title": "How to read it",
    "handout.how": (
        "Blue numbers are the model's: what enters the layer, its parameters, and its own results for comparison. "
        "All other numbers are formulas: change a blue one and see what follows."
    ),
    "handout.check.title": "Largest difference from the model, which computes in float32",
    "handout.check.head": "weights of head {head}",
    "handout.check.after": "after attention",
    "handout.check.forward": "after feed-forward",
    # Worksheet
    "handout.worksheet.about": "“{source}” → “{translation}”. Numbers of the model {checkpoint}, rounded.",
    "handout.worksheet.task": "Compute the weights of attention by hand, as Eq. 1 of “Attention Is All You Need” does.",
    "handout.worksheet.given": "Given",
    "handout.worksheet.products": (
        "The vectors q and k have too many numbers to multiply by hand, so the table below begins with their products."
    ),
    "handout.worksheet.values": "v, first numbers",
    "handout.worksheet.others.one": "1 other",
    "handout.worksheet.others.many": "{count} others",
    "handout.worksheet.rest": (
        "The row “others” stands for all tokens of smaller products: their {power} sum to {sum}, and v is their "
        "weighted mean."
    ),
    "handout.worksheet.masked": "The tokens after this one are left out: the causal mask hides them.",
    "handout.worksheet.steps": "Steps",
    "handout.worksheet.step.product": "Multiply q with each k, number by number, and add: {product}.",
    "handout.worksheet.step.scale": "Divide by {root}.",
    "handout.worksheet.step.exponential": (
        "Subtract the largest of these numbers from each, and take e to that power: {power}."
    ),
    "handout.worksheet.step.divide": "Add them all, and divide each by the sum: the weights.",
    "handout.worksheet.step.sum": "Multiply each v with its weight, and add: {sum}.",
    "handout.worksheet.question": "To which token does this head attend most, and what could be the reason?",
    "handout.worksheet.solution": "Solution",
    "handout.worksheet.total": "sum",
    "handout.worksheet.name": "Name",
    "handout.worksheet.date": "Date",
    "handout.worksheet.points": "Points",
    "handout.worksheet.picture.task": (
        "The head: a row for each query, a column for each key; the darker, the larger the weight. The framed row is "
        "the one to compute; shade it."
    ),
    "handout.worksheet.picture.solved": "The head with the computed row.",
    "handout.worksheet.answer": "The largest weight, {share}, is on {token}.",
    "handout.worksheet.rounding": (
        "Each step begins with the numbers as they are printed: {digits} digits after the point, and {small} for "
        "{power} and weights; a half is rounded away from zero. The column “model” has what the model computed with "
        "all digits."
    ),
}
