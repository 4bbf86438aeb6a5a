"""Chinese: a translation in a cell of a notebook."""

NOTEBOOK = {
    "notebook.head": "{kind}，第 {layer} 层，第 {head} 个头：权重最大的词元",
    "notebook.alone": "这需要内核中的模型，以及在那里生成的译文。",
}
