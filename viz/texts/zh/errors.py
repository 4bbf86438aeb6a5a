"""Chinese: errors that need another sentence on the page than in the core, and labels of settings."""

ERRORS = {
    # A control of the page instead of a flag or a command
    "error.config.heads": "d_model（{d_model}）必须能被头数（{num_heads}）整除，否则必须给出 d_k 和 d_v。",
    "error.corpora.datasets": (
        "使用 Hugging Face Hub 的数据集需要 datasets 库，版本不低于 {oldest}，目前没有安装："
        "pip install 'datasets>={oldest}'。安装之后，请重新启动程序。"
    ),
    "error.corpora.hub_not_here": "{name} 还没有下载：请先预览数据集，再下载。",
    "error.corpora.not_here": (
        "{owner} 还没有下载：请点击“下载”。也可以用 {variable} 指定一个存放副本的文件夹，其中须有 {owner}/{files}。"
    ),
    "error.corpus.row": "{path} 第 {line} 行：有 {found} 列，需要 {needed} 列。列与列之间是用制表符还是逗号分隔的？",
    "error.explorer.event": "页面发送的 {setting} 无效；请刷新页面后重试。",
    "error.import.language": (
        "文件夹没有写明 {side} 一端是什么语言。请用命令导入：python -m core import FOLDER "
        "--out checkpoints/NAME --{side}-language CODE"
    ),
    "error.library.changed": "读取 {name} 时它的文件发生了变化；请再试一次。",
    "error.library.unknown": "未知的模型 {name!r}。可用的模型：{names}。",
    "error.translator.blank": "请先输入句子。",
    # Labels of settings that the Train tab does not show
    "error.setting.alpha": "长度惩罚 α",
    "error.setting.beam_size": "束宽",
    "error.setting.parameters": "参数量",
}
