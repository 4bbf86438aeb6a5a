import pytest
import torch

from core.errors import CoreError
from core.training.devices import choose_device


def test_cuda_where_there_is_none_is_refused(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device("auto") == choose_device("cpu") == torch.device("cpu")
    with pytest.raises(CoreError, match="no CUDA"):
        choose_device("cuda")
