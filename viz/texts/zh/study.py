"""Chinese: the glossary."""

STUDY = {
    "study.glossary": "术语表",
    "study.glossary.hint": "每个术语一句话，附另一种语言的写法，以及演示它的实验。"
    "页面上带点状下划线的术语，指向它即可看到这句话。",
    "study.glossary.search": "搜索术语",
    "study.glossary.none": "没有含有这些字词的术语。",
    "study.lab": "实验",
    "study.see": "在实验中查看",
}
