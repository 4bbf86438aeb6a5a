"""The words of the attention view's figures, in Chinese: overview, matrix, table, saved pictures, long inputs."""

FIGURES: dict[str, str] = {
    # Every head
    "attention.heads.kinds": "显示哪些注意力类型",
    "attention.heads.all": "全部",
    "attention.heads.one": "仅当前类型",
    "attention.heads.nothing": "不适用于此视角",
    "attention.heads.difference": (
        "差异：{other} − {base}。橙色表示增加，蓝色表示减少；最深色为 {full}，即未关闭的头的最大变化；"
        "灰色表示没有对应词元。"
    ),
    "attention.heads.difference.lens": (
        "{lens}：{other} − {base}。橙色表示增加，蓝色表示减少；最深色为 {full}，即未关闭的头的最大变化；"
        "灰色表示没有对应词元。"
    ),
    "attention.heads.difference.small": "差异：{other} − {base}。其他头的变化都小于 {full}。",
    "attention.heads.difference.small.lens": "{lens}：{other} − {base}。其他头的变化都小于 {full}。",
    "attention.heads.lens": "{lens}：每个头一幅图。",
    "attention.heads.lens.layer": "{lens}：每层一幅图，同层的头合在一起。",
    "attention.heads.lens.model": "{lens}：整个模型一幅图，所有的层和头合在一起。",
    "attention.heads.lens.reading": "行是查询，列是键；颜色越醒目，数值的绝对值越大。",
    "attention.heads.beside": "与当前的头同时显示",
    "attention.heads.gate.off": "已关闭",
    "attention.heads.gate.uniform": "已设为均匀",
    # Matrix
    "attention.matrix.enlarge": "放大单元格周围",
    "attention.matrix.whole": "显示整个矩阵",
    "attention.legend.nothing": "已屏蔽或略去",
    # Table
    "attention.table.head": "第 {layer} 层，第 {head} 个头",
    "attention.table.copy": "复制表格",
    "attention.table.copied": "已复制",
    "attention.table.not_copied": "浏览器不允许",
    "attention.table.part": "第 {from} 到 {to} 行，共 {rows} 行；第 {first} 到 {last} 列，共 {columns} 列。",
    # Saved pictures
    "attention.save.heads_svg": "所有头，SVG",
    "attention.save.heads_svg.note": "所有小图，与所见一致",
    "attention.save.heads_png": "所有头，PNG",
    "attention.save.heads_png.note": "所有小图，3 倍大小",
    "attention.picture.scale": "每种类型各有色标；下方是{kind}的色标。",
    "attention.picture.note": "Glassformer · {checkpoint} · “{source}” → “{translation}”",
    "attention.picture.note.plain": "Glassformer · “{source}” → “{translation}”",
    # Long inputs
    "attention.long.here": "第 {layer} 层：已载入全部权重（{size}）。",
    "attention.long.coming": (
        "正在载入第 {layer} 层（{size}）；载入之前显示缩小的图：它有 {rows} × {columns} 个单元格，"
        "每个单元格取所覆盖权重中的最大值。"
    ),
    "attention.long.lines": "连线只取每一行中最强的 {count} 个单元格。",
    "attention.long.standing": (
        "第 {layer} 层（{size}）以缩小的图显示：它有 {rows} × {columns} 个单元格，每个单元格取所覆盖权重中的最大值。"
    ),
}
