"""Running a lab, and what labs share: its setting, attentions, changed models, small trainings."""
