"""The words of the attention view's figures: overview, matrix, table, saved pictures, long inputs."""

FIGURES: dict[str, str] = {
    # Every head
    "attention.heads.kinds": "kinds of attention shown",
    "attention.heads.all": "all kinds",
    "attention.heads.one": "one kind",
    "attention.heads.nothing": "not in this lens",
    "attention.heads.difference": "Difference: {other} minus {base}. Orange: more, blue: less; full colour: {full}, the"
    " largest change of a head that is on; grey: no counterpart.",
    "attention.heads.difference.lens": "{lens}: {other} minus {base}. Orange: more, blue: less; full colour: {full},"
    " the largest change of a head that is on; grey: no counterpart.",
    "attention.heads.difference.small": "Difference: {other} minus {base}. No other head changes by {full} or more.",
    "attention.heads.difference.small.lens": "{lens}: {other} minus {base}. No other head changes by {full} or more.",
    "attention.heads.lens": "{lens}: one picture for each head.",
    "attention.heads.lens.layer": "{lens}: one picture for each layer, whose heads it combines.",
    "attention.heads.lens.model": "{lens}: one picture for all layers and heads, which it combines.",
    "attention.heads.lens.reading": "Rows are queries, columns keys; the stronger the colour, the larger the number,"
    " whatever its sign.",
    "attention.heads.beside": "shown with the current head",
    "attention.heads.gate.off": "switched off",
    "attention.heads.gate.uniform": "made uniform",
    # Matrix
    "attention.matrix.enlarge": "enlarge around the cell",
    "attention.matrix.whole": "show the whole matrix",
    "attention.legend.nothing": "masked or left out",
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
    "attention.picture.scale": "Each kind has its own scale; the one below is that of {kind}.",
    "attention.picture.note": "Glassformer · {checkpoint} · “{source}” → “{translation}”",
    "attention.picture.note.plain": "Glassformer · “{source}” → “{translation}”",
    # Long inputs
    "attention.long.here": "Layer {layer}: all weights are loaded ({size}).",
    "attention.long.coming": "Loading layer {layer} ({size}); until then a smaller picture is shown: each of its"
    " {rows} × {columns} cells is the largest weight of those it covers.",
    "attention.long.lines": "Its lines are the {count} strongest cells of each of its rows.",
    "attention.long.standing": "Layer {layer} ({size}) is shown as a smaller picture: each of its {rows} × {columns}"
    " cells is the largest weight of those it covers.",
}
