"""The words of "Train" about the runs; those of its form are in `train_form`."""

TRAIN: dict[str, str] = {
    # Following
    "train.runs.label": "Runs, newest first",
    "train.runs.name": "run",
    "train.runs.state": "state",
    "train.runs.step": "step",
    "train.runs.score": "validation",
    "train.runs.when": "last update",
    "train.runs.bleu": "BLEU {bleu}",
    "train.runs.perplexity": "perplexity {perplexity}",
    "train.runs.compare": "Draw {name} into the figures",
    "train.runs.full": "{name}: no more runs fit into the figures",
    "train.runs.hint": "A name follows its run; ticked runs are drawn over one another.",
    "train.runs.rename": "rename",
    "train.runs.rename_label": "New name of {name}",
    "train.runs.save": "save",
    "train.runs.cancel": "cancel",
    "train.runs.delete": "delete",
    "train.runs.delete_question": "Delete “{name}” with its model, checkpoints and records? This cannot be undone.",
    "train.runs.delete_yes": "delete",
    "train.runs.more": "show all {count} runs",
    "train.stop": "Stop",
    "train.leave": "Leave the queue",
    "train.resume": "Resume",
    "train.save": "Save CSV",
    "train.state.none": "No run yet",
    "train.state.none.hint": "Start one: its curves and translations appear here as it learns.",
    "train.state.new": "not started",
    "train.state.queued": "waiting for its turn",
    "train.state.place": "waiting, number {place}",
    "train.state.starting": "starting",
    "train.state.running": "running",
    "train.state.stopping": "stopping",
    "train.state.stopped": "stopped",
    "train.state.finished": "finished",
    "train.state.failed": "failed",
    "train.state.crashed": "crashed",
    "train.summary": "{name} · step {step} of {steps}",
    "train.message.starting": "Reading the data and building the model: some seconds, minutes with a large corpus.",
    "train.message.stopping": "The step at hand is finished, then the model is saved.",
    "train.message.queued": "Number {place} in the queue: “{name}” trains first, then this one starts by itself.",
    "train.message.behind": (
        "Number {place} in the queue: “{name}” trains now, then {before} more, then this one starts by itself."
    ),
    "train.message.next": "Number {place} in the queue: it starts by itself.",
    "train.message.crashed": "The process ended without a message: killed, or out of memory.",
    "train.message.resumes": "“Resume” continues from step {step}.",
    "train.message.log": "The end of its log:",
    "train.message.ended": "{reason} The model can be chosen at the top of the page.",
    "train.reason.max_steps": "All steps taken.",
    "train.reason.max_epochs": "All epochs done.",
    "train.reason.max_minutes": "The time limit was reached.",
    "train.reason.patience": "Validation stopped improving.",
    "train.reason.stopped": "Stopped before the last step.",
    "train.fact.left": "time left",
    "train.fact.trained": "trained for",
    "train.fact.speed": "tokens/s",
    "train.fact.padding": "padding",
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
    "train.nothing": "Nothing has been measured yet.",
    "train.figure.step": "step",
    "train.figure.training": "training",
    "train.figure.smoothed": "training, label-smoothed",
    "train.figure.validation": "validation",
    "train.figure.validation_smoothed": "validation, label-smoothed",
    "train.figure.schedule": "planned, the whole run",
    "train.figure.taken": "steps taken",
    "train.measure.label": "Also draw",
    "train.measure.info": "Everything that is measured while the model trains.",
    "train.loss.caption": (
        "both lines falling together. When training falls on and validation rises, the model learns by heart. "
        "In nats a target token; training has dropout on, so it may lie above. Lines that are dotted have label "
        "smoothing (5.4): that is what is minimised, and it never comes down to zero."
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
        "a straight rise during warm-up, then a fall with the square root of the step. "
        "The thin line is the whole schedule; the points are the steps that were taken."
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
    "train.measure.padding.name": "padding",
    "train.measure.padding.title": "Padding",
    "train.measure.padding.value": "share of positions (0 to 1)",
    "train.measure.padding.caption": (
        "a low line: positions that only fill a batch up are computed in vain. Batches of sentences that are about as "
        "long as each other keep it low."
    ),
    # Samples, log, command
    "train.samples.title": "Sample translations",
    "train.samples.step": "step {step}",
    "train.samples.step_bleu": "step {step} · BLEU {bleu}",
    "train.samples.latest": "latest",
    "train.samples.choose": "Validation",
    "train.samples.earlier": "Earlier validation",
    "train.samples.later": "Later validation",
    "train.samples.note": (
        "Validation sentences, translated greedily by the model as it stood then. "
        "Marked: words that were not there at the validation before."
    ),
    "train.samples.first": "Validation sentences, translated greedily by the model as it stood then.",
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
}
