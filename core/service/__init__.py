"""Service that page, programs and commands share: typed requests and answers over the translator and its kept traces.

Independent of Gradio and of the page's texts; loads no torch at import.
"""

from core.service.questions import QUESTIONS, ask
from core.service.service import MAX_BEAM_SIZE, MAX_CHARACTERS, MAX_TOKENS, Answer, Service

__all__ = ["MAX_BEAM_SIZE", "MAX_CHARACTERS", "MAX_TOKENS", "QUESTIONS", "Answer", "Service", "ask"]
