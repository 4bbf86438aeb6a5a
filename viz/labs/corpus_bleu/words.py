"""Words of the lab of corpus BLEU."""

WORDS = {
    "title": {"en": "Corpus BLEU and averaged BLEU", "zh": "语料库 BLEU 与平均 BLEU"},
    "question": {
        "en": "Why must the sentence scores not be averaged, and why do the tokens decide?",
        "zh": "为什么不能对句子的得分取平均？为什么切分方式这么重要？",
    },
    "formula": {
        "en": (
            r"$p_n=\frac{\sum_s\text{matches}_n(s)}{\sum_s\text{n-grams}_n(s)}\qquad\text{not}\qquad\frac{1}{S}\sum_s"
            r"\text{BLEU}(s)$"
        ),
        "zh": (
            r"$p_n=\frac{\sum_s\text{匹配数}_n(s)}{\sum_s n\text{ 元组数}(s)}\qquad\text{而不是}\qquad\frac{1}{S}\sum_s"
            r"\text{BLEU}(s)$"
        ),
    },
    "intro": {
        "en": (
            "Corpus BLEU adds the counts of all sentences and takes shares once. The mean of sentence scores is "
            "another number: a sentence without a match of four tokens counts as 0, however good it is. And the "
            "score depends on what a token is: an unsegmented Chinese sentence split at blanks is one token, has "
            "no n-grams of two to four, and gets 0 without smoothing even if it is the reference itself."
        ),
        "zh": (
            "语料库 BLEU 先把所有句子的计数相加，再求一次比例。句子得分的平均则是另一个数：一个句子不论多好，"
            "只要没有四个词元相同的一段，就按 0 计。而且得分取决于怎样切分词元：没有分词的中文句子按空格切分，"
            "就只有一个词元，没有二元到四元组，即使它就是参考译文本身，不作平滑也得 0。"
        ),
    },
    "look": {
        "en": (
            "corpus BLEU and the mean of the sentences' BLEU, and how both change with the tokens. Published "
            "scores compare only with the same tokens, which is why sacreBLEU prints a signature."
        ),
        "zh": (
            "语料库 BLEU 与句子 BLEU 的平均，以及它们怎样随切分方式变化。只有切分方式相同，"
            "公布的得分才可以比较，所以 sacreBLEU 会打印一个签名。"
        ),
    },
    "hypotheses.label": {"en": "Translations, a line each", "zh": "译文，每行一句"},
    "references.label": {"en": "References, a line each", "zh": "参考译文，每行一句"},
    "tokens.label": {"en": "Tokens", "zh": "切分方式"},
    "tokens.words": {"en": "split at blanks", "zh": "按空格切分"},
    "tokens.info": {
        "en": "'Punctuation apart' is sacreBLEU's 13a, which leaves typographic and full-width punctuation attached.",
        "zh": "“标点分开”即 sacreBLEU 的 13a，它不切开弯引号之类的标点和全角标点。",
    },
    "tokens.punctuation": {"en": "punctuation apart", "zh": "标点分开"},
    "tokens.characters": {"en": "characters (Chinese)", "zh": "按字（中文）"},
    "chart": {"en": "BLEU of each sentence, without smoothing", "zh": "每个句子的 BLEU，不作平滑"},
    "sentence": {"en": "sentence {number}", "zh": "句子 {number}"},
    "table": {"en": "Each sentence", "zh": "每个句子"},
    "translation": {"en": "translation", "zh": "译文"},
    "four": {"en": "matches of four", "zh": "四元匹配数"},
    "number.corpus": {"en": "Corpus BLEU", "zh": "语料库 BLEU"},
    "number.averaged": {"en": "Mean of the sentences' BLEU", "zh": "句子 BLEU 的平均"},
    "number.difference": {"en": "Difference", "zh": "差值"},
    "number.missing": {"en": "Lines without a partner, left out", "zh": "没有对应行而略去的行"},
}
