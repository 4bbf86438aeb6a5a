"""The Train form after a reload."""

from tests.e2e.train_tab import WAIT

IS_KEPT = "words => (sessionStorage.getItem('glassformer-form') ?? '').includes(words)"
IS_CHOSEN = """words => [...document.querySelectorAll('label')]
  .some(label => label.textContent.trim() === words && label.querySelector('input')?.checked)"""


def test_values_without_a_control_stay_hidden(page):
    """After a reload with "my file" chosen, two boxes named "Textbox" were shown."""
    page.get_by_role("tab", name="Train").click()
    for words, source in (("my file", "own_file"), ("Hugging Face", "hub")):
        page.get_by_label(words, exact=True).check()
        page.wait_for_function(IS_KEPT, arg=f'"source":"{source}"', timeout=WAIT)
        page.reload()
        page.wait_for_function(IS_CHOSEN, arg=words, timeout=WAIT)
        page.get_by_text("Source language", exact=True).first.wait_for(timeout=WAIT)
        assert page.get_by_text("Textbox", exact=True).locator("visible=true").count() == 0
