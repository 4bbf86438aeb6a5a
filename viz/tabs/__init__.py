"""One Gradio builder for each tab of the page."""
