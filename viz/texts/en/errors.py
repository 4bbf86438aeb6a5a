"""English: errors that need another sentence on the page than in the core, and labels of settings."""

ERRORS = {
    # A control of the page instead of a flag or a command
    "error.config.heads": (
        "d_model ({d_model}) must be divisible by the number of heads ({num_heads}), or d_k and d_v must be given."
    ),
    "error.corpora.datasets": (
        "Data sets of the Hugging Face Hub need the datasets library, version {oldest} or later, which is not "
        "installed: pip install 'datasets>={oldest}'. Then start the page again."
    ),
    "error.corpora.hub_not_here": "{name} is not here yet: preview the data set, then download it.",
    "error.corpora.not_here": (
        "{owner} is not here yet: press Download. Or name a folder of copies, {owner}/{files}, in {variable}."
    ),
    "error.corpus.row": (
        "{path}, line {line}: columns found: {found}, needed: {needed}. Are they separated by tabs or commas?"
    ),
    "error.explorer.event": "The page sent no valid {setting}; reload it and try again.",
    "error.import.language": (
        "The folder does not name its {side} language. Import it with the command: python -m core import FOLDER "
        "--out checkpoints/NAME --{side}-language CODE"
    ),
    "error.library.unknown": "Unknown model {name!r}. Available: {names}.",
    "error.translator.blank": "Type a sentence first.",
    # Labels of settings that the Train tab does not show
    "error.setting.alpha": "Length penalty α",
    "error.setting.beam_size": "Beam",
    "error.setting.parameters": "The number of parameters",
}
