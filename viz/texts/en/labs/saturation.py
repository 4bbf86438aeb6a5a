"""Words of the lab of saturation."""

WORDS = {
    "title": "Trained both ways",
    "question": "Does an attention without the division learn worse?",
    "intro": (
        "Six random queries must each find their own key among six random ones, by gradient descent on the queries. "
        "In a model the weights mix values, so the loss is that of the output: half its squared distance from the "
        "value of the own key, where the six values are at right angles. Its gradient passes through the softmax, and "
        "a saturated row lets almost nothing through: without the division most queries stay where they lean at first. "
        "At the first settings the divided side has the smaller last loss for each of 100 seeds. If the weights "
        "themselves are the prediction, a confident error keeps its gradient. The plain side is then the faster "
        "one, as its scores move d_k times as far in a step."
    ),
    "look": (
        "the gradient of the middle query, which is tiny without the division, and how many queries find their key. "
        "Then make d_k small, which leaves little difference, or learn from the weights, which turns it round."
    ),
    "learned.label": "The loss is that of",
    "learned.output": "the output",
    "learned.weights": "the weights",
    "learned.info": "The weighted mean of the values, or −ln of the own key's weight.",
    "d_k.label": "Width d_k",
    "d_k.info": "64 in the paper.",
    "rate.label": "Learning rate",
    "seed.label": "Seed",
    "step": "step",
    "divided": "divided by √d_k",
    "plain": "not divided",
    "loss.output": "Loss of the output",
    "loss.weights": "Loss of the weights (nats)",
    "gradient": "Norm of the middle query's gradient",
    "saturated": "Share of rows with a weight above 0.99",
    "correct": "Share of queries that find their key",
    "reading": (
        "Queries that find their key after {steps} steps: {divided} of {queries} with the division, {plain} without. "
        "The middle query's gradient: {gradient} with it, {other} without. Saturated rows without it: {saturated}."
    ),
    "number.queries": "Queries that learn",
    "number.keys": "Keys",
    "number.first_scaled": "First loss, divided",
    "number.first_unscaled": "First loss, not divided",
    "number.last_scaled": "Last loss, divided",
    "number.last_unscaled": "Last loss, not divided",
}
