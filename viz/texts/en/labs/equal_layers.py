"""Words of the mistake of equal layers."""

WORDS = {
    "title": "Layers that start equal",
    "question": "What happens if all layers are deep copies of one?",
    "intro": (
        "Much code makes one layer and copies it N times, initial weights included. The copies get different "
        "gradients, since they stand at different depths, so that they do part, but they begin alike and "
        "stay more alike than layers with weights of their own. Each layer should draw its own. Here small "
        "residual layers learn a random linear map, once from copies and once from fresh layers."
    ),
    "look": (
        "the distance between neighbouring layers: 0 at the start for copies, and smaller for long. Whether "
        "the loss suffers depends on the draw."
    ),
    "layers.label": "Layers",
    "rate.label": "Learning rate",
    "seed.label": "Seed",
    "step": "step",
    "copies": "copies of one layer",
    "own": "weights of their own",
    "apart": "Distance between neighbouring layers",
    "loss": "Loss",
    "number.apart_copies": "Distance after training, copies",
    "number.apart_fresh": "Distance after training, own weights",
    "number.loss_copies": "Loss after training, copies",
    "number.loss_fresh": "Loss after training, own weights",
}
