"""The words of "Train"; a setting's hint comes from its configuration where no `train.field.<name>.info` stands."""

TRAIN: dict[str, str] = {
    # Data
    "train.new": "New run",
    "train.source.label": "Data",
    "train.source.info": "A generated task needs no data; a file needs pairs of sentences.",
    "train.source.copy": "copy",
    "train.source.reverse": "reverse",
    "train.source.numbers": "numbers",
    "train.source.file": "my file",
    "train.about.copy": (
        "Letters come out as they went in: the smallest task. Cross-attention becomes a diagonal. "
        "Endless fresh pairs; validation on {valid} that training never draws."
    ),
    "train.about.reverse": (
        "Letters come out backwards. Cross-attention becomes the other diagonal. "
        "Endless fresh pairs; validation on {valid} that training never draws."
    ),
    "train.about.numbers": (
        "Numbers below a billion, from English words to Chinese. Thousands become ten thousands, so words change "
        "places. Endless fresh pairs; validation on {valid} that training never draws."
    ),
    "train.about.file": (
        "{pairs} pairs: {training} for training, {validation} held out for validation, evenly spread. "
        "Left out: {blank} with a blank side, {repeated} that repeat a held-out pair."
    ),
    "train.about.no_file": (
        "TSV, CSV or JSONL in UTF-8, plain or .gz, at most {megabytes:.0f} MB; two columns, or a header that names "
        "them. The first pairs show here before anything is trained."
    ),
    "train.preview.source": "source",
    "train.preview.target": "target",
    "train.file.label": "Pairs of sentences",
    "train.src_lang.label": "Source language",
    "train.src_lang.info": "A code such as en.",
    "train.tgt_lang.label": "Target language",
    "train.tgt_lang.info": "A code such as de.",
    "train.src_column.label": "Source column",
    "train.src_column.info": "Blank: found by itself.",
    "train.tgt_column.label": "Target column",
    "train.tgt_column.info": "Blank: found by itself.",
    # Model
    "train.preset.label": "Model",
    "train.preset.info": "Fills in the model settings, which can then be changed.",
    "train.preset.choice": "{name} · {layers} + {layers} layers, d_model {d_model}",
    "train.preset.first": "first run",
    "train.preset.tiny": "tiny",
    "train.preset.small": "small",
    "train.preset.base": "base, as in the paper",
    "train.preset.big": "big, as in the paper",
    "train.parameters": "{parameters} parameters at most · about {megabytes} MB as a checkpoint",
    "train.model_settings": "Model settings",
    "train.training_settings": "Training settings",
    # Settings
    "train.field.bounds": "{help} {minimum} to {maximum}.",
    "train.field.at_least": "{help} At least {minimum}.",
    "train.field.d_model.label": "Width d_model",
    "train.field.num_layers.label": "Layers N",
    "train.field.num_heads.label": "Heads h",
    "train.field.d_ff.label": "Feed-forward width d_ff",
    "train.field.vocab_size.label": "Vocabulary",
    "train.field.dropout.label": "Dropout",
    "train.field.max_steps.label": "Steps",
    "train.field.tokens_per_batch.label": "Tokens per batch",
    "train.field.warmup_steps.label": "Warm-up steps",
    "train.field.label_smoothing.label": "Label smoothing",
    "train.field.seed.label": "Seed",
    "train.field.validate_every.label": "Validate every",
    "train.name.label": "Name of the run",
    "train.name.info": "Letters, digits, dots, - and _; also its name as a model.",
    "train.start": "Start training",
    "train.space": (
        "On this shared page a training has at most {steps} steps, {parameters} million parameters, a vocabulary of "
        "{vocabulary}, {tokens} tokens per batch and {minutes} minutes, one at a time; files at most {megabytes} MB. "
        "Everybody sees it and may use its model; only the browser that started it can stop it. The newest {runs} "
        "runs are kept until the page restarts. On your own machine there is no such limit."
    ),
    # Following
    "train.run.label": "Run",
    "train.run.info": "A training goes on without this page: reload it, or come back later.",
    "train.stop": "Stop",
    "train.go_on": "Go on",
    "train.state.none": "No run yet",
    "train.state.none.hint": "Start one: its curves and translations appear here as it learns.",
    "train.state.new": "not started",
    "train.state.queued": "waiting for its turn",
    "train.state.starting": "starting",
    "train.state.running": "running",
    "train.state.stopping": "stopping",
    "train.state.stopped": "stopped",
    "train.state.finished": "finished",
    "train.state.failed": "failed",
    "train.state.crashed": "crashed",
    "train.summary": "step {step} of {steps}",
    "train.message.starting": "Reading the data and building the model; the first step follows in some seconds.",
    "train.message.stopping": "The step at hand is finished, then the model is saved.",
    "train.message.crashed": "The process is gone without a word: killed, or out of memory. The end of its log:",
    "train.message.ended": "{reason} The model can be chosen at the top of the page.",
    "train.reason.max_steps": "All steps taken.",
    "train.reason.max_epochs": "All passes over the data made.",
    "train.reason.patience": "Validation no longer got better.",
    "train.reason.stopped": "Stopped before the last step.",
    "train.fact.left": "time left",
    "train.fact.trained": "trained for",
    "train.fact.speed": "tokens/s",
    "train.fact.loss": "loss",
    "train.fact.perplexity": "valid. perplexity",
    "train.fact.bleu": "valid. BLEU",
    "train.fact.parameters": "parameters",
    "train.fact.skipped": "steps skipped",
    "train.fact.process": "process",
    "train.duration.seconds": "{seconds} s",
    "train.duration.minutes": "{minutes} min",
    "train.duration.hours": "{hours} h {minutes} min",
    # Curves
    "train.figure.step": "step",
    "train.figure.training": "training",
    "train.figure.validation": "validation",
    "train.measure.label": "Also draw",
    "train.measure.info": "Everything that is measured while the model trains.",
    "train.loss.caption": (
        "both lines falling together. When training falls on and validation rises, the model learns by heart. "
        "Loss without label smoothing, in nats a target token; training has dropout on, so it may lie above."
    ),
    "train.measure.loss.title": "Loss",
    "train.measure.loss.value": "nats a target token",
    "train.measure.perplexity.name": "perplexity",
    "train.measure.perplexity.title": "Perplexity",
    "train.measure.perplexity.value": "perplexity (log scale)",
    "train.measure.perplexity.caption": (
        "e to the power of the loss: among how many equally likely tokens the model still wavers. 1 is certainty."
    ),
    "train.measure.bleu.name": "BLEU",
    "train.measure.bleu.title": "BLEU on validation sentences",
    "train.measure.bleu.value": "BLEU (0 to 100)",
    "train.measure.bleu.caption": (
        "a slow start, then a steep rise: BLEU counts whole runs of right words. Greedy translations of the first "
        "validation sentences; final scores are taken with beam search."
    ),
    "train.measure.accuracy.name": "accuracy",
    "train.measure.accuracy.title": "Token accuracy on validation sentences",
    "train.measure.accuracy.value": "share of tokens (0 to 1)",
    "train.measure.accuracy.caption": (
        "how often the most probable next token is the right one, when all tokens before it are given."
    ),
    "train.measure.learning_rate.name": "learning rate",
    "train.measure.learning_rate.title": "Learning rate (5.3, Eq. 3)",
    "train.measure.learning_rate.value": "learning rate",
    "train.measure.learning_rate.caption": (
        "a straight rise during warm-up, then a fall with the square root of the step."
    ),
    "train.measure.gradient_norm.name": "gradient norm",
    "train.measure.gradient_norm.title": "Gradient norm before clipping",
    "train.measure.gradient_norm.value": "norm",
    "train.measure.gradient_norm.caption": (
        "a line that calms down. Spikes mean that the rate is too high or the warm-up too short."
    ),
    "train.measure.tokens_per_second.name": "speed",
    "train.measure.tokens_per_second.title": "Training speed",
    "train.measure.tokens_per_second.value": "target tokens per second",
    "train.measure.tokens_per_second.caption": (
        "a level line. Padding is not counted, nor the time that validation takes; dips are other work on the machine."
    ),
    # Samples, log, command
    "train.samples.title": "Sample translations at step {step}",
    "train.samples.note": "Validation sentences, translated greedily by the model as it stood then.",
    "train.samples.source": "source",
    "train.samples.reference": "reference",
    "train.samples.translation": "translation",
    "train.log": "Log",
    "train.log.label": "End of the log",
    "train.command": "The same from a terminal",
    "train.command.label": "Command",
    "train.command.info": "In the project's folder; trains the same model in a run folder of another name.",
    # Errors
    "train.error.title": "Please check",
    "error.train.busy": (
        "“{name}” is being trained right now. One at a time: wait until it ends, or stop it if you started it."
    ),
    "error.train.not_owner": (
        "Only the visitor who started “{name}” can stop it or go on with it, in the browser that started it."
    ),
    "error.train.over": "“{name}” has taken all its steps and cannot go on.",
    "error.train.unknown_run": "This run is no longer there.",
    "error.train.no_file": "Choose a file with pairs of sentences first.",
    "error.train.upload_size": "{name} has {size:.1f} MB; at most {limit:.0f} MB are allowed here.",
    "error.train.few_pairs": (
        "The file has {pairs} pairs; at least {fewest} are needed, and thousands to learn a language."
    ),
    "error.train.same_pairs": "All {pairs} pairs of the file are the same: there is nothing to validate on.",
    "error.train.language": "“{value}” is no language code: letters, digits, '-', at most 20, such as en or zh-Hans.",
    "error.train.choice": "There is no “{name}” here. There are: {allowed}.",
    "error.train.limit": "{name} ({value:,}) may be at most {limit:,} on this shared page.",
}
