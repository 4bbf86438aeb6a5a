"""The words of Figure 1: the tab "The machine"."""

MACHINE: dict[str, str] = {
    "tab.machine": "The machine",
    "machine.title": "Figure 1 of the paper, with the numbers of this translation",
    "machine.empty": "The machine appears after the first translation on the tab Translate.",
    "machine.loading": "Reading what every block of the model computes …",
    "machine.failed": "The numbers did not arrive. Translate again on the first tab, or reload the page.",
    "machine.figure.label": "Figure 1: encoder on the left, decoder on the right. Arrow keys move from block to block.",
    "machine.path": "Guided path",
    "machine.play": "Play",
    "machine.pause": "Pause",
    "machine.speed": "{speed}×",
    "machine.speed.label": "Speed of the player: {speed}×",
    "machine.range.label": "Moment",
    "machine.mode.label": "What is shown",
    "machine.mode.generate": "step by step",
    "machine.mode.train": "all at once (training)",
    "machine.moment.encoder": "{title}",
    "machine.moment.step": "Step {step} of {steps} · {title}",
    "machine.moment.train": "All positions · {title}",
    "machine.title.encoder": "{title}, encoder layer {layer}",
    "machine.title.decoder": "{title}, decoder layer {layer}",
    "machine.say.encoder": (
        "The encoder reads all {tokens} source tokens at once. It runs once for a translation; its result, "
        "the memory, is what every decoder layer attends to."
    ),
    "machine.say.first_step": (
        "The decoder reads {token}. In each layer (N = {layers}) its key and value go into the cache, where every "
        "later step finds them: they are never computed again."
    ),
    "machine.say.step": (
        "The decoder reads {token}. Of the tokens before it, only the keys and values in the cache are used again: "
        "{kept} in each layer (N = {layers}), 1 of them new. Without a cache they would have been computed "
        "{without} times by now instead of {kept}."
    ),
    "machine.say.softmax": "Having read {token}, the model takes {next}, with probability {p}. The next step reads it.",
    "machine.say.train": (
        "In training the whole target is known: the decoder reads all {tokens} tokens, shifted right by one, in one "
        "pass (teacher forcing). The causal mask keeps each position from seeing the tokens that it is to predict."
    ),
    "machine.layer": "layer {layer}",
    "machine.layer.of": "layer {layer} of {num_layers}",
    "machine.slab.encoder": "Open encoder layer {layer}",
    "machine.slab.decoder": "Open decoder layer {layer}",
    "machine.memory": "memory, read by every decoder layer",
    "machine.memory.short": "memory",
    "machine.cache": "cache: {count}",
    "machine.mask": "causal mask",
    "machine.more": "More numbers: {names}",
    "machine.top.none": "next token: not computed yet",
    "machine.top.now": "most probable next tokens, step {step}",
    "machine.top.before": "result of step {step}",
    "machine.top.train": "p of each next token · loss {loss} nats",
    "machine.tokens.source": "source, read at once",
    "machine.tokens.target": (
        "target so far; pale: earlier steps, of which only keys and values are kept; dotted: tokens to come"
    ),
    "machine.tokens.target.none": "target: nothing read yet; dotted: tokens to come",
    "machine.tokens.target.first": "target so far: the start; dotted: tokens to come",
    "machine.tokens.target.last": "whole target; pale: earlier steps, of which only keys and values are kept",
    "machine.tokens.target.train": "target, shifted right: every position at once",
    "machine.tokens.target.train.none": "target, known in training; not read yet",
    "machine.legend": (
        "Each tile is one token: its {width} numbers after the last block of its side (now: {block}), "
        "orange above 0, blue below. ◇ dropout {dropout}: in training only, not in this translation."
    ),
    "machine.legend.pre_norm": (
        "This model normalises before each sub-layer (pre-norm); the paper's Figure 1 does so after it."
    ),
    "machine.order.paper": "show the order of the paper's Figure 1",
    "machine.order.model": "show this model's own order",
    "machine.order.note": (
        "The paper adds, then normalises (post-norm). This model normalises before each sub-layer (pre-norm), and all "
        "numbers are those of its own order."
    ),
    "machine.unfold.title": "Unfold: from q·k to weights",
    "machine.unfold.steps": "Step of the computation",
    "machine.unfold.play": "Play the steps",
    "machine.unfold.head": "Head",
    "machine.unfold.head.n": "head {head}",
    "machine.unfold.dots": "q·k",
    "machine.unfold.scaled": "÷ √{d_k}",
    "machine.unfold.masked": "mask",
    "machine.unfold.softmax": "softmax",
    "machine.unfold.dots.says": "The query of {query} times the key of each token: {d_k} products, added up.",
    "machine.unfold.scaled.says": "Divided by √{d_k}, so that softmax does not put everything on one key.",
    "machine.unfold.masked.says": "Later tokens get −∞: {query} must not see what is not written yet.",
    "machine.unfold.softmax.says": "Softmax makes weights that sum to 1; the values are mixed with them.",
    "machine.unfold.others": "Not shown: {count} more tokens, with {rest} of the weight.",
    "machine.unfold.changed": "This head is changed: the weights in use are not the softmax of its scores.",
    "machine.dropout": "dropout",
    # What stands in the boxes
    "machine.box.embedding.encoder": "Embedding {table} × {scale}",
    "machine.box.embedding.decoder": "Embedding {table} × {scale}",
    "machine.box.position": "+ Positional encoding",
    "machine.box.position.short": "+ Positions",
    "machine.box.norm": "Norm",
    "machine.box.norm.final": "Norm",
    "machine.box.add": "Add",
    "machine.box.add_norm": "Add & norm",
    "machine.box.heads.one": "{count} head",
    "machine.box.heads.many": "{count} heads",
    "machine.box.self.encoder": "Self-attention · {heads}",
    "machine.box.self.encoder.short": "Self-attention",
    "machine.box.self.decoder": "Masked self-attention · {heads}",
    "machine.box.self.decoder.short": "Masked self-attention",
    "machine.box.cross": "Cross-attention · {heads}",
    "machine.box.cross.short": "Cross-attention",
    "machine.box.feed_forward": "Feed forward · {d_model} → {d_ff} → {d_model}",
    "machine.box.feed_forward.short": "Feed forward",
    "machine.box.linear": "Linear {table} · {d_model} → {vocabulary}",
    "machine.box.linear.short": "Linear {table}",
    "machine.box.softmax": "Softmax",
    # Titles of the explained block
    "machine.block.embedding.encoder": "Source embedding",
    "machine.block.embedding.decoder": "Target embedding",
    "machine.block.position": "Positional encoding",
    "machine.block.norm": "Layer normalisation",
    "machine.block.norm.final": "Last layer normalisation",
    "machine.block.add": "Residual sum",
    "machine.block.add_norm": "Add & norm",
    "machine.block.self.encoder": "Self-attention",
    "machine.block.self.decoder": "Masked self-attention",
    "machine.block.cross": "Cross-attention",
    "machine.block.feed_forward": "Feed-forward network",
    "machine.block.linear": "Linear layer",
    "machine.block.softmax": "Softmax",
    # What they do
    "machine.explain.embedding.encoder": (
        "Each source token becomes a vector of {d_model} numbers: its row of a learned table{times}."
    ),
    "machine.explain.embedding.decoder": (
        "The decoder reads the start symbol and then the tokens of the translation, shifted right by one. "
        "Each is its row of a table{times}."
    ),
    "machine.explain.position": (
        "Attention does not know the order of its inputs. So a vector that depends only on the position is added to "
        "each token's embedding."
    ),
    "machine.explain.norm": (
        "Each token's vector is shifted and scaled to mean 0 and variance 1, then multiplied by a learned gain and "
        "shifted by a learned bias. This model is pre-norm: what is normalised feeds the sub-layer only, and the "
        "residual connection passes by."
    ),
    "machine.explain.norm.final": (
        "A pre-norm model never normalises its residual stream inside the layers, so its stack ends with one more "
        "layer normalisation."
    ),
    "machine.explain.add": (
        "The sub-layer's result is added to what came in (residual connection). Nothing else changes the stream: "
        "every layer only adds to it."
    ),
    "machine.explain.add_norm": (
        "The sub-layer's result is added to what came in (residual connection); the sum is then normalised, as in the "
        "paper (post-norm)."
    ),
    "machine.explain.self.encoder": (
        "Every source token looks at every source token. Queries, keys and values are three projections of the same "
        "{source} vectors, split into {heads} of width {d_k}."
    ),
    "machine.explain.self.decoder": (
        "Every target token looks at itself and the tokens before it. Later ones are masked: in training they are "
        "there, but must not be seen."
    ),
    "machine.explain.cross": (
        "The decoder asks, the encoder answers: queries come from the target read so far, keys and values are "
        "projections of the encoder's result, the memory."
    ),
    "machine.explain.feed_forward": (
        "The same two linear layers with {unit} between them are applied at every position, without looking at any "
        "other."
    ),
    "machine.explain.linear": (
        "The decoder's vector at each position is multiplied by the output table: one number, a logit, for each of "
        "the {vocabulary} tokens of the vocabulary."
    ),
    "machine.explain.softmax": (
        "The logits become probabilities that sum to 1. The search takes from them the tokens that it continues with."
    ),
    # What a model may do otherwise than the paper
    "machine.scaled": ", times √{d_model} = {root}",
    "machine.unscaled": ", without the paper's factor √{d_model}",
    "machine.unit.relu": "ReLU",
    "machine.unit.gelu": "GELU",
    "machine.unit.swish": "Swish",
    "machine.inner.relu": r"$\max(0,\,x\,W_1+b_1)$",
    "machine.inner.gelu": r"$\operatorname{GELU}(x\,W_1+b_1)$",
    "machine.inner.swish": r"$\operatorname{Swish}(x\,W_1+b_1)$",
    # Formulas and where they stand in the paper
    "machine.tying.three-way": "One table, E, serves source and target; the linear layer uses it transposed.",
    "machine.tying.two-way": (
        "One table, E₂, serves the target's embedding and, transposed, the linear layer; the source has its own, E₁."
    ),
    "machine.tying.none": "Nothing is shared: the source has the table E₁, the target E₂, the linear layer W.",
    "machine.factor": r"$\sqrt{d_{\text{model}}}\cdot$",
    "machine.formula.embedding.encoder": r"$x=\;${factor}$\text{@table@}[\text{token}]$",
    "machine.formula.embedding.decoder": r"$x=\;${factor}$\text{@table@}[\text{token}]$",
    "machine.formula.position": (
        r"$x+\text{PE}(\text{pos})$"
        "\n"
        r"$\text{PE}(\text{pos},2i)=\sin(\text{pos}/10000^{2i/d_{\text{model}}})$"
        "\n"
        r"$\text{PE}(\text{pos},2i+1)=\cos(\text{pos}/10000^{2i/d_{\text{model}}})$"
    ),
    "machine.formula.norm": (
        r"$\operatorname{LayerNorm}(x)=g\cdot\frac{x-\text{mean}}{\sqrt{\text{variance}+\epsilon}}+b$"
    ),
    "machine.formula.norm.final": (
        r"$\operatorname{LayerNorm}(x)=g\cdot\frac{x-\text{mean}}{\sqrt{\text{variance}+\epsilon}}+b$"
    ),
    "machine.formula.add": r"$x+\operatorname{Sublayer}(\operatorname{LayerNorm}(x))$",
    "machine.formula.add_norm": r"$\operatorname{LayerNorm}(x+\operatorname{Sublayer}(x))$",
    "machine.formula.self.encoder": r"$\operatorname{softmax}(\,\frac{QK^{\top}}{\sqrt{\text{@d_k@}}}\,)V$",
    "machine.formula.self.decoder": (
        r"$\operatorname{softmax}(\operatorname{mask}(\,\frac{QK^{\top}}{\sqrt{\text{@d_k@}}}\,))V$"
    ),
    "machine.formula.cross": r"$\operatorname{softmax}(\,\frac{QK^{\top}}{\sqrt{\text{@d_k@}}}\,)V$",
    "machine.formula.feed_forward": r"$\operatorname{FFN}(x)=\;${inner}$\;W_2+b_2$",
    "machine.formula.linear": r"$\text{logits}=x\,\text{@table@@bias@}$",
    "machine.formula.softmax": r"$p(\text{token})=\frac{\exp(\text{logit})}{\sum\exp(\text{logits})}$",
    "machine.section.embedding.encoder": "section 3.4",
    "machine.section.embedding.decoder": "section 3.4",
    "machine.section.position": "section 3.5",
    "machine.section.norm": "section 3.1; before the sub-layer: not in the paper",
    "machine.section.norm.final": "not in the paper, which is post-norm",
    "machine.section.add": "section 3.1; without the norm after it: not in the paper",
    "machine.section.add_norm": "section 3.1",
    "machine.section.self.encoder": "section 3.2, Eq. 1",
    "machine.section.self.decoder": "section 3.2.3, Eq. 1",
    "machine.section.cross": "section 3.2.3, Eq. 1",
    "machine.section.feed_forward": "section 3.3, Eq. 2",
    "machine.section.linear": "section 3.4",
    "machine.section.softmax": "section 3.4",
    # What they did here
    "machine.did.attention": "Here: from {query}, the largest weight is {weight}, of head {head} on {key}.",
    "machine.did.added": (
        "What it adds to the stream of {token} changes its norm from {before} to {after} and turns it by {angle}°."
    ),
    "machine.did.changed": "The vector of {token}: norm {before} before, {after} after, turned by {angle}°.",
    "machine.cache.self.decoder.one": "At this step: 1 query, and 1 key and value in the cache, which is new.",
    "machine.cache.self.decoder.many": (
        "At this step: 1 query against {kept} keys and values in the cache, 1 of them new."
    ),
    "machine.cache.cross.one": "At this step: 1 query against {source} keys and values, computed once from memory.",
    "machine.cache.cross.many": "At this step: 1 query against {source} keys and values, computed once from memory.",
    "machine.whole": (
        "Shapes and pictures below are of one pass over all {target} target tokens (teacher forcing). The causal mask "
        "gives each row the numbers of its step with the cache. Row {row} of {target}, framed, is this step's."
    ),
    # Tensors
    "machine.axis.source": "{size} source tokens",
    "machine.axis.target": "{size} target tokens",
    "machine.axis.d_model": "d_model {size}",
    "machine.axis.heads": "{heads}",
    "machine.axis.d_k": "d_k {size}",
    "machine.axis.d_v": "d_v {size}",
    "machine.axis.d_ff": "d_ff {size}",
    "machine.axis.top": "the {size} largest of {vocabulary} tokens",
    "machine.role.input": "in",
    "machine.role.memory": "memory",
    "machine.role.query": "queries Q",
    "machine.role.key": "keys K",
    "machine.role.value": "values V",
    "machine.role.attention": "attention weights A",
    "machine.role.hidden": "after {unit}",
    "machine.role.tokens": "embeddings",
    "machine.role.positions": "positional encoding",
    "machine.role.added": "result of the sub-layer",
    "machine.role.sum": "sum",
    "machine.role.logits": "logits",
    "machine.role.output": "out",
    "machine.tensor.hint": "colours from −{end} (blue) to {end} (orange)",
    "machine.tensor.hint.beyond": "full colour at ±{end}; {beyond} numbers beyond, up to ±{most}",
    "machine.tensor.label": "{name} {shape}: arrow keys read the numbers",
    "machine.tensor.cell": "{token}, number {component}: {value}",
    "machine.tensor.cell.head": "{token}, head {head}, number {component}: {value}",
    "machine.heads.hint": "rows: queries, columns: keys; each row sums to 1",
    "machine.heads.one": "Weights of head {head}: arrow keys read them",
    "machine.heads.name": "head {head}",
    "machine.heads.cell": "head {head}, {query} → {key}: {weight}",
    "machine.top.logits": "The largest logits at step {step}",
    "machine.top.probabilities": "The largest probabilities at step {step}",
    "machine.wait": "Reading the numbers …",
    "machine.wait.playing": "Pause the player to see the numbers of this block.",
    "machine.by_hand": "Head {head} by hand:",
    "machine.by_hand.notebook": "notebook",
    "machine.by_hand.workbook": "workbook",
    "machine.by_hand.worksheet": "worksheet",
    "machine.link.heads": "see its heads in the explorer",
    "machine.link.masks": "masks",
    "machine.link.softmax": "why divide by √d_k",
    "machine.link.positional": "positional encoding in detail",
    "machine.link.embedding_lookup": "the embedding in detail",
    "machine.link.layer_norm": "layer normalisation by hand",
    "machine.link.feed_forward": "the feed-forward network in detail",
    "machine.link.residual": "what each sub-layer adds",
    "machine.link.sampling": "temperature, top-k and top-p",
}
