"""What visitors of a shared page may upload in a day."""

import pytest
from starlette.exceptions import HTTPException

from viz.guards import OF_ADDRESS, OF_ALL, UploadQuota

FILE = 2 << 20


def uploads(quota: UploadQuota, address: str, body: bytes, count: int) -> int:
    """Upload again and again; return how often it was allowed."""
    for done in range(count):
        try:
            quota.add(address, body)
        except HTTPException as error:
            assert error.status_code == 429
            return done
    return count


def test_one_address_has_a_quota():
    now = [0.0]
    quota = UploadQuota(FILE, lambda: now[0])
    assert uploads(quota, "a", b"x" * FILE, 160) == OF_ADDRESS
    assert uploads(quota, "b", b"x" * FILE, 1) == 1
    now[0] += 86_401
    assert uploads(quota, "a", b"x" * FILE, 1) == 1


def test_all_addresses_have_a_quota_together():
    quota = UploadQuota(FILE, lambda: 0.0)
    allowed = sum(uploads(quota, str(number), b"x" * FILE, OF_ADDRESS) for number in range(20))
    assert allowed == OF_ALL
    with pytest.raises(HTTPException, match="visitors"):
        quota.add("another", b"x" * FILE)


def test_many_small_files_count_too():
    quota = UploadQuota(FILE, lambda: 0.0)
    assert uploads(quota, "a", b'name="files"; filename="a.tsv"\r\n\r\na\tb\r\n' * 1000, 100) <= 2
