"""The words of the attention view's figures: overview, matrix, table, saved pictures, long inputs."""

FIGURES: dict[str, str] = {
    # Every head
    "attention.heads.kinds": "kinds of attention shown",
    "attention.heads.all": "all kinds",
    "attention.heads.one": "one kind",
    "attention.heads.nothing": "not in this lens",
    "attention.heads.difference": "Each picture is one head: changed minus base where both have a token. Orange is"
    " more, blue is less, grey has no counterpart.",
    "attention.heads.difference.lens": "{lens}, changed minus base where both have a token. Orange is more, blue is"
    " less, grey has no counterpart.",
    "attention.heads.lens": "{lens} of each head, or of each layer where it takes heads together: rows are the tokens"
    " that look, columns the tokens looked at; the stronger the colour, the larger the number.",
    "attention.heads.beside": "kept beside the current head",
    "attention.heads.gate.off": "switched off",
    "attention.heads.gate.uniform": "made uniform",
    # Matrix
    "attention.matrix.enlarge": "enlarge around the cell",
    "attention.matrix.whole": "show the whole matrix",
    "attention.legend.nothing": "no weight",
    # Table
    "attention.table.head": "layer {layer} head {head}",
    "attention.table.copy": "copy the table",
    "attention.table.copied": "copied",
    "attention.table.not_copied": "the browser does not allow it",
    "attention.table.part": "Rows {from} to {to} of {rows}, columns {first} to {last} of {columns}.",
    # Saved pictures
    "attention.save.heads_svg": "All heads, SVG",
    "attention.save.heads_svg.note": "every picture, as shown",
    "attention.save.heads_png": "All heads, PNG",
    "attention.save.heads_png.note": "every picture, 3× size",
    "attention.picture.scale": "Each kind has a scale of its own; the one below is that of {kind}.",
    "attention.picture.note": "Glassformer · {checkpoint} · “{source}” → “{translation}”",
    "attention.picture.note.plain": "Glassformer · “{source}” → “{translation}”",
    # Long inputs
    "attention.long.here": "Layer {layer}: every weight is here ({size}).",
    "attention.long.coming": "Layer {layer} is being fetched ({size}); until then a smaller picture stands in, each of"
    " its {rows} × {columns} cells the largest weight of those it covers.",
    "attention.long.lines": "Its lines are those of the {count} strongest cells of each of its rows.",
    "attention.long.standing": "A smaller picture stands in for layer {layer} ({size}): each of its {rows} × {columns}"
    " cells is the largest weight of those it covers.",
}
