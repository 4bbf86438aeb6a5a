"""Words of the lab of number formats."""

WORDS = {
    "title": "bf16, fp16 and fp32",
    "question": "Why do optimisers keep weights in 32 bits even if the products are computed in 16?",
    "intro": (
        "A format with few bits behind the point has wide gaps between neighbouring numbers. An update of "
        "less than half a gap rounds back to the same weight: it vanishes, however often it is made. bf16 "
        "has the range of fp32 and seven bits behind the point; fp16 has ten, but ends at 65,504. Training "
        "keeps a copy of the weights in fp32 for this reason."
    ),
    "look": (
        "a flat line: the weight does not move at all. Lower the weight or raise the update until it moves, "
        "then by whole gaps. A sum stops growing in the same way once half of its gap is larger than the "
        "next number; so sums of many terms, too, are kept in 32 bits."
    ),
    "power.label": "Weight, as a power of 10",
    "update.label": "Update, as a power of 10",
    "format.label": "Format of the weight",
    "format.bf16": "bf16",
    "format.fp16": "fp16",
    "format.fp32": "fp32",
    "steps.label": "Steps",
    "chart": "The same update again and again, stored in {format}",
    "step": "step",
    "weight": "weight",
    "exact": "exact",
    "stored": "stored and rounded at each step",
    "sums": "Sum of many numbers {update}, added one by one, over the exact sum",
    "terms": "numbers added",
    "share": "share of the exact sum",
    "table": "The weight in each format",
    "held": "weight as stored",
    "error": "relative error",
    "spacing": "gap to the next number",
    "moved": "what one update moves",
    "ranges": "Range of each format",
    "least": "smallest positive number",
    "largest": "largest number",
    "reading.moves": "An update of {update} is large enough to move this weight: half of a gap is {half}.",
    "reading.vanishes": "An update of {update} vanishes: half of a gap is {half}.",
    "number.weight": "Weight",
    "number.update": "Update",
    "number.moved": "What one update moves the stored weight",
    "number.half": "Half of a gap at this weight",
}
