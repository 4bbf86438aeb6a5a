"""Words of "Train" about what is done with runs: queue, resume, use, compare, export."""

TRAIN_TOOLS: dict[str, str] = {
    "train.runs.drawn": "in the figures",
    "train.message.begins": "Nothing was saved yet: “Resume” begins again at step 0.",
    "train.hub.missing": (
        "Data sets of the Hugging Face Hub need the datasets library, version {oldest} or later, which is not "
        "installed here: pip install 'datasets>={oldest}'. Then start the page again."
    ),
}
