import pytest

from core.data.languages import contradicts, language_of_script, script_of


@pytest.mark.parametrize(
    ("text", "script", "code"),
    [
        ("Ein Hund läuft, 3 km.", "Latin", ""),
        ("一只狗在跑 (BBC)。", "Han", "zh"),
        ("犬が走っている。", "Kana", "ja"),
        ("개가 달린다.", "Hangul", "ko"),
        ("Собака бежит.", "Cyrillic", ""),
        ("الكلب يجري.", "Arabic", ""),
        ("12 + 30 = 42", "", ""),
        ("", "", ""),
    ],
)
def test_script_of_most_letters(text, script, code):
    assert script_of([text]) == script
    assert language_of_script(script) == code


@pytest.mark.parametrize(
    ("code", "script", "wrong"),
    [
        ("de", "Han", True),
        ("zh", "Han", False),
        ("zh-CN", "Han", False),
        ("zh_TW", "Latin", True),
        ("ja", "Han", False),
        ("sr", "Latin", False),
        ("ru", "Latin", True),
        ("xx", "Latin", False),
        ("tgt", "Han", True),
        ("de", "", False),
    ],
)
def test_languages_that_are_not_written_in_a_script(code, script, wrong):
    assert contradicts(code, script) is wrong
