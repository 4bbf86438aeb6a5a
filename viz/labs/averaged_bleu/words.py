"""Words of the mistake of wrong BLEU."""

WORDS = {
    "title": {"en": "BLEU with wrong tokens, or averaged", "zh": "切分错误或逐句平均的 BLEU"},
    "question": {"en": "How far can the same translations be apart in BLEU?", "zh": "同样的译文，BLEU 能相差多远？"},
    "intro": {
        "en": (
            "Two mistakes that make scores incomparable. Chinese text without blanks becomes a few very long "
            "tokens under a tokenisation made for English, so that a sentence with one other word gets 0. And "
            "averaging sentence scores gives short sentences the weight of long ones. Correct: characters for "
            "Chinese (sacreBLEU's zh), and one score for the whole corpus."
        ),
        "zh": (
            "有两种错误使得分无法比较。没有空格的中文，按为英语设计的方式切分，就成了几个很长的词元，"
            "句子里只要有一个字不同，得分就是 0。而对句子的得分取平均，短句就得到与长句一样的权重。正确的做法："
            "中文按字切分（sacreBLEU 的 zh），并对整个语料库只算一个得分。"
        ),
    },
    "look": {
        "en": (
            "the four numbers below: the same six lines, four scores. Only the last one is the corpus BLEU of "
            "the correct tokens."
        ),
        "zh": "四个数：同样的六行，四个得分。只有最后一个是按正确的切分算出的语料库 BLEU。",
    },
    "ours.label": {"en": "Translations, a line each", "zh": "译文，每行一句"},
    "theirs.label": {"en": "References, a line each", "zh": "参考译文，每行一句"},
    "wrong.label": {"en": "Tokens as often written", "zh": "错误写法的切分方式"},
    "wrong.words": {"en": "split at blanks", "zh": "按空格切分"},
    "wrong.punctuation": {"en": "punctuation apart (13a)", "zh": "标点分开（13a）"},
    "wrong.characters": {"en": "characters (Chinese)", "zh": "按字（中文）"},
    "of_wrong": {"en": "Sentence BLEU with these tokens", "zh": "按这种切分的句子 BLEU"},
    "of_right": {"en": "Sentence BLEU with characters", "zh": "按字切分的句子 BLEU"},
    "sentence": "{number} ({tokens})",
    "line": {"en": "line (tokens of the translation)", "zh": "行（译文的词元数）"},
    "number.averaged_wrong": {
        "en": "Averaged sentence BLEU, tokens as often written",
        "zh": "句子 BLEU 的平均，错误写法的切分",
    },
    "number.corpus_wrong": {"en": "Corpus BLEU, tokens as often written", "zh": "语料库 BLEU，错误写法的切分"},
    "number.averaged_right": {"en": "Averaged sentence BLEU, characters", "zh": "句子 BLEU 的平均，按字"},
    "number.corpus_right": {"en": "Corpus BLEU, characters", "zh": "语料库 BLEU，按字"},
}
