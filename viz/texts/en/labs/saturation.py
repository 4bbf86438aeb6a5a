"""Words of the lab of saturation."""

WORDS = {
    "title": "Trained both ways",
    "question": "Does an attention without the division learn worse?",
    "intro": (
        "Six random queries must each find their own key among six random ones, by gradient descent on "
        "the queries. Without the division the first loss is large, since most queries lean far towards a "
        "wrong key. Such confident errors still have a gradient in this loss, and the scores move faster, so "
        "the plain one may well catch up or jump about, depending on the rate. In a deep model the weights "
        "feed further layers instead of a loss, and a saturated row passes nothing on."
    ),
    "look": (
        "the first loss and the share of saturated rows while d_k grows: those of the plain side rise. Then "
        "the rate at which either side becomes unstable."
    ),
    "d_k.label": "Width d_k",
    "rate.label": "Learning rate",
    "seed.label": "Seed",
    "step": "step",
    "divided": "divided by √d_k",
    "plain": "not divided",
    "loss": "Loss (nats)",
    "gradient": "Mean norm of a query's gradient",
    "saturated": "Share of rows with a weight above 0.99",
    "correct": "Share of queries that find their key",
    "number.queries": "Queries that learn",
    "number.keys": "Keys",
    "number.first_scaled": "First loss, divided",
    "number.first_unscaled": "First loss, not divided",
    "number.last_scaled": "Last loss, divided",
    "number.last_unscaled": "Last loss, not divided",
}
