"""Words of the exercises on attention."""

WORDS = {
    "most_attended": {
        "en": "In {head}, which token does {token} attend to most?",
        "zh": "在{head}中，{token} 最关注哪个词元？",
    },
    "most_attended.why": {
        "en": "{answer} gets {weight} of the row. The weights of a row sum to 1.",
        "zh": "{answer} 得到这一行中 {weight} 的权重。每一行的权重之和为 1。",
    },
    "rest_of_row": {
        "en": "{head} gives {weight} to {token} at this step. How much weight do all other source tokens get together?",
        "zh": "{head}在这一步给 {token} 的权重是 {weight}。其他源词元一共得到多少权重？",
    },
    "rest_of_row.why": {
        "en": "1 − {weight} = {answer}: softmax makes weights that sum to 1.",
        "zh": "1 − {weight} = {answer}：softmax 得到的权重之和为 1。",
    },
}
