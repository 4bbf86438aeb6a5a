"""English: the header of the page, the first tab and the last."""

PAGE = {
    "page.title": "Glassformer",
    "page.subtitle": "See inside a Transformer: a\u00a0neural network that translates",
    "page.language": "Language",
    "page.language.name": "EN",
    "page.theme": "Light or dark",
    "page.path": "Guided path",
    "page.upload": "Add files",
    "page.bad_values": "Invalid values: reload the page.",
    "page.fault": "Something went wrong on our side. Try again; details are in the log.",
    "list.and": ", ",
    "list.none": "none",
    "page.open": "open a model",
    "page.open.trace": "open a trace",
    "page.open.trace.hint": (
        "A trace: attention of any model in an NPZ file, saved by this page or by numpy.savez with the names encoder, "
        "decoder, cross, source_tokens and target_tokens. It is read for you alone and not stored."
    ),
    "page.open.trace.file": "Open a trace (.npz)",
    "page.api": "Use via API",
    "page.open.folder": (
        "Folder on this computer, or a name on the Hugging Face Hub: a MarianMT model such as OPUS-MT, a checkpoint or "
        "a run. A copy is made among the checkpoints, as opened-NAME, which git ignores"
    ),
    "page.open.placeholder": "/home/me/opus-mt-en-de, OWNER/NAME",
    "page.open.run": "Import a copy",
    "page.open.remove": "Remove the selected copy",
    "page.checkpoint": "Model",
    "page.checkpoint.gone": "The model “{name}” no longer exists. “{now}” is selected.",
    "page.no_checkpoint": (
        "No model yet: train one in the Train tab, or put a checkpoint folder into the checkpoints folder."
    ),
    "page.card.languages": "{source} → {target}",
    "page.card.parameters": "{millions:.1f} M parameters",
    "page.card.parameters_small": "{thousands:.0f} k parameters",
    "page.card.shape": "{layers} + {decoder_layers} layers · {heads} · d_model {d_model}",
    "page.card.heads.one": "{count} head",
    "page.card.heads.many": "{count} heads",
    "page.card.bleu": "BLEU {bleu:.1f}",
    "page.card.bleu.of": "BLEU {bleu:.1f} on {name}",
    "page.card.exact": "{exact:.1f}% exact",
    "code.open": "Show the code that computed this",
    "code.hint": (
        "The source of this running program, with the shapes and numbers of this computation; pale lines did not run. "
        "A function that is called several times is shown for one call."
    ),
    "code.table": "Source of {name}",
    "code.idle": "(did not run)",
    "code.wait": "Running the code …",
    "code.failed": "The code did not arrive. Close this and open it again.",
    "tab.translate": "Translate",
    "tab.maths": "Inside the maths",
    "tab.train": "Train",
    "tab.about": "About",
    "translate.source": "Your sentence",
    "translate.source.placeholder": "Type a sentence, then press Enter",
    "translate.run": "Translate",
    "translate.examples": "Examples",
    "translate.code": "Into",
    "translate.search": "search settings",
    "translate.beam": "Beam",
    "translate.alpha": "length penalty α",
    "translate.hint": "Beam: hypotheses kept at each step; 1 is greedy. Length penalty α: a larger one favours"
    " longer translations.",
    "scope.languages": "{source} to {target}",
    "scope.words": "up to about {count} words",
    "scope.one": "one sentence at a time",
    "scope.language.en": "English",
    "scope.language.de": "German",
    "scope.language.zh": "Chinese",
    "scope.topic.everyday": "everyday sentences",
    "scope.topic.captions": "image captions",
    "scope.topic.numbers": "number words",
    "translate.failed": "Something went wrong on our side. Try again; details are in the log.",
    "translate.link.changes": "The link's change of heads was ignored. {problem}",
    "translate.link.ignored": "Invalid parts of the link were ignored: {names}.",
    "translate.loading": "Loading the model; the first translation follows in a few seconds …",
}
# The saved page: the explorer of one translation in one file
PAGE |= {
    "standalone.made": "beam {beam}, α {alpha} · saved page: the model computed every number in it",
    "standalone.given": "attention that another program computed, with its own numbers",
    "standalone.changed": "changed attention: heads off {off}, uniform {uniform}, rows edited {edits}",
    "standalone.noscript": "The script in this file draws the pictures: allow it to run.",
    "standalone.alone": "A saved page has only what was open at that time; open Glassformer with its model for more.",
}

ABOUT = {
    "about.body": """
## What this is

Glassformer is the Transformer of [*Attention Is All You Need*](https://arxiv.org/abs/1706.03762), built so that one
can see through it. The page draws what the model computed: attention weights of the tokens that were really
generated, recorded before any dropout, in evaluation mode. The badge next to a translation lists the checks that it
passed.

## How to read attention

A **row** is a token that attends (query), a **column** a token attended to (key); each row sums to 1. In the decoder a
row is one step: it *read* the previous token and *predicted* the next; a choice under *view options* selects
which of the two labels the rows. Attention shows where information may flow from; alone it does not explain why the
model chose a word.

## Where the paper is in the code

| Paper | Code |
| --- | --- |
| 3.1 Encoder and decoder stacks | `core/model/transformer.py`, `core/model/layers.py` |
| 3.2.1 Scaled dot-product attention, Eq. 1 | `core/model/attention.py` |
| 3.2.2 Multi-head attention | `core/model/attention.py` |
| 3.2.3 Masks | `core/model/masks.py` |
| 3.3 Position-wise feed-forward, Eq. 2 | `core/model/layers.py` |
| 3.4 Embeddings, weight tying | `core/model/embedding.py`, `core/model/transformer.py` |
| 3.5 Positional encoding | `core/model/embedding.py` |
| 5.1 Byte-pair encoding, batches | `core/data/` |
| 5.3 Adam and the learning rate, Eq. 3 | `core/training/schedule.py`, `core/training/trainer.py` |
| 5.4 Dropout, label smoothing | `core/model/dropout.py`, `core/training/loss.py` |
| Figure 1, block by block | `core/inspection/blocks.py`, the tab *The machine* |
| 6.1 Beam search, length penalty, averaging | `core/decoding/`, `core/checkpoint.py` |
""",
    "about.path": "The path: the paper in 12 chapters",
    "about.test": "Test yourself",
    "about.model": "## The chosen model",
    "about.card.scope": "Translates",
    "about.card.model": "Model",
    "about.card.model.words": "{layers} + {decoder_layers} layers · {heads} · d_model {d_model} · d_ff {d_ff} ·"
    " {norm} · {parameters:,} parameters",
    "about.card.norm.pre": "pre-norm",
    "about.card.norm.post": "post-norm",
    "about.card.vocabulary": "Vocabulary",
    "about.card.vocabulary.words": "{count:,} tokens",
    "about.card.training": "Training",
    "about.card.training.steps": "{count:,} steps",
    "about.card.training.from": "from the weights of {run}, step {step:,}",
    "about.card.scores": "Test scores",
    "about.card.scores.bleu": "BLEU {value:.1f}",
    "about.card.scores.chrf": "chrF {value:.1f}",
    "about.card.scores.perplexity": "perplexity {value:.2f}",
    "about.card.scores.exact": "{value:.1f}% exact",
    "about.card.scores.sentences": "{count:,} sentences",
    "about.card.license": "Licence",
    "about.card.license.none": "not stated in the model's folder",
    "about.card.whole": "The whole model card",
}
