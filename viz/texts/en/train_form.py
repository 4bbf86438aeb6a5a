"""The words of the form of "Train"; a setting without `.info` here uses the hint of its configuration."""

TRAIN_FORM: dict[str, str] = {
    # Data
    "train.new": "New run",
    "train.source.label": "Data",
    "train.source.info": (
        "A generated task needs no data; a public corpus, a data set of the Hugging Face Hub or your own file contains "
        "pairs of sentences."
    ),
    "train.source.copy": "copy",
    "train.source.reverse": "reverse",
    "train.source.numbers": "numbers",
    "train.source.corpus": "corpus",
    "train.source.hub": "Hugging Face",
    "train.source.own_file": "my file",
    "train.about.copy": (
        "The output repeats the input letters: the smallest task. Cross-attention becomes a diagonal. "
        "Endless fresh pairs; validation on {valid} that training never draws."
    ),
    "train.about.reverse": (
        "The output is the input letters in reverse. Cross-attention becomes a diagonal from lower left to "
        "upper right. "
        "Endless fresh pairs; validation on {valid} that training never draws."
    ),
    "train.about.numbers": (
        "Numbers below a billion, from English words to Chinese. Thousands become ten thousands, so the word order "
        "changes. Endless fresh pairs; validation on {valid} that training never draws."
    ),
    "train.about.file": (
        "{pairs} pairs: {training} for training, {validation} held out for validation, evenly spread. "
        "Skipped: {blank} with an empty side, {repeated} duplicates of held-out pairs."
    ),
    "train.about.wide": (
        "Rows with more columns than the first: {rows:,}, first in line {line:,}. "
        "A separator within a sentence may cut it."
    ),
    "train.about.spanning": (
        "Rows over several lines: {rows:,}, first in line {line:,}. A quotation mark may be missing there."
    ),
    "train.about.reading": "Reading {megabytes:.0f} MB to count the pairs and measure their lengths.",
    "train.about.kept": "The pairs of “{name}”, divided into training and validation as there. A file replaces them.",
    "train.about.no_file": (
        "One TSV, CSV, JSONL or TMX file with both sides, or two text files with corresponding lines; UTF-8, plain or "
        ".gz, at most {megabytes:.0f} MB each. The first pairs are shown here before training."
    ),
    "train.about.hub": (
        "Enter the name of a data set and preview it: its first rows are shown here. A translation feature gives "
        "columns such as translation.en and translation.de. Code in data sets is never run."
    ),
    "train.about.one_column": "Choose the other column too.",
    "train.preview.source": "source",
    "train.preview.target": "target",
    "train.lengths.title": "Sentence lengths in characters: {source} above the line, {target} below",
    "train.lengths.axis": "characters",
    "train.file.label": "Pairs of sentences: one file or two",
    "upload.too_large": "{name} has {size} MB; at most {limit} MB are allowed here. Nothing was sent.",
    "train.src_lang.label": "Source language",
    "train.src_lang.info": "A code such as en.",
    "train.tgt_lang.label": "Target language",
    "train.tgt_lang.info": "A code such as de.",
    "train.src_column.label": "Source",
    "train.src_column.info": "A column, or one of two files.",
    "train.tgt_column.label": "Target",
    "train.tgt_column.info": "The other one.",
    "train.corpus.label": "Corpus",
    "train.corpus.info": "Public sentence pairs; uses the published training, validation and test splits.",
    "train.corpus.choice": "{name} · {title}",
    "train.corpus.card": "{pairs} pairs, {source} to {target} · licence: {licence} · {size} MB · **{here}**",
    "train.corpus.unknown_pairs": "An unknown number of",
    "train.corpus.licence.unstated": "not stated by the authors",
    "train.corpus.licence.research": "for research only",
    "train.corpus.here": "downloaded",
    "train.corpus.part": "downloaded in part",
    "train.corpus.absent": "not downloaded yet",
    "train.corpus.by_hand": "Download it by hand from {home}. {note}",
    "train.corpus.get": "Download",
    "train.corpus.getting": "Downloading {name}",
    "train.corpus.received": "{file}: {received:.1f} MB",
    "train.corpus.received_of": "{file}: {received:.1f} of {total:.1f} MB",
    "train.corpus.waiting": "Download the corpus to see its pairs.",
    "train.direction.label": "Direction",
    "train.direction.info": "A corpus of pairs can be learnt either way.",
    "train.direction.choice": "{source} to {target}",
    "train.hub.label": "Data set",
    "train.hub.info": "OWNER/NAME, or the address of its page.",
    "train.hub_subset.label": "Subset",
    "train.hub_subset.info": "Blank if there is only one.",
    "train.hub_src_column.label": "Source",
    "train.hub_src_column.info": "A column with text.",
    "train.hub_tgt_column.label": "Target",
    "train.hub_tgt_column.info": "The other one.",
    "train.hub_src_lang.label": "Source language",
    "train.hub_src_lang.info": "A code such as en.",
    "train.hub_tgt_lang.label": "Target language",
    "train.hub_tgt_lang.info": "A code such as de.",
    "train.asked": "One more thing:",
    "train.unreadable": "Could not read this:",
    "train.hub.look": "Preview",
    "train.hub.looking": "Loading the preview",
    "train.hub.looking.message": "Loading the first rows from the Hugging Face Hub. Nothing is stored.",
    "train.hub.get": "Download",
    "train.hub.received": "{split}: {pairs} pairs",
    "train.hub.seen": "The first rows on the Hub. Download the data set to train on it.",
    "train.hub.sides": "Choose which column is the source and which the target.",
    "train.hub.here": "Downloaded: {training} pairs for training, {validation} for validation.",
    "train.hub.here_uncounted": "Downloaded.",
    # Model
    "train.preset.label": "Model",
    "train.preset.info": "Fills in the model settings (TED talks: also the training settings), which can be changed.",
    "train.preset.choice": "{name} · {layers} + {layers} layers, d_model {d_model}",
    "train.preset.first": "first run",
    "train.preset.tiny": "tiny",
    "train.preset.small": "small",
    "train.preset.base": "base, as in the paper",
    "train.preset.big": "big, as in the paper",
    "train.preset.iwslt2017-en-zh": "TED talks, as in tutorials",
    "train.parameters": (
        "{parameters} parameters if the vocabulary reaches its size · about {megabytes} MB as a checkpoint"
    ),
    "train.model_settings": "Model settings",
    "train.training_settings": "Training settings",
    "train.more_settings": "More training settings",
    # Settings
    "train.field.bounds": "{help} {minimum} to {maximum}.",
    "train.field.at_least": "{help} At least {minimum}.",
    "train.field.num_layers.label": "Layers N",
    "train.field.d_model.label": "Width d_model",
    "train.field.num_heads.label": "Heads h",
    "train.field.d_ff.label": "Feed-forward width d_ff",
    "train.field.d_k.label": "Query and key width d_k",
    "train.field.d_k.blank": "d_model / h",
    "train.field.d_v.label": "Value width d_v",
    "train.field.d_v.blank": "d_model / h",
    "train.field.dropout.label": "Dropout",
    "train.field.vocab_size.label": "Vocabulary",
    "train.field.positions.label": "Positions",
    "train.field.positions.sinusoidal": "sinusoidal (paper)",
    "train.field.positions.learned": "learned",
    "train.field.norm.label": "Layer normalisation",
    "train.field.norm.post": "post-norm (paper)",
    "train.field.norm.pre": "pre-norm",
    "train.field.tying.label": "Weight tying",
    "train.field.tying.three-way": "three-way (paper)",
    "train.field.tying.two-way": "two-way",
    "train.field.tying.none": "none",
    "train.field.max_steps.label": "Steps",
    "train.field.max_steps.info": "Updates of the weights.",
    "train.field.tokens_per_batch.label": "Tokens per batch",
    "train.field.accumulate.label": "Batches per step",
    "train.field.warmup_steps.label": "Warm-up steps",
    "train.field.rate_factor.label": "Rate factor",
    "train.field.label_smoothing.label": "Label smoothing",
    "train.field.max_epochs.label": "Epochs",
    "train.field.max_epochs.blank": "no limit",
    "train.field.validate_every.label": "Validate every",
    "train.field.seed.label": "Seed",
    "train.field.patience.label": "Patience",
    "train.field.patience.blank": "no early stop",
    "train.field.average_last.label": "Averaged checkpoints",
    "train.field.cooldown_steps.label": "Cool-down steps",
    "train.field.clip_norm.label": "Clip norm",
    "train.field.clip_norm.blank": "no clipping",
    "train.field.weight_decay.label": "Weight decay",
    "train.field.bpe_dropout.label": "BPE-dropout",
    "train.field.precision.label": "Precision",
    "train.field.precision.auto": "automatic",
    "train.field.precision.float32": "float32",
    "train.field.precision.bfloat16": "bfloat16",
    "train.field.device.label": "Device",
    "train.field.device.auto": "automatic",
    "train.field.device.cpu": "CPU",
    "train.field.device.cuda": "GPU (CUDA)",
    "train.name.label": "Name of the run",
    "train.name.info": "Also the name of its model.",
    "train.start": "Start training",
    "train.starting": "Starting",
    "train.starting.message": "Writing the pairs of the file into the run’s folder.",
    "train.preflight": "Preflight",
    "train.space": (
        "On this shared page a training has at most {steps} steps, {parameters} million parameters, a vocabulary of "
        "{vocabulary}, {tokens} tokens per batch and {minutes} minutes, one at a time; files at most {megabytes} MB. "
        "Every visitor sees it and may use its model; only the browser that started it can stop it. Your "
        "newest {own} runs are kept for a day at least, unless the page restarts: a Space then loses all runs, but for "
        "those in a mounted bucket (GLASSFORMER_RUNS=/data/runs). On your own machine these limits do not apply."
    ),
    # Preflight
    "preflight.busy": "Preflight running",
    "preflight.busy.message": (
        "Reads the data, learns its vocabulary and times a few real steps in a separate process: a few seconds, "
        "longer on a busy machine. Nothing is stored."
    ),
    "preflight.title": "Preflight",
    "preflight.started": "Started. Warnings about these settings:",
    "preflight.clear": "No problems found.",
    "preflight.outdated": "Settings have changed since: run the preflight again.",
    "preflight.warnings": "Warnings – you can still start:",
    "preflight.refused": "This cannot be started:",
    "preflight.time": "time",
    "preflight.time.value": "{least} to {most}",
    "preflight.time.note": (
        "{tokens} target tokens per second on {device} in {precision}, with the machine as busy as it is now; "
        "without validations. Batches timed: {steps}."
    ),
    "preflight.time.busy": (
        "This machine is busy: other programs used the processors for {share} of that time. Without them: at most "
        "{most}."
    ),
    "preflight.time.unknown": "not known",
    "preflight.time.unknown.note": "No step ended with finite numbers.",
    "preflight.length": "length",
    "preflight.length.value": "{steps} steps = {epochs} epochs",
    "preflight.length.note": "{per_epoch} steps per epoch of {tokens} target tokens.",
    "preflight.rate": "rate",
    "preflight.rate.value": "peak {peak}",
    "preflight.rate.note": "Eq. 3, after a warm-up of {epochs} epochs.",
    "preflight.rate.start": "The training of the checkpoint to start from peaked at {peak}.",
    "preflight.pairs": "pairs",
    "preflight.pairs.value": "{pairs}",
    "preflight.pairs.note": (
        "Skipped: {blank} with an empty side, {long} too long. {validation} for validation, {repeated} of them also in "
        "training."
    ),
    "preflight.pairs.part": "{sampled} of them measured, evenly spread.",
    "preflight.vocabulary": "vocabulary",
    "preflight.vocabulary.value": "{vocabulary}",
    "preflight.vocabulary.less": "The settings ask for {asked}; the text allows fewer merges.",
    "preflight.vocabulary.median": "Half of the tokens occur at least {median} times.",
    "preflight.padding": "padding",
    "preflight.padding.note": "Share of the batches' positions, with the lengths of this text.",
    "preflight.memory": "memory",
    "preflight.memory.value": "about {total}",
    "preflight.memory.note": (
        "In addition to the program: weights {weights}, gradients {gradients}, Adam's moments {moments}, and "
        "activations {activations}, estimated from the layers for the largest batch."
    ),
    "preflight.memory.kernels": "Kernels of matrix products in bfloat16, created during the run: up to {kernels}.",
    "preflight.memory.free": "{free} free.",
    "preflight.disk": "disk",
    "preflight.disk.value": "{total} at most",
    "preflight.disk.note": "A step checkpoint, from which a run can be resumed: {step}. The finished model: {model}.",
    "preflight.parts": "{parameters} parameters",
    "preflight.part.embeddings": "embeddings",
    "preflight.part.encoder_attention": "encoder attention",
    "preflight.part.encoder_feed_forward": "encoder feed-forward",
    "preflight.part.decoder_attention": "decoder self-attention",
    "preflight.part.cross_attention": "cross-attention",
    "preflight.part.decoder_feed_forward": "decoder feed-forward",
    "preflight.part.norms": "normalisation",
    "preflight.lengths.title": "Sentence lengths in tokens: source above the line, target below",
    "preflight.lengths.axis": "tokens",
    "preflight.megabytes": "{size:,.1f} MB",
    "preflight.gigabytes": "{size:,.2f} GB",
    # Warnings; the codes are those of core.preflight.warnings
    "preflight.warning.warmup_short": (
        "Warm-up of {warmup:,} steps with post-norm. Below 2 / (1 − β₂) = {shortest:,} steps Adam's second moment is "
        "still noise (Ma and Yarats 2019), and a post-norm model often does not recover. Warm up longer, or use "
        "pre-norm."
    ),
    "preflight.warning.warmup_unended": (
        "Warm-up of {warmup:,} steps is not over when the run ends after {steps:,}: the rate never falls."
    ),
    "preflight.warning.rate_high": (
        "The rate peaks at {peak:.1e}. Above {highest:.1e} at d_model {d_model:,} the loss often does not fall. "
        "Lower the rate factor or warm up longer."
    ),
    "preflight.warning.rate_above_start": (
        "The rate peaks at {peak:.2e}, above {start:.2e}, the peak of the training that made the checkpoint to start "
        "from: much of what it has learnt will be lost. Lower the rate factor or warm up longer."
    ),
    "preflight.warning.vocabulary_rare": (
        "Half of the {vocabulary:,} tokens (without those that never occur) occur fewer than {rare} times in the "
        "training text, too rarely to be learnt. A smaller vocabulary translates better."
    ),
    "preflight.warning.validation_seen": (
        "{repeated:,} of {pairs:,} validation pairs also occur in the training text: validation scores will be too "
        "high."
    ),
    "preflight.warning.source_script": (
        "The source is written in {script} letters, its language is “{language}”. Write the right code in the form."
    ),
    "preflight.warning.target_script": (
        "The target is written in {script} letters, its language is “{language}”. Write the right code in the form."
    ),
    "preflight.warning.start_swapped": (
        "The target is in “{source}”, which the checkpoint to start from reads: it translates from “{source}” to "
        "“{target}”. Swap source and target."
    ),
    "preflight.warning.letters_as_bytes": (
        "The text has {tokens:.1f} tokens for each character: the vocabulary lacks its letters and writes them as "
        "bytes. Start from another checkpoint, or from random weights."
    ),
    "preflight.warning.batch_narrow": (
        "The longest sentence has {longest:,} tokens and a batch may have {tokens:,}: each longer sentence becomes a "
        "batch larger than requested."
    ),
    "preflight.warning.epochs_unreached": (
        "{steps:,} steps are {reached:.1f} epochs; the requested {epochs:,} are never reached."
    ),
    "preflight.warning.many_long": (
        "{share:.0%} of the pairs are left out, because a side has more than {tokens:,} tokens."
    ),
    "preflight.warning.minutes_short": (
        "At this speed {steps:,} steps take longer than {minutes:g} minutes, the time limit of this training: it ends "
        "early with the current model."
    ),
    "preflight.warning.memory": (
        "About {needed:.1f} GB of memory are needed and {free:.1f} GB are free. Take a smaller model, or fewer tokens "
        "per batch and more batches per step."
    ),
    "preflight.warning.disk": ("About {needed:.1f} GB of disk are needed for checkpoints and {free:.1f} GB are free."),
    # Errors
}
