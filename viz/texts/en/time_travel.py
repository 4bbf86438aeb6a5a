"""The words of time travel: how attention formed over a training."""

TIME_TRAVEL: dict[str, str] = {
    "time.title": "How attention formed",
    "time.empty": "No pictures yet.",
    "time.empty.coming": "The first picture appears when training begins; it shows the initial random weights.",
    "time.empty.none": (
        "No pictures: none of the validation sentences is short enough (32 tokens), the model has too many heads to "
        "keep them all, or its weights are no longer finite numbers."
    ),
    "time.empty.ended": "No pictures: this run ended before the first.",
    "time.empty.off": "No pictures: they are turned off in the settings of this run (snapshot_sentences is 0).",
    "time.empty.unvalidated": "No pictures: they show validation sentences, and this run does not have any.",
    "time.broken": "These snapshots cannot be read by this browser.",
    "time.kind.label": "Kind of attention",
    "time.kind.encoder": "Encoder self-attention",
    "time.kind.decoder": "Decoder self-attention",
    "time.kind.cross": "Cross-attention",
    "time.kind.encoder.short": "Encoder",
    "time.kind.decoder.short": "Decoder",
    "time.kind.cross.short": "Cross-attention",
    "time.sentence.label": "Sentence",
    "time.sentence.info": (
        "Only these sentences can be followed: their attention was recorded at each step, and the weights of "
        "earlier steps are not kept. A sentence of your own is read by the finished model alone."
    ),
    "time.look.cross": (
        "Press play and watch cross-attention go from flat, every row spread over the whole sentence, to sharp: "
        "in many heads a word of the translation attends to one or two source words, often those that it translates."
    ),
    "time.look.encoder": (
        "Press play and watch the encoder's heads specialise: some attend to a neighbour, some to the end, "
        "some to related words."
    ),
    "time.look.decoder": (
        "Press play and watch the decoder's heads find the preceding tokens; a row never sees later ones."
    ),
    "time.play": "Play the training",
    "time.pause": "Pause",
    "time.range.label": "Training step",
    "time.range.step": "Step {step}",
    "time.range.value": "Step {step}, validation loss {loss} nats per token",
    "time.axis": "training step; snapshots are evenly spaced",
    "time.loss": "validation loss, nats per token",
    "time.loss.range": "validation loss, nats per token: {low} to {high}",
    "time.focus": "focus of this head, 0 to 1 · dotted: flat",
    "time.now.step": "Translation at step {step}",
    "time.now.perplexity": "perplexity {value}",
    "time.now.bleu": "validation BLEU {value}",
    "time.now.log_prob": "log-prob {value} nats",
    "time.log_prob": "Log-probability of this translation: {value} nats. Dotted: not in the reference.",
    "time.reference": "Reference, which the model reads in every picture below",
    "time.heads.label": "Heads",
    "time.heads.title": "{kind}, every head at this step",
    "time.heads.hint": "Layers from top to bottom, heads from left to right. Choose one to see it large.",
    "time.heads.column": "H{head}",
    "time.heads.row": "L{layer}",
    "time.head": "Layer {layer}, head {head}",
    "time.head.title": "{kind} · layer {layer} · head {head}",
    "time.meaning.cross": "Row: the predicted reference token. Column: the source token that it attends to.",
    "time.meaning.encoder": "Row: the source token that attends. Column: the source token that it attends to.",
    "time.meaning.decoder": (
        "Row: the predicted reference token. Column: a token read before it; hatched: not read yet."
    ),
    "time.sure": "p of token",
    "time.legend": "1 weight",
    "time.readout.focus": (
        "Focus {focus}: a row gives its strongest token this much, on average. Flat attention would give {flat}."
    ),
    "time.readout.cell": "“{query}” gives “{key}” ≈{weight}",
    "time.heard": "{head}, step {step}. Largest weight of each row: {rows}.",
    "time.heard.row": "{query} at {key}, {weight}",
    "time.save": "Save this picture as {format}",
    "time.saved.note": "{name} · “{source}” → “{reference}” (reference, teacher-forced)",
    "time.honest": (
        "Pictures are teacher-forced: at every step the model reads the same reference, so rows and columns keep their "
        "meaning. The translation above is the greedy output of the model at that step."
    ),
    "time.averaged": (
        "Each picture shows the weights of one step. The model itself is the average of the last {count} such weights "
        "(6.1), so its attention may differ slightly from the last picture."
    ),
    "time.checkpoint": "Time travel: how this model learned to attend",
    "time.run": "Time travel: watch attention form",
}
