"""A model before the world: the folder of a static Space, of a Gradio Space or of a Hub model, and how it is pushed."""
