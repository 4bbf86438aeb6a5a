"""The service and the translation of the tests of the Translate tab."""

from tests.viz.tabs.translate.conftest import ask, service, shown

__all__ = ["ask", "service", "shown"]
