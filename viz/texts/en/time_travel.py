"""The words of time travel: how attention formed over a training."""

TIME_TRAVEL: dict[str, str] = {
    "time.title": "How attention formed",
    "time.empty": "No pictures yet.",
    "time.empty.coming": "The first picture comes as soon as training begins: of the weights as chance has set them.",
    "time.empty.none": (
        "No pictures: none of the validation sentences is short enough (32 tokens), the model has too many heads to "
        "keep them all, or its weights are no longer finite numbers."
    ),
    "time.empty.ended": "No pictures: this run has ended without any.",
    "time.empty.off": "No pictures: they are turned off in the settings of this run (snapshot_sentences is 0).",
    "time.empty.unvalidated": "No pictures: they are taken of validation sentences, and this run has none.",
    "time.broken": "These snapshots cannot be read by this browser.",
    "time.kind.label": "Kind of attention",
    "time.kind.encoder": "Encoder self-attention",
    "time.kind.decoder": "Decoder self-attention",
    "time.kind.cross": "Cross-attention",
    "time.kind.encoder.short": "Encoder",
    "time.kind.decoder.short": "Decoder",
    "time.kind.cross.short": "Cross-attention",
    "time.sentence.label": "Sentence",
    "time.look.cross": (
        "Press play and watch cross-attention go from flat, every row spread over the whole sentence, to aligned: "
        "each word of the translation looks at the words it comes from."
    ),
    "time.look.encoder": (
        "Press play and watch the encoder's heads divide the work: some settle on a neighbour, some on the end, "
        "some on the words that belong together."
    ),
    "time.look.decoder": (
        "Press play and watch the decoder's heads find the tokens before each one; a row never sees later ones."
    ),
    "time.play": "Play the training",
    "time.pause": "Pause",
    "time.range.label": "Training step",
    "time.range.step": "Step {step}",
    "time.range.value": "Step {step}, validation loss {loss} nats a token",
    "time.axis": "training step · one dot a snapshot, evenly spaced",
    "time.loss": "validation loss, nats a token",
    "time.focus": "focus of this head · dotted: flat",
    "time.now.step": "Translation at step {step}",
    "time.now.perplexity": "perplexity {value}",
    "time.now.bleu": "BLEU {value}",
    "time.now.log_prob": "log p {value}",
    "time.log_prob": "Log-probability of this translation: {value} nats. Dotted: not in the reference.",
    "time.reference": "Reference, which the model reads in every picture below",
    "time.heads.label": "Heads",
    "time.heads.title": "{kind}, every head at this step",
    "time.heads.hint": "Layers from top to bottom, heads from left to right. Choose one to see it large.",
    "time.heads.column": "h{head}",
    "time.heads.row": "L{layer}",
    "time.head": "Layer {layer}, head {head}",
    "time.head.title": "{kind} · layer {layer} · head {head}",
    "time.meaning.cross": "Row: the reference token that is predicted. Column: the source token that it looks at.",
    "time.meaning.encoder": "Row: the source token that looks. Column: the source token that it looks at.",
    "time.meaning.decoder": (
        "Row: the reference token that is predicted. Column: the token read before it; hatched: not there yet."
    ),
    "time.sure": "p of token",
    "time.legend": "1 weight",
    "time.readout.focus": (
        "Focus {focus}: a row gives its strongest token this much, on average. Flat attention would give {flat}."
    ),
    "time.readout.cell": "“{query}” gives “{key}” ≈{weight}",
    "time.heard": "{head}, step {step}. Where each row looks most: {rows}.",
    "time.heard.row": "{query} at {key}, {weight}",
    "time.save": "Save this picture as {format}",
    "time.saved.note": "{name} · “{source}” → “{reference}” (reference, teacher-forced)",
    "time.honest": (
        "Pictures are teacher-forced: at every step the model reads the same reference, so rows and columns keep their "
        "meaning. The translation printed above is what the model of that step wrote by itself, by greedy search."
    ),
    "time.averaged": (
        "Each picture shows the weights at that step alone. The model itself is the average of {count} such weights, "
        "the last ones (6.1), so what it does may differ a little from the last picture."
    ),
    "time.checkpoint": "How this model learned to look: its attention over the steps of its training",
    "time.run": "Time travel: watch attention form",
}
