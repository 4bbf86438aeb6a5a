"""Words of the mistake of a sampler that miscounts, in Chinese."""

WORDS = {
    "title": "批的词元数算错",
    "question": "“1,000 个词元的一批”究竟装了多少？",
    "intro": (
        "内存和时间取决于填充后的矩形，即句数乘以其中最长句的长度。如果采样器只数真实的词元，就会做出超过预算的批，"
        "一遇到长句，训练就因内存不足而出错终止。如果它用平均长度来估计一轮的批数，估计就会出错：循环到那里就停，"
        "最后的句子永远训练不到。这里的长度是随机抽取的，中位数为 20 个词元。"
    ),
    "look": "按真实词元计数时高于点线的点。按长度排序后，两种算法一致，直到一批之内长短悬殊。",
    "budget.label": "预算（词元/批）",
    "spread.label": "长度的离散程度",
    "spread.info": "对数的标准差。",
    "sorted.label": "句子按长度排序",
    "seed.label": "随机种子",
    "real": "按真实词元计的预算",
    "padded": "按填充后词元计的预算",
    "batch": "批",
    "cells": "填充后的词元数",
    "budget_line": "预算",
    "number.largest_wrong": "最大的批，按真实词元计",
    "number.largest_right": "最大的批，按填充后词元计",
    "number.over": "超过预算的批的比例，按真实词元计",
    "number.waste": "填充的比例，按填充后词元计",
    "number.announced": "估计的批数：句数 × 20 / 预算",
    "number.made": "需要的批数，按填充后词元计",
    "number.missed": "没有用到的句子，按真实词元计",
}
