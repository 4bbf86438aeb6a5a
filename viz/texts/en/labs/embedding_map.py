"""Words of the lab of the map of embeddings."""

WORDS = {
    "title": "Map of embeddings",
    "question": "Do a word and its translation have similar embeddings?",
    "formula": r"$\operatorname{cosine}(s,t)=\frac{E_s\cdot E_t}{\left\|E_s\right\|\left\|E_t\right\|}$",
    "intro": (
        "With tied tables source and target tokens are rows of one matrix, so their cosine can be compared; "
        "rows of separate tables share no coordinates, and their cosine says nothing. Nothing in the loss "
        "asks a word and its translation to have similar embeddings. The map is a principal component "
        "analysis of the tokens of both sentences and of their nearest neighbours. Which tokens belong "
        "together is read from the cross-attention: the source token with the largest weight, averaged over "
        "all heads and layers, which is a guess and sometimes wrong."
    ),
    "look": (
        "short lines between aligned tokens on the map, then check with the matrix: two dimensions keep only "
        "part of the distances, and tokens that look close may not be. If translations lay together, framed "
        "cells would be the strongest of their columns."
    ),
    "token.label": "Token",
    "token.info": "Marked on the map, its label first.",
    "neighbours.label": "Neighbours of each token",
    "neighbours.info": "Tokens of the table with the largest cosine.",
    "pairs.label": "Lines between aligned tokens",
    "map": "Embeddings on two principal components",
    "component": "component {number}: {share} of the variance",
    "neighbour": "neighbour",
    "source": "source",
    "target": "translation",
    "both": "in both",
    "chosen": "chosen token",
    "matrix": "Cosines of at most {most} tokens of each side: aligned pairs have a frame, equal rows are hatched",
    "reading": (
        "The cosine of aligned pairs is {aligned} on average, that of all other pairs {others}. An aligned "
        "token is closer than {below} of the other source tokens; 50% would be chance."
    ),
    "number.aligned": "Mean cosine of aligned pairs",
    "number.others": "Mean cosine of all other pairs of source and target",
    "number.below": "Other source tokens that are less similar than the aligned one",
    "number.count": "Aligned pairs, without tokens that are the same on both sides",
    "number.kept": "Variance that the map keeps",
}
