"""English: the glossary."""

STUDY = {
    "study.glossary": "Glossary",
    "study.glossary.hint": "A sentence for each term, its name in the other language of this page, and the lab that"
    " shows it. Wherever a term is underlined with dots, point at it to read its sentence.",
    "study.glossary.search": "Search the glossary",
    "study.glossary.none": "No term has these words.",
    "study.lab": "lab",
    "study.see": "See it in a lab",
}
