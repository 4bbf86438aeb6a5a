"""The words of homework: the printed sheets, and the dialog that asks for them."""

HOMEWORK: dict[str, str] = {
    # The sheets
    "attention.homework.chapter.embedding": "Tokens and embeddings (3.4, 5.1)",
    "attention.homework.chapter.position": "Positional encoding (3.5)",
    "attention.homework.chapter.attention": "Scaled dot-product attention (3.2.1)",
    "attention.homework.chapter.scale": "The factor 1/√d_k (3.2.1)",
    "attention.homework.chapter.heads": "Multi-head attention (3.2.2)",
    "attention.homework.chapter.residual": "Add & Norm (3.1)",
    "attention.homework.chapter.feed_forward": "Feed-forward networks (3.3)",
    "attention.homework.chapter.masked": "Masked self-attention (3.2.3)",
    "attention.homework.chapter.cross": "Cross-attention (3.2.3)",
    "attention.homework.chapter.output": "Output and search (3.4, 6.1)",
    "attention.homework.chapter.training": "Training (5)",
    "attention.homework.chapter.whole": "The whole model (4, 6)",
    "handout.homework.title": "Attention Is All You Need: homework",
    "handout.homework.title.sheets": "",
    "handout.homework.title.solutions": " – solutions",
    "handout.homework.about": (
        "Every task is about the model {checkpoint} and this translation: “{source}” → “{translation}”."
    ),
    "handout.homework.solutions": "Solutions",
    "handout.homework.seed": "Sheet {seed}",
    "handout.homework.head": "{kind}, layer {layer}, head {head}",
    "handout.homework.picture": (
        "{head}: a row for each query, a column for each key; the darker, the larger the weight."
    ),
    "handout.homework.picture.step": "The framed row is this step.",
    "handout.homework.lab": "The lab “{lab}” shows it.",
    "handout.homework.answer": "Answer:",
    "handout.homework.tolerance": "(right within {tolerance})",
    "handout.homework.form.choice": "Tick one.",
    "handout.homework.form.amount": "Write a number.",
    "handout.homework.form.head": "Circle one of the heads below.",
    "handout.homework.form.token": "Circle one token.",
    "handout.homework.form.cells": "Colour the cells.",
    "handout.homework.form.order": "Number the boxes.",
    "handout.homework.unit.probability": "(from 0 to 1)",
    "handout.homework.unit.nats": "nats",
    "handout.homework.unit.count": "",
    "handout.homework.unit.percent": "%",
    # The dialog
    "attention.homework.title": "Homework",
    "attention.homework.hint": "A sheet for each student, made from the model and the translation that are shown.",
    "attention.homework.heading": "heading of the sheets",
    "attention.homework.chapters": "Chapters of the exercises",
    "attention.homework.tasks": "exercises on a sheet",
    "attention.homework.rows": "rows to compute by hand",
    "attention.homework.rows.hint": (
        "c.3.1.8 is cross-attention, layer 3, head 1, step 8; e and d are encoder and decoder. Several with commas; "
        "empty for none."
    ),
    "attention.homework.vary": "another row of the same head for each student",
    "attention.homework.seeds": "sheets",
    "attention.homework.seeds.hint": (
        "One sheet for each number: 1-30, or 3, 7, 9-12. The same number makes the same sheet again; the numbers of "
        "one hundred have the same tasks with other values, 100-130 have other tasks."
    ),
    "attention.homework.names": "names, one a line (optional)",
    "attention.homework.paper": "paper",
    "attention.homework.paper.a4": "A4",
    "attention.homework.paper.letter": "Letter",
    "attention.homework.solutions": "solutions",
    "attention.homework.solutions.apart": "in a second file",
    "attention.homework.solutions.with": "after each sheet",
    "attention.homework.preview": "preview of the first sheet",
    "attention.homework.facts": "{sheets} of {points}",
    "attention.homework.sheets.one": "{count} sheet",
    "attention.homework.sheets.many": "{count} sheets",
    "attention.homework.points.one": "{count} point",
    "attention.homework.points.many": "{count} points",
    "attention.homework.making": "making the sheets …",
    "attention.homework.save": "Save sheets",
    "attention.homework.save_solutions": "Save solutions",
    "attention.homework.print": "Print…",
    "attention.homework.close": "Close",
    "attention.save.homework": "Homework…",
    "attention.save.homework.note": "exercises and rows by hand, a sheet for each student, with solutions",
}
