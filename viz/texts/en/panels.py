"""The words of three panels: query and key up close, the head catalogue, two translations compared."""

PANELS: dict[str, str] = {
    # Query and key
    "attention.close_up.no_answer": "The server gave no answer. Choose the token again, or translate again.",
    "attention.close_up.products": "Element by element",
    "attention.close_up.products.key": "strips: q and k; bars: q ⊙ k for the key {token}; one scale for all keys",
    "attention.close_up.strip.q": "query vector of {token}: {size} numbers",
    "attention.close_up.strip.k": "key vector of {token}: {size} numbers",
    "attention.close_up.field": "Dimensions of query and key: arrow keys move",
    "attention.close_up.sum": "The {size} bars add up to q·k = {dot}. Point at one for its numbers.",
    "attention.close_up.sum.tap": "The {size} bars add up to q·k = {dot}. Tap one for its numbers.",
    "attention.close_up.element": "dimension {index}: {q} × {k} = {product}",
    "attention.close_up.divided": "÷ √{d_k}",
    "attention.close_up.softmax.one": "softmax over {count} key",
    "attention.close_up.softmax.many": "softmax over {count} keys",
    "attention.close_up.softmax.hint": "e to this score ÷ the sum of e to every score that the query may see; both"
    " over e to the largest score, which cancels and keeps the numbers small.",
    "attention.close_up.weight": "weight",
    "attention.close_up.weight.computed": "weight computed",
    "attention.close_up.used": "used",
    "attention.close_up.used.off": "used: switched off",
    "attention.close_up.used.uniform": "used: made uniform",
    "attention.close_up.used.edited": "used: edited by hand",
    "attention.close_up.changed.off": "This head is switched off here. It computes q, k, scores and weights as usual,"
    " but every weight is replaced by 0, and its output is 0.",
    "attention.close_up.changed.uniform": "This head is made uniform here. It computes q, k, scores and weights as"
    " usual, but every key that the query may see gets the same weight.",
    "attention.close_up.changed.edited": "This row is edited by hand here. The head computes q, k, scores and weights"
    " as usual, but the edited weights are used.",
    "attention.close_up.formula.label": "Attention of Q, K, V is softmax of Q K transposed over the square root of d"
    " k, times V",
    "attention.close_up.formula": "Eq. 1 (section 3.2.1) for one query and one key; √d_k = √{d_k} = {root}. The weight"
    " then multiplies the key's value. Before e is raised to the scores, the largest is subtracted from all: the"
    " weights stay the same, the numbers small.",
    "attention.close_up.formula.unscaled": (
        "Eq. 1 (section 3.2.1), but this model does not divide by √d_k = √{d_k}: its softmax takes q·k unscaled. "
        "Before e is raised to the scores, the largest is subtracted from all: the weights stay the same, the "
        "numbers small."
    ),
    "attention.close_up.keys": "Every key",
    "attention.close_up.key": "key",
    "attention.close_up.scaled.unused": "scaled (not used)",
    "attention.close_up.masked": "masked",
    "attention.close_up.histogram": "Every score of this head",
    "attention.close_up.histogram.hint": "all pairs of a query and a key that it may see, on this sentence",
    "attention.close_up.histogram.label": "Histogram of the head's scores from {low} to {high}, with and without"
    " division by the square root of d_k",
    "attention.close_up.axis.score": "score",
    "attention.close_up.axis.count": "pairs",
    "attention.close_up.variance": "variance of the scores",
    "attention.close_up.entropy": "mean entropy of a row, nats",
    "attention.close_up.largest": "mean largest weight of a row",
    "attention.close_up.said": "Dividing by √{d_k} = {root} divides the variance by {d_k}: {raw_variance} becomes"
    " {scaled_variance}. Without it the largest weight of a row would be {raw_largest} on average instead of"
    " {scaled_largest}, its entropy {raw_entropy} nats instead of {scaled_entropy}. The variance is not 1: components"
    " of trained queries and keys are not independent with variance 1, as section 3.2.1 assumes.",
    "attention.close_up.said.unscaled": "This model uses unscaled scores. Divided by √{d_k} = {root}, their"
    " variance would be {scaled_variance} instead of {raw_variance}, the largest weight of a row {scaled_largest}"
    " on average instead of {raw_largest}.",
    # Head catalogue
    "attention.catalogue.busy": "Measuring every head over the sentences …",
    "attention.catalogue.no_answer": "The server gave no answer. Open the panel again, or try again.",
    "attention.catalogue.whole": "Heads are changed in the views above; this table measures the unchanged model.",
    "attention.catalogue.about": "Every head of {name} over {sentences} sample sentences and their translations,"
    " {tokens} tokens in total. A heading sorts, a row shows its head in the views above.",
    "attention.catalogue.about.own": "Every head of {name} over {sentences} of your sentences and their"
    " translations, {tokens} tokens in total. A heading sorts, a row shows its head in the views above.",
    "attention.catalogue.about.gold": "Every head of {name} over {sentences} of your sentence pairs, {tokens} tokens in"
    " total; the model reads the reference translations. A heading sorts, a row shows its head in the views above.",
    "attention.catalogue.gold.aer_predicted": "Alignment error rate, lower is better: best {best}, {name}, from the"
    " rows that predict a word. A scaled diagonal, which links every target word to the source word at the same"
    " relative position, scores {diagonal}.",
    "attention.catalogue.gold.aer_read": "Alignment error rate, lower is better: best {best}, {name}, from the rows"
    " that read a word. A scaled diagonal, which links every target word to the source word at the same relative"
    " position, scores {diagonal}.",
    "attention.catalogue.clear.previous": "looks at the token before.",
    "attention.catalogue.clear.same": "looks at its own token.",
    "attention.catalogue.clear.next": "looks at the token after.",
    "attention.catalogue.clear.first": "looks at the first token.",
    "attention.catalogue.clear.special": "looks at the start and end symbols.",
    "attention.catalogue.clear.broad": "spreads evenly over all tokens.",
    "attention.catalogue.clear.aligned": "reads the source in its order.",
    "attention.catalogue.clear.score": "role {score} of 1",
    "attention.catalogue.clear.none": "No head of this model has a clear role.",
    "attention.catalogue.mean": "mean",
    "attention.catalogue.mean.name": "cross-attention · layer {layer} · mean of its heads",
    "attention.catalogue.kinds": "kind of attention in the table",
    "attention.catalogue.all": "all",
    "attention.catalogue.csv": "table as CSV",
    "attention.catalogue.own": "Your own sentences, one per line",
    "attention.catalogue.own.placeholder": "A sentence in the model's source language\nAnother one",
    "attention.catalogue.own.hint": "The model translates them. For alignment error rates paste"
    " gold alignments, with tabs between the fields of every line: source, reference translation, links"
    " (0\N{NON-BREAKING HYPHEN}0 1\N{NON-BREAKING HYPHEN}2 2p3: source word, target word; p for possible)."
    " Blanks separate words, in Chinese and Japanese too.",
    "attention.catalogue.own.hint.keys": "Ctrl-Enter measures.",
    "attention.catalogue.own.one_based": "links count from 1",
    "attention.catalogue.own.swapped": "the first number is the target's",
    "attention.catalogue.run": "measure on these",
    "attention.catalogue.sample": "back to the sample",
    "attention.catalogue.more": "{shown} of {count} rows fit: scroll down for the others.",
    "attention.catalogue.more.measures": "Scroll sideways for more measures.",
    "attention.catalogue.row": "{name}: {role} {score}",
    "attention.catalogue.column.kind": "kind",
    "attention.catalogue.column.layer": "layer",
    "attention.catalogue.column.head": "head",
    "attention.catalogue.column.role": "role",
    "attention.catalogue.column.entropy": "entropy",
    "attention.catalogue.column.relative_entropy": "relative entropy",
    "attention.catalogue.column.confidence": "confidence",
    "attention.catalogue.column.mean_distance": "distance",
    "attention.catalogue.column.share_previous": "previous",
    "attention.catalogue.column.share_same": "same",
    "attention.catalogue.column.share_next": "next",
    "attention.catalogue.column.share_first": "first",
    "attention.catalogue.column.share_last": "last",
    "attention.catalogue.column.share_special": "special",
    "attention.catalogue.column.diagonality": "diagonal",
    "attention.catalogue.column.coverage": "coverage",
    "attention.catalogue.column.aer_predicted": "AER, word predicted",
    "attention.catalogue.column.aer_read": "AER, word read",
    "attention.catalogue.hint.role": "the score says how much more the head does one thing than a uniform head: 0 is"
    " the same as a uniform head, 1 means that it does nothing else; a role is named from 0.2. Broad: no other role and"
    " a relative entropy of at least 0.85. A tendency, not a proof",
    "attention.catalogue.hint.entropy": "of a row, in nats: 0 attends to one token, larger values to many",
    "attention.catalogue.hint.relative_entropy": "entropy over its maximum: 1 is uniform",
    "attention.catalogue.hint.confidence": "largest weight of a row, special tokens left out",
    "attention.catalogue.hint.mean_distance": "from query to key in tokens, weighted; in cross-attention from the"
    " diagonal",
    "attention.catalogue.hint.share_previous": "weight on the token before the query",
    "attention.catalogue.hint.share_same": "weight on the query's own position",
    "attention.catalogue.hint.share_next": "weight on the token after the query; a decoder may not see it",
    "attention.catalogue.hint.share_first": (
        "weight on the first token: in the decoder the start symbol, its only special token, so that first equals"
        " special there"
    ),
    "attention.catalogue.hint.share_last": (
        "weight on the last token that the row may see: in the source the end symbol, its only special token, so "
        "that last equals special there"
    ),
    "attention.catalogue.hint.share_special": (
        "weight on start and end symbols: in the decoder the first token, in the source the last"
    ),
    "attention.catalogue.hint.diagonality": "weight within one token of the diagonal",
    "attention.catalogue.hint.coverage": "share of source words that are at least once the most attended word: how"
    " much of the source the implied alignment covers",
    "attention.catalogue.hint.aer_predicted": "alignment error rate (Och and Ney 2003), 0 to 1, lower is better: a"
    " target word's link goes to the source word most attended in the rows that predict it",
    "attention.catalogue.hint.aer_read": "the same, from the rows that read the target word",
    "attention.catalogue.role.none": "none clear",
    "attention.catalogue.role.previous": "previous",
    "attention.catalogue.role.same": "same",
    "attention.catalogue.role.next": "next",
    "attention.catalogue.role.first": "first",
    "attention.catalogue.role.special": "special",
    "attention.catalogue.role.broad": "broad",
    "attention.catalogue.role.aligned": "aligned",
    # Compare
    "attention.compare.text": "Another sentence",
    "attention.compare.text.placeholder": "empty: the same sentence",
    "attention.compare.target": "Your own translation",
    "attention.compare.target.placeholder": "empty: the model translates",
    "attention.compare.checkpoint": "model",
    "attention.compare.rank": "hypothesis of the same beam",
    "attention.compare.beam": "beam",
    "attention.compare.alpha": "length penalty α",
    "attention.compare.run": "compare",
    "attention.compare.running": "translating …",
    "attention.compare.hint": "Write another sentence or your own translation, or choose another model, hypothesis,"
    " beam or length penalty: the views above show both translations side by side, and their difference. A change from"
    " the head lab or the search tree is compared here, too.",
    "attention.compare.no_answer": "The server gave no answer. Try again, or translate again.",
    "attention.compare.none": "nothing",
    "attention.compare.outputs": "Both outputs, token by token",
    "attention.compare.nats": "nats",
    "attention.compare.pair": "{token}: probability {p}, then {other}; log-probability {by} nats",
    "attention.compare.apart": "{token} here, {other} there: no counterparts, no difference",
    "attention.compare.outputs.note": "Tokens that correspond: {pairs}, of {base} here and {variant} there; underlined"
    " ones do not have a counterpart. Under a token its probability; between two, the"
    " change of the log-probability.",
    "attention.compare.outputs.total": "In total: {before} → {after} nats ({by}).",
    "attention.compare.scored": "Your translation, token by token",
    "attention.compare.scored.hint": "The model ranks {first} of {count} tokens first. Each token is"
    " scored after the tokens of your translation before it; the rank is exact, among all tokens of the vocabulary.",
    "attention.compare.scored.token": "token",
    "attention.compare.scored.p": "probability",
    "attention.compare.scored.rank": "rank",
    "attention.compare.scored.other": "most likely instead",
    "attention.compare.scored.show": "Show token {step}: {token}",
    "attention.compare.heads": "How much each head changed",
    "attention.compare.heads.label": "Mean absolute difference of the weights of each head, {name}",
    "attention.compare.tile": "{name}: mean absolute difference {value}",
    "attention.compare.tile.none": "{name}: not in both models, or not comparable",
    "attention.compare.legend": "mean |difference| of weights, from 8 bits",
    "attention.compare.lenses": "One head, two lenses",
    "attention.compare.lenses.second": "{first} and",
    "attention.compare.lenses.none": "choose a second lens",
    "attention.compare.lenses.hint": "Choose a second lens: both are drawn side by side for the head that is shown"
    " above, with their difference. The lens of the views above is the first one.",
    "attention.compare.lenses.difference": "difference of shares: {second} − {first}",
    "attention.compare.lenses.figure": "Matrix of {name}. Arrow keys move from cell to cell; its numbers are below.",
    "attention.compare.lenses.readout": "{query} → {key}: {first} · {second} · share of the row {before} → {after}"
    " ({by})",
    "attention.compare.lenses.rho": "Within a row, the rank correlation of the two is {mean} on average over {rows}"
    " rows: 1 is the same order of the keys, 0 no relation.",
    "attention.compare.lenses.rho.sized": "Within a row, the rank correlation of the two is {mean} for absolute values"
    " and {signed} for values with their signs, on average over {rows} rows: 1 is the same order of the keys, 0 no"
    " relation.",
    "attention.compare.lenses.shares": "The units of two lenses differ, so the difference is that of their shares of"
    " each row: absolute values divided by their sum; for scores, their softmax.",
    "attention.compare.compared": "What is compared",
    "attention.compare.rows": "Rows ({name}): {pairs} correspond, of {base} here and {variant} there.",
    "attention.compare.columns": "Columns ({name}): {pairs} correspond, of {base} here and {variant} there.",
    "attention.compare.left.base.rows": "Rows only here ({count}): {tokens}",
    "attention.compare.left.variant.rows": "Rows only there ({count}): {tokens}",
    "attention.compare.left.base.columns": "Columns only here ({count}): {tokens}",
    "attention.compare.left.variant.columns": "Columns only there ({count}): {tokens}",
    "attention.compare.cells": "The mean is over the {count} weights where both row and column correspond.",
    "attention.compare.cells.causal": "The mean is over the {count} weights where both row and column correspond and"
    " no mask hides them.",
    "attention.compare.shapes": "Layers × heads differ, {base} and {variant}: only heads of the same number in both"
    " have a value, the others are hatched.",
    "attention.compare.models": "The models were trained independently: heads of the same number can have different"
    " functions, so a large difference here means little.",
    "attention.compare.long": "For inputs of this length only reduced pictures are loaded: weights are not compared"
    " here. The views above show one layer at a time in full.",
}
