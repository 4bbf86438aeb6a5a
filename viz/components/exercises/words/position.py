"""Words of the exercises on positional encoding."""

WORDS = {
    "first_component": {
        "en": "{token} is at position {position}, counted from 0. The first number of a position's encoding is "
        "PE(pos, 0) = sin(pos). What is it here? (radians; within 0.1)",
        "zh": "{token} 在位置 {position}（从 0 数起）。位置编码的第一个数是 PE(pos, 0) = sin(pos)。这里它是多少？（"
        "弧度，误差不超过 0.1）",
    },
    "first_component.why": {
        "en": "sin({position}) = {answer}. The encoding depends only on the position, not on the token.",
        "zh": "sin({position}) = {answer}。位置编码只取决于位置，与词元无关。",
    },
    "negative_cells": {
        "en": "Colour the cells in which the encoding is negative. Rows are positions; PE(pos, 0) = sin(pos), "
        "PE(pos, 1) = cos(pos), in radians (π ≈ {pi}).",
        "zh": "把编码为负数的格子涂上颜色。各行是位置；PE(pos, 0) = sin(pos)，PE(pos, 1) = cos(pos)，单位为弧度（π "
        "≈ {pi}）。",
    },
    "negative_cells.why": {
        "en": "Sine and cosine change their sign every π ≈ {pi} positions, a quarter of a wave apart. Slower "
        "columns tell apart the positions at which this pair repeats.",
        "zh": "正弦和余弦每隔 π ≈ {pi} 个位置变一次号，两者相差四分之一个波长。这一对重复出现的位置，由变化更慢的列"
        "来区分。",
    },
    "wavelength": {
        "en": "Columns {sine} and {cosine} of the encoding (d_model = {width}) are sine and cosine of an angle that "
        "grows by {angle} radians from each position to the next. After how many positions do they repeat? "
        "(within {tolerance})",
        "zh": "位置编码的第 {sine} 列和第 {cosine} 列（d_model = {width}）是一个角的正弦和余弦，每前进一个位置，这"
        "个角增加 {angle} 弧度。多少个位置之后它们会重复？（误差不超过 {tolerance}）",
    },
    "wavelength.why": {
        "en": "2π / {angle} ≈ {answer}. Wavelengths grow from 2π in the first columns towards 10000 · 2π in the last.",
        "zh": "2π / {angle} ≈ {answer}。波长从最前面两列的 2π 逐渐增大，最后几列接近 10000 · 2π。",
    },
    "turn": {
        "en": "Columns {sine} and {cosine} turn by {angle} radians from each position to the next. By which angle "
        "do they turn from position {first} to position {last}? (radians)",
        "zh": "每前进一个位置，第 {sine} 列和第 {cosine} 列转过 {angle} 弧度。从位置 {first} 到位置 {last}，它们转"
        "过多大的角？（弧度）",
    },
    "turn.why": {
        "en": "{distance} · {angle} = {answer}. The rotation depends only on the distance, wherever it begins, so a "
        "head can learn “{distance} tokens back”.",
        "zh": "{distance} · {angle} = {answer}。旋转只取决于距离，与起点无关，所以一个头可以学会“往回 {distance} 个"
        "词元”。",
    },
    "product": {
        "en": "The dot product of an encoding with itself is d_model / 2 = {own}. Guess the dot product of the "
        "encodings of positions {first} and {last}. (within {tolerance})",
        "zh": "一个位置编码与自身的点积是 d_model / 2 = {own}。猜一猜位置 {first} 与位置 {last} 的编码的点积。（误"
        "差不超过 {tolerance}）",
    },
    "product.why": {
        "en": "It is {answer}; at a distance of {distance} it is {far}. Near positions have similar encodings.",
        "zh": "是 {answer}；距离为 {distance} 时是 {far}。相近的位置，编码也相似。",
    },
    "same_product": {
        "en": "{given} = {value}. Which of these dot products has the same value?",
        "zh": "{given} = {value}。下面哪个点积与它相等？",
    },
    "same_product.why": {
        "en": "{answer}: both pairs are {distance} apart, and the product depends only on the distance.",
        "zh": "{answer}：两对位置都相距 {distance}，而点积只取决于距离。",
    },
    "without_positions": {
        "en": "The words {first} and {second} change places in the source, and no positions are added. Which vector "
        "does the encoder now make for {first}?",
        "zh": "源句中 {first} 和 {second} 互换位置，并且不加位置编码。现在编码器为 {first} 得到的是哪个向量？",
    },
    "without_positions.own": {"en": "the same as before", "zh": "与原来相同的向量"},
    "without_positions.other": {"en": "the one that {second} had", "zh": "原来 {second} 的向量"},
    "without_positions.new": {"en": "another one than any before", "zh": "一个从未有过的向量"},
    "without_positions.why": {
        "en": "The same as before: without positions attention sees the same set of tokens in any order, and the "
        "vector moves with its token.",
        "zh": "与原来相同：没有位置编码，无论什么顺序，注意力看到的都是同一组词元，向量只是随词元移动。",
    },
}
