"""English: a translation in a cell of a notebook."""

NOTEBOOK = {
    "notebook.head": "{kind}, layer {layer}, head {head}: the tokens with the most weight",
    "notebook.alone": "This needs the model in the kernel, and a translation that was made there.",
}
