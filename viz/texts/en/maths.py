"""The words of "Inside the maths", and of the figure component."""

MATHS: dict[str, str] = {
    # The figure component, on every tab
    "figure.empty": "Nothing to draw yet.",
    "figure.loading": "Drawing …",
    "figure.failed": "The figure could not be drawn. Reload the page to try again.",
    "figure.reset": "reset zoom",
    "figure.save": "Save as {format}",
    "figure.series": "series",
    "figure.value": "value",
    "figure.look_for": "Look for",
    "maths.waiting": "Computing the figure …",
    # Positional encoding
    "maths.positional.tab": "Positions",
    "maths.positional.intro": (
        "## Positional encoding\n"
        "<small>Section 3.5</small>\n\n"
        r"$$PE_{(pos,\,2i)}=\sin\frac{pos}{base^{\,2i/d_{model}}}$$"
        "\n"
        r"$$PE_{(pos,\,2i+1)}=\cos\frac{pos}{base^{\,2i/d_{model}}}$$"
        "\n\n"
        "Attention ignores the order of the words. So each position adds its own pattern of sines and cosines "
        r"to the embedding. A pair of dimensions is one wave; wavelengths grow from $2\pi$ towards $base\cdot 2\pi$."
    ),
    "maths.positional.d_model.label": "Width d_model",
    "maths.positional.d_model.info": "Dimensions of an embedding; an even number.",
    "maths.positional.length.label": "Positions",
    "maths.positional.length.info": "How many positions of a sentence to draw.",
    "maths.positional.base.label": "Base",
    "maths.positional.base.info": "10000 in the paper; any number above 1.",
    "maths.positional.dimensions.label": "Dimensions drawn as curves",
    "maths.positional.dimensions.info": "Numbers from 0, with commas; an even one and the next are a pair.",
    "maths.positional.figure.curves_title": "Positional encoding, single dimensions",
    "maths.positional.figure.heatmap_title": "Positional encoding, whole matrix",
    "maths.positional.figure.position": "position (tokens)",
    "maths.positional.figure.dimension": "dimension",
    "maths.positional.figure.value": "PE",
    "maths.positional.figure.sine": "{dimension} · sin · λ {wavelength}",
    "maths.positional.figure.cosine": "{dimension} · cos · λ {wavelength}",
    "maths.positional.curves.caption": (
        "waves that get longer from one pair to the next, and a cosine a quarter of a wave ahead of its sine. "
        "λ is the wavelength in tokens."
    ),
    "maths.positional.left_out": "Not drawn: dimension {dimensions}, beyond this width.",
    "maths.positional.heatmap.caption": (
        "rows that all differ, so that each position is unique, and slow dimensions on the right that hardly "
        "change within a sentence. Blue is +1, vermilion −1."
    ),
    # Masks
    "maths.masks.tab": "Masks",
    "maths.masks.intro": (
        "## Masks\n"
        "<small>Section 3.2.3</small>\n\n"
        r"$$\mathrm{softmax}\!\left(\frac{QK^{\top}}{\sqrt{d_k}}+M\right)V$$"
        "\n"
        r"$$M_{qk}=\begin{cases}0&\text{may attend}\\-\infty&\text{may not}\end{cases}$$"
        "\n\n"
        "A batch holds sentences of different lengths. The shorter ones are filled with padding, which no token may "
        "attend to. The decoder also must not attend to tokens that it has yet to predict."
    ),
    "maths.masks.kind.label": "Mask",
    "maths.masks.kind.info": "Each attention of the model has its own.",
    "maths.masks.kind.encoder_padding": "Encoder: padding",
    "maths.masks.kind.decoder_padding": "Decoder: padding",
    "maths.masks.kind.decoder_causal": "Decoder: causal",
    "maths.masks.kind.decoder_combined": "Decoder: combined",
    "maths.masks.kind.cross": "Cross-attention: padding",
    "maths.masks.source_1.label": "First sentence",
    "maths.masks.source_1.info": "The encoder reads it.",
    "maths.masks.target_1.label": "First translation",
    "maths.masks.target_1.info": "The decoder reads it after the start symbol <s>.",
    "maths.masks.source_2.label": "Second sentence",
    "maths.masks.source_2.info": "With another length, so that there is padding.",
    "maths.masks.target_2.label": "Second translation",
    "maths.masks.target_2.info": "Read by the decoder in the same batch.",
    "maths.masks.example.source_1": "A dog runs through the snow.",
    "maths.masks.example.target_1": "Ein Hund läuft durch den Schnee.",
    "maths.masks.example.source_2": "Two men talk.",
    "maths.masks.example.target_2": "Zwei Männer reden.",
    "maths.masks.figure.title": "Sentence {number} · {mask}",
    "maths.masks.figure.query.encoder": "query: source token",
    "maths.masks.figure.query.decoder": "query: target token read",
    "maths.masks.figure.key.encoder": "key: source token",
    "maths.masks.figure.key.decoder": "key: target token read",
    "maths.masks.figure.allowed": "may attend",
    "maths.masks.figure.forbidden": "may not attend",
    "maths.masks.caption": "closed columns: keys that a query may not see.",
    "maths.masks.caption.encoder_padding": (
        "columns of <pad>, closed in every row. The model keeps one row of this mask and repeats it for all queries "
        "and heads."
    ),
    "maths.masks.caption.decoder_padding": (
        "columns of <pad>, closed in every row; this mask does not hide the future."
    ),
    "maths.masks.caption.decoder_causal": (
        "the staircase: a token sees itself and earlier tokens, so that it cannot copy the token that it must predict."
    ),
    "maths.masks.caption.decoder_combined": (
        "the staircase with the columns of <pad> closed: the decoder's self-attention uses this one."
    ),
    "maths.masks.caption.cross": ("every target token may see the whole source, later tokens too, but no <pad>."),
    "maths.masks.caption.second": (
        "rows of <pad> in the shorter sentence: they are computed like the others, but the loss ignores them."
    ),
    # Learning rate
    "maths.schedule.tab": "Learning rate",
    "maths.schedule.intro": (
        "## Learning rate\n"
        "<small>Section 5.3, Eq. 3</small>\n\n"
        r"$$lrate=\frac{f}{\sqrt{d_{model}}}\min\!\left(\frac{1}{\sqrt{s}},\,\frac{s}{w^{1.5}}\right)$$"
        "\n\n"
        r"The rate rises in a straight line for $w$ warm-up steps, then falls with the square root of the step $s$. "
        r"It peaks at $s=w$ with $f/\sqrt{d_{model}\,w}$: wider models and longer warm-ups learn in smaller steps. "
        r"The factor $f$ is 1 in the paper."
    ),
    "maths.schedule.d_model.label": "Width d_model",
    "maths.schedule.d_model.info": "Width of the model.",
    "maths.schedule.warmup.label": "Warm-up w",
    "maths.schedule.warmup.info": "Steps over which the rate rises.",
    "maths.schedule.factor.label": "Factor f",
    "maths.schedule.factor.info": "Multiplies the whole curve.",
    "maths.schedule.last.label": "Steps drawn",
    "maths.schedule.last.info": "Length of the training.",
    "maths.schedule.compare.label": "Compare with",
    "maths.schedule.compare.info": "d_model / warm-up, or d_model / warm-up / factor; type your own.",
    "maths.schedule.logarithmic.label": "Logarithmic axes",
    "maths.schedule.logarithmic.info": "The rise becomes a line of slope 1, the fall one of slope −1/2.",
    "maths.schedule.name": "{d_model} / {warmup}",
    "maths.schedule.name_with_factor": "{d_model} / {warmup} / {factor}",
    "maths.schedule.figure.title": "Learning rate over training",
    "maths.schedule.figure.step": "step",
    "maths.schedule.figure.rate": "learning rate",
    "maths.schedule.figure.peak": "peak {rate} at step {step}",
    "maths.schedule.figure.entry": "{name} · peak {rate}",
    "maths.schedule.caption": (
        "the peak, exactly where the warm-up ends. The paper's base model, 512 / 4000, peaks at 6.99e-4. "
        "After their peaks, curves of the same width and factor coincide for every warm-up."
    ),
    # Softmax
    "maths.softmax.tab": "Softmax and √d_k",
    "maths.softmax.intro": (
        "## Why divide by √d_k\n"
        "<small>Section 3.2.1, footnote 4</small>\n\n"
        r"$$\mathrm{Var}(q\cdot k)=d_k,\quad\mathrm{Var}\!\left(\frac{q\cdot k}{\sqrt{d_k}}\right)=1$$"
        "\n"
        r"$$\frac{\partial p}{\partial s}=\mathrm{diag}(p)-p\,p^{\top}$$"
        "\n\n"
        r"A dot product of $d_k$ independent terms, each of variance 1, has variance $d_k$. Wide heads would then put "
        "nearly all weight on one key, and the gradient of softmax would vanish. Division by the square root of "
        r"$d_k$ keeps the scores at variance 1."
    ),
    "maths.softmax.d_k.label": "Head width d_k to mark",
    "maths.softmax.d_k.info": "Width of a query and a key in one head.",
    "maths.softmax.keys.label": "Keys",
    "maths.softmax.keys.info": "Tokens that each query may attend to.",
    "maths.softmax.samples.label": "Samples",
    "maths.softmax.samples.info": "Random queries, each with its own keys.",
    "maths.softmax.seed.label": "Seed",
    "maths.softmax.seed.info": "The same seed gives the same numbers.",
    "maths.softmax.figure.title": "Softmax against head width",
    "maths.softmax.figure.d_k": "d_k",
    "maths.softmax.figure.scaled": "scaled",
    "maths.softmax.figure.unscaled": "unscaled",
    "maths.softmax.figure.exact": "exact: d_k and 1",
    "maths.softmax.figure.low": "10th percentile",
    "maths.softmax.figure.high": "90th percentile",
    "maths.softmax.figure.marked": "d_k {d_k}",
    "maths.softmax.panel.variance": "Variance of the scores",
    "maths.softmax.panel.largest": "Largest weight",
    "maths.softmax.panel.entropy": "Entropy of the weights (nats)",
    "maths.softmax.panel.jacobian": "Norm of the softmax Jacobian, median",
    "maths.softmax.panel.dead": "Share of queries with a norm below 0.01",
    "maths.softmax.caption": (
        "unscaled curves that grow or fall with d_k: weight on a single key, entropy and gradient towards 0. "
        "Scaled, all stay constant. Lines are means over the samples, bands hold the middle 80 %, and the dotted line "
        "is the chosen d_k. Up to a d_k of about 32 the norm is larger without scaling: it is "
        "largest where two keys share the weight. But a growing share of the queries then passes next to no gradient "
        "(norm below 0.01), which a mean over all of them hides; hence the median and that share."
    ),
    # Errors
    "maths.error.missing": "{name} is empty; it must be a number.",
    "maths.error.number": "{name} must be a number, not “{value}”.",
    "maths.error.whole": "{name} must be a whole number, not {value}.",
    "maths.error.range": "{name} must be from {minimum} to {maximum}, not {value}.",
    "maths.error.even": "{name} must be an even number, not {value}.",
    "maths.error.base": "Base must be a number above 1 and at most {maximum}, not “{value}”.",
    "maths.error.dimension": "Dimensions are whole numbers from 0 to {maximum} with commas between; “{value}” is not.",
    "maths.error.too_many_dimensions": "At most {limit} dimensions can be drawn at once; these are {given}.",
    "maths.error.compare": "“{value}” is not d_model / warm-up, such as 512 / 4000.",
    "maths.error.too_many_curves": "At most {limit} settings can be compared at once; these are {given}.",
    "maths.error.tokens": "{name} has {given} tokens; at most {limit} can be drawn.",
    "maths.error.choice": "{name} does not offer “{value}”.",
}
