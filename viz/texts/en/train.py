"""The words of "Train" about the runs; `train_form` has those of its form."""

TRAIN: dict[str, str] = {
    # Run list
    "train.runs.label": "Runs, newest first",
    "train.runs.name": "run",
    "train.runs.state": "state",
    "train.runs.step": "step",
    "train.runs.score": "validation",
    "train.runs.when": "updated",
    "train.runs.bleu": "BLEU {bleu}",
    "train.runs.perplexity": "perplexity {perplexity}",
    "train.runs.compare": "Draw {name} in the figures",
    "train.runs.full": "{name}: the figures are full",
    "train.runs.hint": "Click a name to watch that run; tick runs to compare their curves.",
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
    "train.evaluate": "Evaluate it",
    "train.evaluate_pair": "Evaluate both",
    "train.evaluate_pair.with": "Evaluate against {name}",
    "train.save": "Save CSV",
    "train.longer": "Train longer",
    "train.longer_steps.label": "New last step",
    "train.longer_steps.info": (
        "The run resumes where it ended. Its learning rate follows Eq. 3 from the next step on; a cool-down moves to "
        "the new end."
    ),
    "train.state.none": "No run yet",
    "train.state.none.hint": "Start one: its curves and translations appear here during training.",
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
    "train.message.starting": "Reading the data and building the model: seconds, or minutes with a large corpus.",
    "train.message.stopping": "Finishing the current step, then validating and saving the model.",
    "train.message.queued": "Number {place} in the queue: starts automatically after “{name}”.",
    "train.message.behind": ("Number {place} in the queue: starts automatically after “{name}” and {before} more."),
    "train.message.next": "Number {place} in the queue: starts automatically.",
    "train.message.crashed": "The process ended unexpectedly: it was killed or ran out of memory.",
    "train.message.resumes": "“Resume” continues from step {step}.",
    "train.message.log": "The end of its log:",
    "train.message.ended": "{reason} Its model is in the list at the top of the page, as “{model}”.",
    "train.reason.max_steps": "All steps completed.",
    "train.reason.max_epochs": "All epochs completed.",
    "train.reason.max_minutes": "The time limit was reached.",
    "train.reason.patience": "Validation stopped improving.",
    "train.reason.stopped": "Stopped at step {step} of {steps}.",
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
    "train.duration.days": "{days} days",
    # Curves
    "train.nothing": "No measurements yet.",
    "train.figure.step": "step",
    "train.figure.training": "training",
    "train.figure.smoothed": "training, label-smoothed",
    "train.figure.validation": "validation",
    "train.figure.validation_smoothed": "validation, label-smoothed",
    "train.figure.schedule": "planned, whole run",
    "train.figure.taken": "steps taken",
    "train.figure.tokens": "target tokens trained on",
    "train.figure.time.seconds": "training time (s)",
    "train.figure.time.minutes": "training time (min)",
    "train.figure.time.hours": "training time (h)",
    "train.figure.log": "{value} (log scale)",
    "train.figure.raw": "{line}, as recorded",
    "train.figure.average": "{line}, moving average {weight}",
    "train.charts.label": "Charts",
    "train.charts.info": "Measurements of the training.",
    "train.axis.label": "Horizontal axis",
    "train.axis.info": "Updates, target tokens, or training time without pauses and validations.",
    "train.axis.steps.name": "steps",
    "train.axis.tokens.name": "tokens",
    "train.axis.time.name": "time",
    "train.scale.label": "Loss axis",
    "train.scale.info": "On a log axis, equal ratios have equal heights.",
    "train.scale.linear.name": "linear",
    "train.scale.log.name": "log",
    "train.smoothing.label": "Smoothing",
    "train.smoothing.info": "Weight of the past in a moving average, as in TensorBoard. Validation is never smoothed.",
    "train.measure.loss.name": "loss",
    "train.measure.loss.caption": (
        "a falling line, in nats per target token. The first validation adds its own line to compare with."
    ),
    "train.measure.loss.caption.both": (
        "training and validation falling together. If training falls further while validation rises, the model "
        "overfits. In nats per target token; training uses dropout, so it may be higher."
    ),
    "train.measure.loss.caption.smoothed": (
        "Dotted lines include label smoothing (5.4): this loss is minimised, and it never reaches zero."
    ),
    "train.measure.loss.title": "Loss",
    "train.measure.loss.value": "nats per target token",
    "train.measure.perplexity.name": "perplexity",
    "train.measure.perplexity.title": "Perplexity",
    "train.measure.perplexity.value": "perplexity (log scale)",
    "train.measure.perplexity.caption": (
        "e to the power of the loss: the number of equally likely tokens with the same uncertainty. 1 is certainty."
    ),
    "train.measure.bleu.name": "BLEU",
    "train.measure.bleu.title": "BLEU on validation sentences",
    "train.measure.bleu.value": "BLEU (0 to 100)",
    "train.measure.bleu.caption": (
        "a slow start, then a steep rise: BLEU counts matching sequences of words. Greedy translations of the first "
        "validation sentences; final scores use beam search."
    ),
    "train.measure.accuracy.name": "accuracy",
    "train.measure.accuracy.title": "Token accuracy on validation sentences",
    "train.measure.accuracy.value": "share of tokens (0 to 1)",
    "train.measure.accuracy.caption": ("how often the most probable next token is correct, given all previous tokens."),
    "train.measure.learning_rate.name": "learning rate",
    "train.measure.learning_rate.title": "Learning rate (5.3, Eq. 3)",
    "train.measure.learning_rate.value": "learning rate",
    "train.measure.learning_rate.caption": (
        "a straight rise during warm-up, then a fall with the inverse square root of the step. "
        "The thin line is the whole schedule; the points are completed steps."
    ),
    "train.measure.learning_rate.caption.rising": (
        "a straight rise and no fall: the warm-up is not over when the run ends. "
        "The thin line is the whole schedule; the points are completed steps."
    ),
    "train.measure.gradient_norm.name": "gradient norm",
    "train.measure.gradient_norm.title": "Gradient norm before clipping",
    "train.measure.gradient_norm.value": "norm",
    "train.measure.gradient_norm.caption": (
        "a line that becomes steady. Spikes mean that the rate is too high or the warm-up too short."
    ),
    "train.measure.tokens_per_second.name": "speed",
    "train.measure.tokens_per_second.title": "Training speed",
    "train.measure.tokens_per_second.value": "target tokens per second",
    "train.measure.tokens_per_second.caption": (
        "a level line. Padding and validation time are not counted; dips come from other work on the machine."
    ),
    "train.measure.padding.name": "padding",
    "train.measure.padding.title": "Padding",
    "train.measure.padding.value": "share of positions (0 to 1)",
    "train.measure.padding.caption": (
        "a low line: padding positions are wasted computation. Batches of sentences of similar length keep it low."
    ),
    "train.measure.guided_loss.name": "word links",
    "train.measure.guided_loss.title": "Loss of the head that learns word links",
    "train.measure.guided_loss.value": "nats per linked target token",
    "train.measure.guided_loss.caption": (
        "a falling line: the head looks at the linked source words. Only runs with guided alignment have it."
    ),
    # A run that has ended
    "train.notify.label": "Notify me when a run ends",
    "train.notify.info": "By the browser, which asks for permission; this page must stay open.",
    "train.notice.finished": "{name} has finished at step {step}.",
    "train.notice.failed": "{name} has failed at step {step}.",
    "train.notice.crashed": "{name} ended unexpectedly at step {step}.",
    # All runs as files
    "train.all_runs": "All runs as files",
    "train.all_runs.about": (
        "Losses, scores, learning rate, gradient norm and speed of all runs: one table with a row for each run and "
        "step, or event files for TensorBoard in a ZIP."
    ),
    "train.save_all": "CSV of all runs",
    "train.save_events": "TensorBoard files",
    # Settings of the shown runs
    "train.settings": "Settings side by side",
    "train.settings_all.label": "All settings",
    "train.settings_all.info": "Unticked: only settings in which the ticked runs differ.",
    "train.settings.name": "setting",
    "train.settings.data": "Data",
    "train.settings.parameters": "Parameters",
    "train.settings.training_pairs": "Training pairs",
    "train.settings.batches_per_epoch": "Batches per epoch",
    "train.settings.device": "Device used",
    "train.settings.yes": "yes",
    "train.settings.no": "no",
    "train.settings.alone": "Tick a run in the list to compare its settings with these.",
    "train.settings.same": "The shown runs have the same settings.",
    # Samples, log, command
    "train.samples.title": "Sample translations",
    "train.samples.step": "step {step}",
    "train.samples.step_bleu": "step {step} · BLEU {bleu}",
    "train.samples.latest": "latest",
    "train.samples.choose": "Validation",
    "train.samples.earlier": "Earlier validation",
    "train.samples.later": "Later validation",
    "train.samples.note": (
        "Validation sentences, translated greedily by the model of this step. "
        "Marked: words that differ from the previous validation."
    ),
    "train.samples.first": "Validation sentences, translated greedily by the model of this step.",
    "train.samples.source": "source",
    "train.samples.reference": "reference",
    "train.samples.translation": "translation",
    "train.log": "Log",
    "train.log.label": "End of the log",
    "train.command": "The same from a terminal",
    "train.command.label": "Command",
    "train.command.info": "Run it in the project's folder; it trains the same model in a run folder with another name.",
    # Errors
    "train.error.title": "Please check",
}
