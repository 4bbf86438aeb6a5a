"""Chinese: the saved page that carries its model, and what the engine in the browser refuses."""

SAVED_PAGE = {
    "saved_page.about": "带模型的保存页面：在本机翻译和重新计算，不需要服务器或网络",
    "saved_page.opening": "正在打开模型……",
    "attention.save.html_model": "连同模型，HTML",
    "attention.save.html_model.note": "可离线翻译任意句子；单个文件，约 {size}",
    "attention.save.html_model.asking": "可离线翻译任意句子；正在查询大小……",
    "attention.live.blank": "请先输入一个句子。",
    "attention.live.long": "这个句子有 {tokens} 个词元；此页面最多翻译 {limit} 个。",
    "attention.live.search": "束宽必须是 1 到 {limit} 的整数，α 必须是 0 到 {alpha} 的数。",
    "attention.live.cost": "对 {tokens} 个词元用束宽 {beam} 在这里耗时太长；这么多词元最多用 {widest}。",
    "attention.live.rank": "这个候选译文不存在。",
    "attention.live.forgotten": "此译文已不再保留；请重新翻译。",
    "attention.live.checkpoint": "此页面只有一个模型；要与其他模型比较，请打开 Glassformer。",
    "attention.live.no_search": "这些词元是给定的，不是搜索得到的：没有搜索树。",
}
