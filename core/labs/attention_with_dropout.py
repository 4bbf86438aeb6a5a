"""All heads of one attention, for the mistake of plotting it with dropout on."""

from core.labs.attentions import LayerValues
from core.labs.averaged_heads import compute

Values = LayerValues
CODE = (compute,)
