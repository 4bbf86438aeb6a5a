"""English: the errors of the core, each code in the page's words; those of the command line never reach it."""

ERRORS = {
    "error.alignment.blank": "Line {line} lacks its source or its reference.",
    "error.alignment.fields": (
        "Line {line} has {fields} of 3 fields with tabs between: give source, reference and links on every line, or "
        "one sentence without tabs on every line."
    ),
    "error.alignment.link": "Alignment line {line}: {link!r} is no link; i-j, ipj and i?j are.",
    "error.alignment.outside": (
        "Alignment line {line}: a link joins source word {source} and target word {target}, but the sentences have "
        "{source_words} and {target_words} words."
    ),
    "error.alignment.zero": "Alignment line {line}: {link!r} has a word 0; they count from 1.",
    "error.average.none": "There is no checkpoint to average.",
    "error.average.too_few": ("Run {name} has {found} checkpoints; last ({last}) must be from 1 to that."),
    "error.catalogue.empty": "There is no sentence to measure the heads on.",
    "error.catalogue.gold": "There are {gold} alignments for {pairs} sentence pairs.",
    "error.catalogue.too_long": "Line {line} is longer than the model's {limit} tokens: it cannot be aligned.",
    "error.checkpoint.bad_config": "{path} is not JSON: {reason}.",
    "error.checkpoint.config_size": ("{path} has more than {limit:,} bytes: too large for a configuration."),
    "error.checkpoint.format": ("{path} has format {found!r}; this version reads format {expected}."),
    "error.checkpoint.languages": ("{folder}: config.json must name source_language and target_language."),
    "error.checkpoint.missing_tensor": "{path} lacks the tensor {name}.",
    "error.checkpoint.no_config": "{path} is missing.",
    "error.checkpoint.no_folder": "There is no checkpoint folder {folder}.",
    "error.checkpoint.no_weights": "{path} is missing.",
    "error.checkpoint.not_finite": "{path}: tensor {name} has values that are not finite.",
    "error.checkpoint.not_replaced": (
        "{folder} exists and is no checkpoint; name a new folder or a checkpoint that may be replaced."
    ),
    "error.checkpoint.not_safetensors": "{path} is not a complete safetensors file: {reason}.",
    "error.checkpoint.shape": ("{path}: tensor {name} has shape {found}; the configuration asks for {expected}."),
    "error.checkpoint.unknown_tensor": "{path} has an unknown tensor {name}.",
    "error.checkpoint.unreadable": "{path} cannot be read: {reason}.",
    "error.checkpoint.vocabulary": (
        "{folder}: tokenizer.json has {found} tokens, config.json says vocab_size {expected}."
    ),
    "error.close_up.kind": "Unknown kind {kind!r}; allowed: {allowed}.",
    "error.close_up.place": "{name} {value} does not exist: there are {limit}.",
    "error.config.heads": (
        "d_model ({d_model}) must be divisible by the number of heads ({num_heads}), or d_k and d_v must be given."
    ),
    "error.config.nbest": "Nbest ({nbest}) must not be larger than beam_size ({beam_size}).",
    "error.config.no_compiler": "Compile is on, but {needed} that it needs on {device} is not installed.",
    "error.config.no_cuda": "Device is cuda, but torch finds no CUDA GPU here.",
    "error.config.not_an_object": "{where} must be an object with named fields.",
    "error.config.odd_d_model": (
        "d_model ({d_model}) must be even: the positional encoding pairs a sine with a cosine."
    ),
    "error.config.position_table": (
        "max_positions ({max_positions:,}) times d_model ({d_model:,}) must be at most {limit:,}."
    ),
    "error.config.positions": ("max_tokens ({max_tokens}) must not be larger than max_positions ({max_positions})."),
    "error.config.too_large": ("This model would have {parameters:,} parameters; at most {limit:,} are allowed."),
    "error.config.unknown_field": "{where} has an unknown field {name}; known are {known}.",
    "error.corpora.archive": "{path} is damaged, or no such archive: {reason}.",
    "error.corpora.by_hand": "{name} has to be fetched by hand from {home}. {note} Put the files into {folder}.",
    "error.corpora.datasets": (
        "Data sets of the Hugging Face Hub need the datasets library, version {oldest} or later, which is not "
        "installed: pip install 'datasets>={oldest}'. Then start the page again."
    ),
    "error.corpora.download": (
        "{url} could not be fetched: {reason}. Get it by hand, in a browser for example, and save it as {path}."
    ),
    "error.corpora.hub": "{name} could not be read from the Hugging Face Hub: {reason}.",
    "error.corpora.hub_column": "A row has no column {column!r}; there are: {found}.",
    "error.corpora.hub_name": "{name!r} must be hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION.",
    "error.corpora.hub_not_here": (
        "The {split} pairs of {name} are in none of {folders}: `python -m core data get {name} --src-column … "
        "--tgt-column …` fetches them."
    ),
    "error.corpora.hub_small": "{name} has too few pairs to train on some and validate on others.",
    "error.corpora.hub_splits": "{name} has none of the splits train, validation, test; name one of: {offered}.",
    "error.corpora.member": (
        "{path} has no file {name} of at most {limit:,} bytes: it is not the archive that is published."
    ),
    "error.corpora.not_here": (
        "The {part} pairs of {owner} are in none of {folders}: `python -m core data get {name}` fetches them, and "
        "--data-dir (or {variable}) names a folder of copies, {owner}/{files}."
    ),
    "error.corpora.opencc": "Writing Traditional Chinese as Simplified needs OpenCC: pip install opencc.",
    "error.corpora.pairs": (
        "{name}, {part}: {found:,} pairs where {expected:,} are published; remove {folder} and fetch it again."
    ),
    "error.corpora.split": "{corpus} has no split {split!r}; it has {known}.",
    "error.corpora.uneven": "{path}, {name}: one side ends after {count} sentences and the other does not.",
    "error.corpora.unknown": (
        "There is no corpus {name!r}; known are {known}, and hub:OWNER/NAME for the Hugging Face Hub."
    ),
    "error.corpus.binary": (
        "{path}, line {line}: this is no text in UTF-8, but UTF-16 or no text at all. Save the file as UTF-8."
    ),
    "error.corpus.column": "{path}, line {line}: no column {column!r}; there are: {found}.",
    "error.corpus.column_pair": ("Give both source_column ({source}) and target_column ({target}), or neither."),
    "error.corpus.csv": "{path}, line {line}: {reason}.",
    "error.corpus.empty": "{path}: no pair with text on both sides ({dropped} blank).",
    "error.corpus.encoding": ("{path}, line {line}: not UTF-8 (byte {byte} of the line); save the file as UTF-8."),
    "error.corpus.gzip": "{path}: the gzip data is damaged or cut off after line {line}.",
    "error.corpus.json": "{path}, line {line}: not valid JSON ({reason}).",
    "error.corpus.json_keys": ("{path}, line {line}: which key is source, which target? name two of: {found}."),
    "error.corpus.json_object": ("{path}, line {line}: every line must be one JSON object, this is a {found}."),
    "error.corpus.json_nul": "{path}, line {line}: {column!r} holds the character U+0000, which no text has.",
    "error.corpus.line_ends": (
        "{path}: its lines end with a carriage return alone. Save it with the line ends of Unix or Windows."
    ),
    "error.corpus.json_surrogate": (
        "{path}, line {line}: {column!r} holds half of a surrogate pair, which is no character."
    ),
    "error.corpus.json_text": ("{path}, line {line}: {column!r} must be a text, it is a {found}."),
    "error.corpus.line_counts": (
        "{source_path} has {source_count} lines and {target_path} has {target_count}; line k of one "
        "must belong to line k of the other."
    ),
    "error.corpus.long_line": "{path}, line {line}: longer than {limit:,} bytes, so it is no sentence.",
    "error.corpus.missing_file": "{path}: there is no such file.",
    "error.corpus.pair_counts": (
        "Source has {source_count} sentences and target has {target_count}; they must be as many."
    ),
    "error.corpus.row": (
        "{path}, line {line}: {found} column(s) where at least {needed} are needed. Is another separator used?"
    ),
    "error.corpus.too_large": "{path}: more than {limit:,} bytes of text.",
    "error.corpus.unreadable": "{path}: {reason}.",
    "error.data.all_too_long": "None of the {pairs} pairs is within max_tokens ({max_tokens}).",
    "error.data.changed": (
        "The training text is not the one with which this run began. Put that back, or begin a new run."
    ),
    "error.data.position": "Epoch {epoch} has no batch {batch}: the training data has changed.",
    "error.data.source": ("Give either task or src (with tgt, or a table of both sides), or a corpus by its name."),
    "error.data.valid_source": "valid_tgt is given without valid_src, the source beside it.",
    "error.intervention.both": "Head {head} in {kind} layer {layer} cannot be both off and uniform.",
    "error.intervention.form": "A change of attention must give {expected}.",
    "error.intervention.head": (
        "There is no head {head} in {kind} layer {layer}: kinds are encoder, decoder and cross, each with {layers} "
        "layers of {heads} heads."
    ),
    "error.intervention.query": "There is no row {query} in the {kind} attention: rows go from 1 to {limit}.",
    "error.intervention.row": "Row {query} of the {kind} attention needs {keys} weights, not {found}.",
    "error.intervention.too_many": "{count} rows are edited; at most {limit} can be.",
    "error.intervention.twice": "Row {query} of head {head} in {kind} layer {layer} is edited in two ways.",
    "error.intervention.weights": (
        "The weights of row {query} must be numbers of at least 0 that sum to 1, not to {total:.6g}."
    ),
    "error.explorer.beam": "Beam must be a whole number from 1 to {limit}, not {size}.",
    "error.explorer.busy": "The server is busy with other requests; try again in a moment.",
    "error.explorer.catalogue_size": "Give at most {lines} sentences of at most {tokens} tokens, one a line.",
    "error.explorer.characters": "The text has {characters:,} characters; at most {limit:,} can be shown.",
    "error.explorer.event": "The page sent no valid {name}; reload it and try again.",
    "error.explorer.export_size": "{numbers:,} weights are too many for a {form} file; save them as NPZ.",
    "error.explorer.forgotten": "This translation is no longer kept; translate it again.",
    "error.explorer.form": "A trace is saved as one of {formats}, not {form!r}.",
    "error.explorer.layer": "There is no {kind} layer {layer}.",
    "error.explorer.lens_size": (
        "A lens over {source} and {target} tokens has {numbers:,} numbers; at most {limit:,} are sent. "
        "Take a shorter sentence."
    ),
    "error.explorer.no_search": "These tokens were given, not searched, so there is no tree.",
    "error.explorer.other_vocabulary": "Another model has other tokens: these cannot be given to it.",
    "error.explorer.prefix": "A translation can begin with fewer than {limit} given tokens, not {tokens}.",
    "error.explorer.text": "The sentence must be text, not {value!r}.",
    "error.explorer.too_long": "The sentence has {tokens:,} tokens; at most {limit} can be shown.",
    "error.labs.base": "Base ({base}) must be a number greater than 1.",
    "error.labs.d_model": "d_model ({d_model}) must be an even number from 2 to {limit}.",
    "error.labs.draws": ("{draws:,} random numbers are more than the {limit:,} allowed: take fewer keys or samples."),
    "error.labs.empty_sentence": "Each sentence of the batch needs at least one token.",
    "error.labs.last_step": "The last step ({step}) must be from 2 to {limit}.",
    "error.labs.length": "Length ({length}) must be from 1 to {limit} positions.",
    "error.labs.samples": "Keys ({keys}) and samples ({samples}) must be at least 2 each.",
    "error.labs.schedule": ("d_model ({d_model}) must be at least 1 and the factor ({factor}) greater than 0."),
    "error.labs.sentences": ("A batch needs as many targets as sources, not {targets} and {sources}."),
    "error.labs.widths": "At least one d_k is needed, and each must be at least 1.",
    "error.job.busy": "Another process works on job {name}.",
    "error.job.disk_full": "The disk is full, so job {name} ended. Free some space and run it again.",
    "error.job.exists": "Job {folder} already exists; run it again or choose another.",
    "error.job.format": "{path} is not the description of a job.",
    "error.job.missing": "There is no job in {folder}.",
    "error.job.name": (
        "Job name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit."
    ),
    "error.job.over": "Job {name} has ended; create another.",
    "error.job.unreadable": "{path} cannot be read: {reason}.",
    "error.lens.empty": "A lens needs at least one token on either side.",
    "error.lens.too_long": (
        "{source} source and {target} target tokens are too many for this lens; it takes {limit} on either side."
    ),
    "error.lens.unknown": "Unknown lens {name!r}; allowed: {allowed}.",
    "error.model.too_long": ("A sequence of {length} tokens is longer than this model's {limit} positions."),
    "error.run.at_once": "Runs at a time ({count}) must be from 1 to {most}.",
    "error.run.bad_config": "{path} cannot be read: {reason}.",
    "error.run.busy": "Run {name} is being trained by another process.",
    "error.run.checkpoint": "{folder} is not a complete checkpoint: {reason}.",
    "error.processes.environment": (
        "WORLD_SIZE is {size} but {missing} is not set; start several processes with torchrun."
    ),
    "error.platform.locks": "Training needs Linux or macOS, whose file locks keep runs safe; on Windows use WSL.",
    "error.processes.gpus": "Process {local} of this machine has no GPU of its own: there are {gpus}.",
    "error.run.disk_full": (
        "The disk is full, so run {name} ended at step {step}. Free some space and resume it: it resumes from step "
        "{saved}."
    ),
    "error.run.other_shape": "{name} is {expected} in the checkpoint to start from; it cannot be {given}.",
    "error.run.exists": "Run {folder} exists already; resume it or choose another name.",
    "error.run.format": "{path} has an unknown format.",
    "error.run.link": "Run {name} is a symbolic link to another place; look there.",
    "error.run.missing": "There is no run in {folder}.",
    "error.run.name": (
        "Run name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit."
    ),
    "error.run.over": "Run {name} has ended ({reason}).",
    "error.run.taken": "The name {name} is taken already; choose another.",
    "error.sample.none": (
        "This checkpoint names no example sentences, no generated task and not English as its source language: give"
        " sentences of your own."
    ),
    "error.schedule.step": ("Step ({step}) and warmup_steps ({warmup_steps}) must be at least 1."),
    "error.search.prefix": "Token {token} cannot stand at place {place} of a prefix.",
    "error.search.prefixes": "There are {prefixes} prefixes for {sources} sentences.",
    "error.snapshots.damaged": "{path} is not a snapshot file: {reason}.",
    "error.snapshots.no_validation": "Run {name} has no validation pairs to look at.",
    "error.snapshots.none": "There is nothing to take snapshots of: no kept weights, or no short pair.",
    "error.snapshots.pairs": "Give both --src and --tgt, or neither.",
    "error.snapshots.other_model": "{path} is of another model.",
    "error.task.alphabet": "The words of alphabet must be different, and free of blanks.",
    "error.task.count": "Count ({count}) must be at least 1 and seed ({seed}) at least 0.",
    "error.task.number": "Number ({number}) must be between 0 and {maximum:,}.",
    "error.task.sequence_size": (
        "Alphabet ({words} words) must have 5 to 1,000, and max_length ({max_length}) be 4 to 100."
    ),
    "error.task.split": "Unknown split {split!r}; allowed: {allowed}.",
    "error.task.unknown": "Unknown task {name!r}; allowed: {allowed}.",
    "error.tokenizer.missing": "{path} is missing.",
    "error.tokenizer.not_byte_level": "Token {index} is not made of byte-level characters.",
    "error.tokenizer.special_tokens": ("{path} must have {expected} as its first tokens, not {found}."),
    "error.tokenizer.unreadable": "{path} is not a tokenizer: {reason}.",
    "error.tokenizer.vocab_size": (
        "The vocabulary ({vocab_size}) must be at least {smallest}: the 256 bytes and the special tokens."
    ),
    "error.tokens.unreadable": "{folder}: the token files were not written as they should.",
    "error.trace.layer": (
        "There is no {kind} layer {layer}: kinds are encoder, decoder and cross, each with {layers} layers."
    ),
    "error.translator.batch_size": "batch_size ({size}) must be at least 1.",
    "error.translator.rank": "Hypothesis {rank} does not exist: there are {count}.",
    "error.translator.target": "Token {token} cannot stand at place {place} of a target.",
    "error.translator.target_length": "A target must have 1 to {limit} tokens, not {length}.",
    "error.words.text": "The tokens are not those of the words: they differ after {place} of {length} characters.",
    "error.checkpoint.link": "{path} is a link that leads out of the folder of checkpoints.",
    "error.checkpoint.not_a_file": "{path} is not an ordinary file.",
    "error.config.digits": "{name} must be {allowed}, not a number of {digits} digits.",
    "error.explorer.cost": "A beam of {beam} over {tokens} tokens takes too long here; at most {widest} for so many.",
    "error.explorer.too_many": "{count} of your requests are being answered; wait for one of them.",
    "error.search.not_finite": "The model computes no finite probabilities: its weights are too large or damaged.",
    "error.tokenizer.normaliser": "{path} must not have a normaliser: text is normalised to NFC.",
}
