"""Words of "Train" about what is done with runs: queue, resume, use, compare, export."""

TRAIN_TOOLS: dict[str, str] = {
    "train.runs.drawn": "in the figures",
    "train.message.begins": "Nothing was saved yet: “Resume” begins again at step 0.",
    "preflight.warning.epochs_many": (
        "{steps:,} steps are {epochs:,.0f} epochs: the model sees the same {pairs:,} pairs so often that it memorises "
        "them. Take fewer steps, or more text."
    ),
    "preflight.warning.validation_few": (
        "Only {pairs:,} validation pairs: their scores are mostly noise. At least {fewest} give a reliable BLEU."
    ),
    "preflight.warning.validation_none": (
        "There are no validation pairs: nothing will show when the model memorises the text, and no best checkpoint is "
        "kept."
    ),
    "preflight.warning.parameters_many": (
        "The model has more parameters ({parameters:,}) than the text has tokens ({tokens:,}): it can memorise the "
        "text. A smaller model or more text generalises better."
    ),
    "train.start.queue": "Add to the queue",
    "train.use": "Translate with it",
    "train.use_best": "… with its best validation",
    "train.again": "New run with these settings",
    "train.again.changed": (
        "The form has no field for these settings, and a new run will have other values: {settings}. The command line "
        "takes them all."
    ),
    "preflight.queued": "Queued as number {place}.",
    "preflight.queued.warnings": "Warnings about these settings:",
    "preflight.remedy": "Set {values}",
    "preflight.remedy.value": "{setting} to {value}",
    "preflight.remedy.and": ", ",
    "train.outlook": "About {time} on this machine, a first guess; the preflight measures it.",
    "train.outlook.run": "About {time} on this machine, judging by the speed of “{run}”.",
    "train.memory.title": "This may not fit into memory:",
    "train.memory.again": "The system may kill such a training. Press the button again to start it all the same.",
    "train.hub.missing": (
        "Data sets of the Hugging Face Hub need the datasets library, version {oldest} or later, which is not "
        "installed here: pip install 'datasets>={oldest}'. Then start the page again."
    ),
    # Settings that are not in the form
    "train.settings.of.hold_out": "Pairs held out",
    "train.settings.of.src_column": "Source column",
    "train.settings.of.tgt_column": "Target column",
    "train.settings.of.src_lang": "Source language",
    "train.settings.of.tgt_lang": "Target language",
    "train.settings.of.unescape": "HTML entities resolved",
    "train.settings.of.max_tokens": "Longest sentence, tokens",
    "train.settings.of.vocab_pairs": "Pairs for the vocabulary",
    "train.settings.of.task_pairs": "Pairs per epoch of a task",
    "train.settings.of.valid_pairs": "Validation pairs of a task",
    "train.settings.of.attention_dropout": "Attention dropout",
    "train.settings.of.max_positions": "Positions, at most",
    "train.settings.of.scale_scores": "Scores divided by √d_k",
    "train.settings.of.max_minutes": "Minutes, at most",
    "train.settings.of.guided_alignment": "Word links",
    "train.settings.of.guided_layer": "Guided layer",
    "train.settings.of.guided_head": "Guided head",
    "train.settings.of.guided_weight": "Weight of word links",
    "train.settings.of.adam_beta1": "Adam β₁",
    "train.settings.of.adam_beta2": "Adam β₂",
    "train.settings.of.adam_eps": "Adam ε",
    "train.settings.of.compile": "Compiled",
    "train.settings.of.checkpoint_every": "Checkpoint every",
    "train.settings.of.keep_checkpoints": "Checkpoints kept",
    "train.settings.of.report_every": "Report every",
    "train.settings.of.validation_sentences": "Sentences translated for BLEU",
    "train.settings.of.sample_sentences": "Sample sentences",
    "train.settings.of.snapshot_sentences": "Snapshot sentences",
}
