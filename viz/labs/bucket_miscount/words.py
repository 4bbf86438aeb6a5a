"""Words of the mistake of a sampler that miscounts."""

WORDS = {
    "title": {"en": "Batches that miscount", "zh": "批的词元数算错"},
    "question": {"en": "What does a batch of 1,000 tokens hold?", "zh": "“1,000 个词元的一批”究竟装了多少？"},
    "intro": {
        "en": (
            "Memory and time depend on the padded rectangle, sentences times the longest of them. A sampler that "
            "counts real tokens makes batches beyond its budget, and the first long sentence ends the training "
            "with an out-of-memory error. One that announces its number of batches from mean lengths gives a wrong "
            "length of an epoch: if the loop stops there, the last sentences are never seen. Lengths here are "
            "drawn at random, with a median of 20 tokens."
        ),
        "zh": (
            "内存和时间取决于填充后的矩形，即句数乘以其中最长句的长度。如果采样器只数真实的词元，就会做出超过预算的批，"
            "一遇到长句，训练就因内存不足而出错终止。如果它用平均长度来估计一轮的批数，估计就会出错：循环到那里就停，"
            "最后的句子永远训练不到。这里的长度是随机抽取的，中位数为 20 个词元。"
        ),
    },
    "look": {
        "en": (
            "points above the dotted line where real tokens are counted. Sorted by length both ways agree, until the "
            "spread grows within one batch."
        ),
        "zh": "按真实词元计数时高于点线的点。按长度排序后，两种算法一致，直到一批之内长短悬殊。",
    },
    "budget.label": {"en": "Budget (tokens per batch)", "zh": "预算（词元/批）"},
    "spread.label": {"en": "Spread of the lengths", "zh": "长度的离散程度"},
    "spread.info": {"en": "Standard deviation of the logarithm.", "zh": "对数的标准差。"},
    "sorted.label": {"en": "Sentences sorted by length", "zh": "句子按长度排序"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "real": {"en": "Budget of real tokens", "zh": "按真实词元计的预算"},
    "padded": {"en": "Budget of padded tokens", "zh": "按填充后词元计的预算"},
    "batch": {"en": "batch", "zh": "批"},
    "cells": {"en": "padded tokens", "zh": "填充后的词元数"},
    "budget_line": {"en": "budget", "zh": "预算"},
    "number.largest_wrong": {"en": "Largest batch, real tokens counted", "zh": "最大的批，按真实词元计"},
    "number.largest_right": {"en": "Largest batch, padded tokens counted", "zh": "最大的批，按填充后词元计"},
    "number.over": {"en": "Batches beyond the budget, real tokens counted", "zh": "超过预算的批的比例，按真实词元计"},
    "number.waste": {"en": "Padding in batches of padded tokens", "zh": "填充的比例，按填充后词元计"},
    "number.announced": {"en": "Batches announced: sentences × 20 / budget", "zh": "估计的批数：句数 × 20 / 预算"},
    "number.made": {"en": "Batches needed, padded tokens counted", "zh": "需要的批数，按填充后词元计"},
    "number.missed": {
        "en": "Sentences after the announced end, real tokens counted",
        "zh": "没有用到的句子，按真实词元计",
    },
}
