"""Words of the lab of label smoothing, trained."""

WORDS = {
    "title": "Smoothing, trained both ways",
    "question": "What is label smoothing good for?",
    "intro": (
        "Small Transformers of our own learn to translate words, of which each has two translations: one in 70% of "
        "the cases, so that the best possible model finds 70% of the tokens. The 200 sentences of the training are "
        "read again and again, so that a model learns their accidents too and becomes surer of its guesses than it "
        "should be. The server trains three models without smoothing and three with it when you open the lab or move "
        "a control, from the same weights on the same batches, and each translates 200 new sentences."
    ),
    "look": (
        "the two bars of each way: without smoothing the models are much surer than they are right. With "
        "ε = 0.1 the two come closer for each of 20 seeds: on average 73% sure and 56% right become 64% and 58%. The "
        "gain in correct tokens is small, and chance turns it round for some of the seeds. Too large an ε makes a "
        "model less sure than it is right. The cost: the loss on the sentences of the training rises."
    ),
    "epsilon.label": "Smoothing ε",
    "epsilon.info": "0.1 in the paper.",
    "seed.label": "First seed",
    "seed.info": "Three trainings each way, with this and the next two seeds.",
    "with": "ε = {epsilon}",
    "without": "no smoothing",
    "bars": "How sure, and how often right",
    "share": "share",
    "sure": "Correct tokens by confidence",
    "confidence": "mean confidence",
    "right": "share right",
    "honest": "as sure as right",
    "loss": "loss (nats)",
    "table": "Each training, on new sentences",
    "seed": "seed",
    "progress": "Trained {done} of {all} models.",
    "reading": (
        "Means of {runs} trainings each on new sentences: without smoothing, a best guess has a probability of "
        "{confidence_without} and is right in {right_without} of the cases; with ε = {epsilon}, {confidence_with} and "
        "{right_with}. The loss on them is {loss_without} and {loss_with} nats per token, on the sentences of "
        "the training {known_without} and {known_with}."
    ),
    "see.label_smoothing": "The target and the loss:",
    "number.confidence_without": "Mean confidence without smoothing",
    "number.right_without": "Share right without smoothing",
    "number.confidence_with": "Mean confidence with smoothing",
    "number.right_with": "Share right with smoothing",
    "number.loss_without": "Loss on new sentences without smoothing (nats)",
    "number.loss_with": "Loss on new sentences with smoothing (nats)",
    "number.known_without": "Loss on the training's sentences without smoothing (nats)",
    "number.known_with": "Loss on the training's sentences with smoothing (nats)",
    "number.best": "Share right of the best possible model",
    "number.parameters": "Parameters of each model",
}
