"""The words of "Evaluate"."""

EVALUATE: dict[str, str] = {
    "tab.evaluate": "Evaluate",
    # Form
    "evaluate.new": "New evaluation",
    "evaluate.space": (
        "On this shared page: at most {sentences} sentences, beam {beam}, files of {megabytes} MB; the {own} newest "
        "evaluations of a visitor are kept."
    ),
    "evaluate.first.label": "System A",
    "evaluate.first.info": "The system to judge, or the baseline of a comparison.",
    "evaluate.second.label": "System B",
    "evaluate.second.info": "Compared with A on the same sentences; leave it out to score A alone.",
    "evaluate.second.none": "none",
    "evaluate.system.file": "a file of translations",
    "evaluate.first_file.label": "Translations of system A: a text file, line k translates sentence k",
    "evaluate.second_file.label": "Translations of system B: a text file, line k translates sentence k",
    "evaluate.set.label": "Test set",
    "evaluate.set.info": "Sentences with reference translations that no system was trained on.",
    "evaluate.set.held_out": "held-out pairs of the checkpoint",
    "evaluate.set.sample": "sentences of this project",
    "evaluate.set.corpus": "{corpus}, {split}",
    "evaluate.set.files": "my files",
    "evaluate.file.label": "Sources and references: one table, or text files with corresponding lines",
    "evaluate.files.about": (
        "One TSV, CSV, JSONL or TMX file, or a text file of sources and one or more of references; UTF-8, plain or "
        ".gz, at most {megabytes:.0f} MB each. The first pairs are shown here."
    ),
    "evaluate.source.label": "Source",
    "evaluate.source.info": "Column or file of the sentences to translate.",
    "evaluate.references.label": "References",
    "evaluate.references.info": "One or several; scores use all of them.",
    "evaluate.own.label": "Own column",
    "evaluate.own.info": "Optional: a column such as “domain”, to see scores by its values.",
    "evaluate.language.label": "Language of the references",
    "evaluate.language.info": "A code such as de: it decides how BLEU divides words. The checkpoint's if empty.",
    "evaluate.preview.source": "source",
    "evaluate.preview.reference": "reference",
    "evaluate.set.size": "{name}: {sentences} sentences, references in “{language}”.",
    "evaluate.note.references": "References for each sentence: {count}.",
    "evaluate.note.cut": "The first ones of {count}.",
    "evaluate.note.blank": "Left out because a side is blank: {count}.",
    "evaluate.note.repeated": "Repeated sentences: {count}; each counts.",
    "evaluate.note.wide": "Rows with more columns than the first: {count}.",
    "evaluate.note.spanning": "Rows over several lines: {count}; a quotation mark may be missing.",
    "evaluate.note.swapped": "The corpus is read from its target to its source, as the checkpoint translates.",
    "evaluate.decoding": "Decoding",
    "evaluate.most.label": "Sentences at most",
    "evaluate.most.info": "More give narrower intervals.",
    "evaluate.beam.label": "Beam size",
    "evaluate.beam.info": "Hypotheses kept; 1 is greedy.",
    "evaluate.alpha.label": "Length penalty",
    "evaluate.alpha.info": "Larger favours longer outputs.",
    "evaluate.name.label": "Name",
    "evaluate.name.info": "Of its folder among the runs.",
    "evaluate.start": "Evaluate",
    # List and state
    "evaluate.list.label": "Evaluations, newest first",
    "evaluate.list.name": "evaluation",
    "evaluate.list.step": "sentences",
    "evaluate.list.score": "BLEU",
    "evaluate.list.hint": "Click a name to see its result.",
    "evaluate.list.delete_question": "Delete “{name}” with its translations and scores? This cannot be undone.",
    "evaluate.list.more": "show all {count} evaluations",
    "evaluate.none": "No evaluation yet",
    "evaluate.none.hint": (
        "Start one: BLEU, chrF and TER with intervals, and whether B is really better than A. Then where it is better, "
        "and by which sentences: each one opens in the explorer, both systems side by side."
    ),
    "evaluate.summary": "{name}",
    "evaluate.summary.progress": "{name} · {done} of {total}",
    "evaluate.fact.left": "time left",
    "evaluate.fact.first": "system A",
    "evaluate.fact.second": "system B",
    "evaluate.fact.set": "test set",
    "evaluate.fact.sentences": "sentences",
    "evaluate.fact.beam": "beam",
    "evaluate.fact.alpha": "length penalty",
    "evaluate.message.starting": "Loading the model and the test set.",
    "evaluate.message.stopping": "Finishing the current batch.",
    "evaluate.message.queued": "Number {place} in the queue: starts automatically after “{name}”.",
    "evaluate.message.stopped": "“Resume” continues after the last translated sentence.",
    "evaluate.message.failed": "It failed: {message}.",
    "evaluate.message.crashed": (
        "The process ended unexpectedly: it was killed or ran out of memory. “Resume” continues after the last "
        "translated sentence."
    ),
    "evaluate.stop": "Stop",
    "evaluate.resume": "Resume",
}
