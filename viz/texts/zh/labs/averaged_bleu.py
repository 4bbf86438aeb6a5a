"""Words of the mistake of wrong BLEU, in Chinese."""

WORDS = {
    "title": "切分错误或逐句平均的 BLEU",
    "question": "同样的译文，BLEU 能相差多远？",
    "intro": (
        "有两种错误使得分无法比较。没有空格的中文，按为英语设计的方式切分，就成了几个很长的词元，"
        "句子里只要有一个字不同，得分就是 0。而对句子的得分取平均，短句就得到与长句一样的权重。正确的做法："
        "中文按字切分（sacreBLEU 的 zh），并对整个语料库只算一个得分。"
    ),
    "look": "四个数：同样的六行，四个得分。只有最后一个是按正确的切分算出的语料库 BLEU。",
    "ours.label": "译文，每行一句",
    "theirs.label": "参考译文，每行一句",
    "wrong.label": "错误写法的切分方式",
    "wrong.words": "按空格切分",
    "wrong.punctuation": "标点分开（13a）",
    "wrong.characters": "按字（中文）",
    "of_wrong": "按这种切分的句子 BLEU",
    "of_right": "按字切分的句子 BLEU",
    "sentence": "{number} ({tokens})",
    "line": "行（译文的词元数）",
    "number.averaged_wrong": "句子 BLEU 的平均，错误写法的切分",
    "number.corpus_wrong": "语料库 BLEU，错误写法的切分",
    "number.averaged_right": "句子 BLEU 的平均，按字",
    "number.corpus_right": "语料库 BLEU，按字",
}
