"""Folders of other programs: MarianMT and Pegasus of `transformers`, Marian, CTranslate2 and ONNX."""
