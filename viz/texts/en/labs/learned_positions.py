"""Words of the lab of learned positions."""

WORDS = {
    "title": "Learned or sinusoidal",
    "question": "What is the difference between a learned table of positions and sinusoids?",
    "intro": (
        "The paper found nearly the same BLEU with both (Table 3, row E) and chose sinusoids because they go "
        "on beyond the trained length. Here one head learns from positions alone to look a few places back, "
        "over twelve positions, once with fixed sinusoids (base 100, 8 wide) and once with a table that is "
        "learned as well. Positions from 12 on were never trained: the table has random rows there. If the "
        "loaded model has a learned table, the cosines of its rows are shown below."
    ),
    "look": (
        "both curves within the trained positions, and which of them holds beyond the dotted line. Other "
        "seeds draw other tables."
    ),
    "back.label": "Places back",
    "rate.label": "Learning rate",
    "seed.label": "Seed of the table",
    "weights": "Weight on the token {back} places back",
    "position": "position of the query",
    "weight": "weight",
    "beyond": "not trained",
    "losses": "Loss while learning",
    "step": "step",
    "nats": "nats",
    "own": "The loaded model's own table: cosine of each position with each other",
    "row": "position",
    "sinusoidal": "sinusoidal",
    "learned": "learned",
    "number.inside_sinusoidal": "Mean weight on the correct token, trained positions, sinusoidal",
    "number.inside_learned": "Mean weight on the correct token, trained positions, learned",
    "number.beyond_sinusoidal": "Mean weight on the correct token, beyond, sinusoidal",
    "number.beyond_learned": "Mean weight on the correct token, beyond, learned",
}
