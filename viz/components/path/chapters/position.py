"""Words of the chapter on positions (section 3.5)."""

WORDS = {
    "title": {
        "en": "Where each word stands",
        "zh": "每个词站在哪里",
    },
    "text": {
        "en": (
            "Attention sees the sentence as a bag of words: shuffle them, and each word gets the same result in "
            "its new place. “The dog bites the man” and “the man bites the dog” would be one.\n"
            "So a position is added to each embedding. The paper does not number the words; it gives each place a "
            "pattern of sines and cosines. Think of a clock: the second hand turns fast, the hour hand slowly, "
            "and together they name every moment of the day. Here $d_{model}/2$ pairs of hands turn at different "
            "speeds, each pair slower than the last by the same factor, "
            "from a wavelength of $2\\pi$ up towards $10000 \\cdot 2\\pi$.\n"
            "Moving on by k words turns every hand by a fixed angle, wherever one starts. So “three words back” "
            "looks the same everywhere in the sentence, which a head can learn to use."
        ),
        "zh": (
            "在注意力看来，句子只是一袋词：打乱词序，"
            "每个词在新的位置上得到同样的结果。“狗咬人”和“人咬狗”会成为同一"
            "回事。\n"
            "所以要给每个词嵌入加上位置。论文不是给词编号，而是给每个位置一组正弦和余弦的图样。想想钟表：秒针转得快，"
            "时针转得慢，合在一起就能指明一天中的每一刻。这里有 $d_{model}/2$ 对指针，"
            "每一对都比前一对慢同样的倍数，波长从 $2\\pi$ 一直到接近 $10000 \\cdot 2\\pi$。\n"
            "往后走 k 个词，每根指针都转过一个固定的角度，与起点无关。因此“往前三个词”在句中各处看起来都一样，头可"
            "以学会利用这一点。"
        ),
    },
    "do": {
        "en": "Move “Pair i” to 0, then to a large number, and watch the curves: each is the shadow of one hand; one "
        "turns fast, the other hardly at all.",
        "zh": "把“第 i 对”移到 0，再移到一个大的数，看曲线：每条曲线是一根指针的投影，一根转得很快，另一根几乎不动。",
    },
}
