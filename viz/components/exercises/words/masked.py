"""Words of the exercises on the decoder's masked self-attention."""

WORDS = {
    "causal_cells": {
        "en": (
            "The first {shown} tokens that the decoder reads. A row is a query, a column is a key. Colour the cells "
            "that the mask closes."
        ),
        "zh": "这是解码器读入的前 {shown} 个词元。每一行是一个查询，每一列是一个键。把被掩码遮住的格子涂上颜色。",
    },
    "causal_cells.why": {
        "en": "A token may attend to itself and to earlier tokens: {masked} cells above the diagonal are closed.",
        "zh": "每个词元可以关注自己和前面的词元：对角线上方的 {masked} 个格子被遮住。",
    },
    "padding_cells": {
        "en": (
            "In a batch, a sentence of {shown} tokens is padded with {count} × {padding}. Colour the cells that are "
            "masked in the decoder's self-attention."
        ),
        "zh": (
            "在一批句子中，一个有 {shown} 个词元的句子用 {count} 个 {padding} 填充。"
            "把解码器自注意力中被遮住的格子涂上颜色。"
        ),
    },
    "padding_cells.why": {
        "en": "Two masks work together: the causal mask closes what is later, the padding mask closes {padding}.",
        "zh": "两个掩码一起起作用：因果掩码遮住后面的词元，填充掩码遮住 {padding}。",
    },
    "last_read": {
        "en": "The decoder is about to predict {token}. Click the token that it has read last.",
        "zh": "解码器正要预测 {token}。点击它最后读入的词元。",
    },
    "last_read.why": {
        "en": (
            "The outputs are shifted right: with {count} tokens read, {answer} last, it predicts {token}. It never "
            "reads a token before it has predicted it."
        ),
        "zh": (
            "输出右移一位：读入 {count} 个词元，最后一个是 {answer}，然后预测 {token}。词元总是先被预测，然后才被读入。"
        ),
    },
    "second_row": {
        "en": (
            "The decoder has read {start} and {token}. In the row of {token}, {head} gives {weight} to {start}. How "
            "much does it give to {token} itself?"
        ),
        "zh": (
            "解码器已读入 {start} 和 {token}。在 {token} 这一行，{head}给 {start} 的权重是 {weight}。给 {token} "
            "自己多少？"
        ),
    },
    "second_row.why": {
        "en": "1 − {weight} = {answer}: all later tokens are masked, and the weights of a row sum to 1.",
        "zh": "1 − {weight} = {answer}：后面的词元都被遮住，而每一行的权重之和为 1。",
    },
    "previous_head": {
        "en": "Which head of the decoder's self-attention attends most to the token just before?",
        "zh": "解码器自注意力的哪个头最关注紧邻的前一个词元？",
    },
    "previous_head.why": {
        "en": (
            "{answer} gives {weight} to the token just before, the mean over all rows. In its picture this is the "
            "line below the diagonal."
        ),
        "zh": "{answer}给紧邻的前一个词元的权重平均为 {weight}。在它的图中，这就是对角线下方的那条线。",
    },
    "without_cache": {
        "en": (
            "The model writes {tokens} tokens, one by one. Without a cache, each step computes all positions read so "
            "far again. How many queries does one decoder head compute in all?"
        ),
        "zh": (
            "模型逐个写出 {tokens} 个词元。如果没有缓存，每一步都要重新计算到此为止读入的所有位置。"
            "解码器的一个头一共计算多少个查询？"
        ),
    },
    "without_cache.why": {
        "en": (
            "1 + 2 + … + {tokens} = {answer}. With the cache it is {tokens}: the keys and values of earlier tokens do "
            "not change, since these cannot see later ones."
        ),
        "zh": (
            "1 + 2 + … + {tokens} = {answer}。有缓存时只需 {tokens} 个：前面的词元看不到后面的词元，"
            "所以它们的键和值不会改变。"
        ),
    },
    "cached_numbers": {
        "en": (
            "The decoder has {layers} layers with {heads} heads; a key has {d_k} numbers, a value {d_v}. By how many "
            "numbers does the cache of self-attention grow with each token read?"
        ),
        "zh": (
            "解码器有 {layers} 层，每层 {heads} 个头；一个键有 {d_k} 个数，一个值有 {d_v} 个数。每读入一个词元，"
            "自注意力的缓存增加多少个数？"
        ),
    },
    "cached_numbers.why": {
        "en": "{layers} · {heads} · ({d_k} + {d_v}) = {answer}: a key and a value of each head. Queries are not kept.",
        "zh": "{layers} · {heads} · ({d_k} + {d_v}) = {answer}：每个头一个键和一个值。查询不必保存。",
    },
    "first_changed": {
        "en": (
            "Suppose the decoder reads {other} in place of {token}, all else unchanged. Click the first token whose "
            "probability changes."
        ),
        "zh": "假设解码器读入的不是 {token} 而是 {other}，其他都不变。点击概率最先改变的词元。",
    },
    "first_changed.why": {
        "en": (
            "{answer} is the first token predicted after reading {token}. The probabilities of the {same} tokens "
            "before it stay the same: the mask hides {token} from their steps."
        ),
        "zh": "读入 {token} 之后最先预测的是 {answer}。前面 {same} 个词元的概率不变：掩码使那些步看不到 {token}。",
    },
    "without_decoder_self": {
        "en": (
            "The model writes {token} with probability {now}. How likely is it if all heads of the decoder's "
            "self-attention are off? Guess within 0.15."
        ),
        "zh": (
            "模型写出 {token} 的概率是 {now}。如果关闭解码器自注意力的所有头，这个概率是多少？误差不超过 0.15 即可。"
        ),
    },
    "without_decoder_self.why": {
        "en": (
            "{now} becomes {answer}. The decoder then knows the last token read, {last}, and its position, and it "
            "still attends to the source, but it no longer sees what it wrote earlier."
        ),
        "zh": (
            "{now} 变成 {answer}。这时解码器只知道最后读入的 {last} 及其位置，仍然关注源句，但看不到更早写出的内容。"
        ),
    },
}
