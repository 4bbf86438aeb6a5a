"""Words of the lab of several heads, trained."""

WORDS = {
    "title": "Several heads, trained",
    "question": "Does a model learn better with several heads than with one?",
    "formula": (
        r"$\text{source:}\;w_1\,w_2\ldots w_7\qquad\text{target:}\;(w_1,w_3)\,(w_2,w_4)\ldots(w_5,w_7)\qquad"
        r"h\cdot d_k=d_{\text{model}}$"
    ),
    "intro": (
        "A small Transformer of our own translates sentences of random words. Each target token stands for two "
        "words of the source, so that it needs two places at once. The server trains the same model with one, two, "
        "four and eight heads when you open the lab: the heads share one width, so all four have as many "
        "parameters, and they learn from the same sentences at the same rates. Then each translates 64 new sentences."
    ),
    "look": (
        "the cross-attention of the single head, which puts weight on both framed words in one row and so mixes them; "
        "each of the two heads has taken one of the words. So it is with the seeds with which two heads learn best (2, "
        "6, 7, 16); with others they part less clearly. Over all 20 seeds the models find 54% of the new tokens with "
        "one head, 80% with two, 82% with four and 83% with eight; one head is behind two with 17 of them. After twice "
        "as many steps it is 81% against more than 99% with several: with 4 of the seeds the single head is stuck "
        "below 20%."
    ),
    "seed.label": "Seed",
    "seed.info": "Other weights and other sentences.",
    "one": "1 head",
    "several": "{heads} heads",
    "right": "Target tokens found in new sentences",
    "share": "share",
    "losses": "Training loss, mean of {span} steps",
    "step": "step",
    "nats": "nats per token",
    "only": "The only head, cross-attention",
    "of_several": "Head {head} of {heads}",
    "target": "target",
    "source": "source",
    "progress": "Trained {done} of {all} models.",
    "reading": (
        "After {steps} steps, four models of {parameters} parameters each find these shares of the tokens of new "
        "sentences: {right_1} with one head, {right_2} with two, {right_4} with four, {right_8} with eight."
    ),
    "see.several_heads": "What heads do in the loaded model:",
    "see.table_3": "What the paper measured:",
    "number.right_1": "Found with 1 head",
    "number.right_2": "Found with 2 heads",
    "number.right_4": "Found with 4 heads",
    "number.right_8": "Found with 8 heads",
    "number.last_1": "Last training loss, 1 head (nats)",
    "number.last_2": "Last training loss, 2 heads (nats)",
    "number.last_4": "Last training loss, 4 heads (nats)",
    "number.last_8": "Last training loss, 8 heads (nats)",
    "number.guessed": "Found by guessing",
    "number.parameters": "Parameters of each model",
    "number.steps": "Steps",
}
